import * as z from 'zod/mini'

// The parts of OpenAPI 3.0.3 that we use. Everything else is rejected, such as other versions of JSON Schema.

const schemaShape: z.ZodMiniType = z.lazy(() =>
  z.strictObject({
    type: z.optional(z.enum(['object', 'array', 'string', 'number', 'integer', 'boolean'])),
    ...Object.fromEntries(
      ['format', 'pattern', 'description'].map(name => [name, z.optional(z.string())] as const),
    ),
    ...Object.fromEntries(
      ['minimum', 'maximum', 'multipleOf', 'minLength', 'maxLength', 'minItems', 'maxItems'].map(
        name => [name, z.optional(z.number())] as const,
      ),
    ),
    exclusiveMinimum: z.optional(z.boolean()),
    exclusiveMaximum: z.optional(z.boolean()),
    nullable: z.optional(z.boolean()),
    enum: z.optional(z.array(z.unknown()).check(z.minLength(1))),
    items: z.optional(schemaShape),
    properties: z.optional(z.record(z.string(), schemaShape)),
    required: z.optional(z.array(z.string()).check(z.minLength(1))),
    additionalProperties: z.optional(z.union([z.boolean(), schemaShape])),
    anyOf: z.optional(z.array(schemaShape).check(z.minLength(1))),
    oneOf: z.optional(z.array(schemaShape).check(z.minLength(1))),
    allOf: z.optional(z.array(schemaShape).check(z.minLength(1))),
    not: z.optional(schemaShape),
    default: z.optional(z.unknown()),
    example: z.optional(z.unknown()),
  }),
)
const contentShape = z.record(
  z.string().check(z.regex(/^\w+\/[\w.+*-]+$/)),
  z.strictObject({ schema: schemaShape }),
)
const operationShape = z.strictObject({
  operationId: z.string().check(z.regex(/^\w+$/)),
  tags: z.array(z.string()),
  summary: z.string(),
  description: z.string(),
  security: z.array(z.partialRecord(z.enum(['accessToken', 'feedKey', 'addressKey']), z.array(z.string()))),
  parameters: z.array(
    z.strictObject({
      name: z.string(),
      in: z.enum(['path', 'query', 'header']),
      required: z.boolean(),
      description: z.optional(z.string()),
      example: z.optional(z.unknown()),
      schema: schemaShape,
    }),
  ),
  requestBody: z.optional(z.strictObject({ required: z.boolean(), content: contentShape })),
  responses: z.record(
    z.string().check(z.regex(/^([2-5]\d\d|default)$/)),
    z.strictObject({ description: z.string(), content: contentShape }),
  ),
})
export const documentShape = z.strictObject({
  openapi: z.literal('3.0.3'),
  info: z.strictObject({ title: z.string(), version: z.string(), description: z.string() }),
  servers: z.array(z.strictObject({ url: z.url() })),
  components: z.strictObject({ securitySchemes: z.record(z.string(), z.looseObject({ type: z.string() })) }),
  paths: z.record(
    z.string().check(z.startsWith('/')),
    z.record(z.string().check(z.regex(/^(get|post|put|patch|delete)$/)), operationShape),
  ),
})

export type OpenApi = z.infer<typeof documentShape>

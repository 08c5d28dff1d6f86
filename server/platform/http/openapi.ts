import { takesIdempotencyKey, type Call } from '#contract/call'
import { schemaOf } from './describe-fields.ts'

type Json = Record<string, unknown>

/** How a caller authenticates: the entry for a request and for the document's list of schemes. */
export type Credential = 'nothing' | 'access token' | 'feed key' | 'key in the address'

export function proofFor({ who, machines, media }: Call): Credential {
  if (machines) return media ? 'key in the address' : 'feed key'
  return who === 'anyone' ? 'nothing' : 'access token'
}

const security: Readonly<Record<Credential, Json[]>> = {
  nothing: [],
  'access token': [{ accessToken: [] }],
  'feed key': [{ feedKey: [] }],
  'key in the address': [{ addressKey: [] }],
}

const securitySchemes: Json = {
  accessToken: {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: 'JWT',
    description: 'The access token of a person who has signed in with OpenID Connect (/identity).',
  },
  feedKey: {
    type: 'http',
    scheme: 'bearer',
    description: 'The key of a strike source, which a Super Admin creates (Operations, Feed Keys).',
  },
  addressKey: {
    type: 'apiKey',
    in: 'query',
    name: 'key',
    description: 'Part of every image URL.',
  },
}

export function whoInWords(call: Call): string {
  const { who } = call
  const proof = proofFor(call)
  if (proof === 'feed key') return 'A strike source, with its feed key as the bearer token.'
  if (proof === 'key in the address')
    return 'Anyone with a URL that another call returned. It contains a key.'
  if (who === 'anyone') return 'Anyone, without signing in.'
  if (who === 'signed-in') return 'Anyone signed in.'
  const roles = who.roles ? `one of the roles ${who.roles.join(', ')}` : 'any role'
  return who.permissions
    ? `Those with ${roles} and the permission ${who.permissions.join(' or ')}.`
    : `Those with ${roles}.`
}

/** Returns the errors that a call may return, and why. */
export function refusalsOf(call: Call): [status: number, because: string][] {
  const takesInput = call.params ?? call.query ?? call.body
  const proof = proofFor(call)
  const all: [number, string, boolean][] = [
    [400, 'A field is missing or wrong; errors names each one.', takesInput !== undefined],
    [401, `The ${proof} is missing, wrong or expired.`, proof !== 'nothing'],
    [403, 'Not allowed with this role or permission.', typeof call.who === 'object'],
    [404, 'It does not exist, or the caller may not see it.', call.params !== undefined],
    [409, conflictsOf(call), takesIdempotencyKey(call)],
    [413, `The body is larger than ${bodyLimitOf(call)}.`, call.body !== undefined],
    [422, 'The idempotency key was used for another request.', takesIdempotencyKey(call)],
    [429, 'Too many requests; Retry-After says when to retry.', true],
    [503, 'Not available right now, which does not mean that there is no data.', true],
  ]
  return all.filter(([, , applies]) => applies).map(([status, because]) => [status, because])
}

function conflictsOf({ current }: Call): string {
  const key = 'The same request is still in progress, or its outcome is unknown.'
  return current
    ? `${key} Or someone else has changed it since the version that was sent: current contains its latest state.`
    : key
}

const usualBodyLimitBytes = 256 * 1024

function bodyLimitOf({ bodyLimitBytes = usualBodyLimitBytes }: Call): string {
  return bodyLimitBytes < 1024 * 1024 ? `${bodyLimitBytes / 1024} KiB` : `${bodyLimitBytes / 1024 / 1024} MiB`
}

const idempotencyKey: Json = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description:
    'Identifies this request for 24 hours. Sending the same key again returns the first response and changes nothing.',
  schema: { type: 'string', minLength: 1, maxLength: 200 },
}

function parameters(call: Call): Json[] {
  const fields = (['params', 'query'] as const).flatMap(part => {
    const { properties = {}, required = [] } = schemaOf(call, part)
    return Object.entries(properties).map(([name, { description, example, ...schema }]) => ({
      name,
      in: part === 'params' ? 'path' : 'query',
      required: part === 'params' || required.includes(name),
      ...(description !== undefined && { description }),
      ...(example !== undefined && { example }),
      schema,
    }))
  })
  return takesIdempotencyKey(call) ? [...fields, idempotencyKey] : fields
}

const refusalSchema = {
  type: 'object',
  required: ['responseException'],
  properties: {
    responseException: {
      type: 'object',
      required: ['message', 'errors'],
      properties: {
        message: { type: 'string' },
        errors: { type: 'object', additionalProperties: { type: 'array', items: { type: 'string' } } },
      },
    },
  },
}

function refusal(description: string, more: Json = {}): Json {
  const schema = { ...refusalSchema, properties: { ...refusalSchema.properties, ...more } }
  return { description, content: { 'application/json': { schema } } }
}

function enveloped(call: Call): Json {
  return {
    type: 'object',
    required: ['data'],
    properties: { data: schemaOf(call, 'reply'), message: { type: 'string' } },
  }
}

function replySchema(call: Call): object {
  if (call.file) return { type: 'string' }
  if (call.media) return { type: 'string', format: 'binary' }
  return call.bare || call.streams ? schemaOf(call, 'reply') : enveloped(call)
}

function operation(call: Call, room: string): Json {
  return {
    operationId: call.name,
    tags: [room],
    summary: call.summary,
    description: whoInWords(call),
    security: security[proofFor(call)],
    parameters: parameters(call),
    ...(call.body && {
      requestBody: {
        required: true,
        content: { 'application/json': { schema: schemaOf(call, 'body') } },
      },
    }),
    responses: {
      200: {
        description: 'Done',
        content: {
          [call.file ?? call.media ?? (call.streams ? 'text/event-stream' : 'application/json')]: {
            schema: replySchema(call),
          },
        },
      },
      ...Object.fromEntries(
        refusalsOf(call).map(([status, because]) => [
          status,
          refusal(because, call.current && status === 409 ? { current: schemaOf(call, 'current') } : {}),
        ]),
      ),
      default: refusal('Refused'),
    },
  }
}

/** Builds the OpenAPI document from the contract alone. */
export function openApiDocument(
  callsByRoom: Readonly<Record<string, readonly Call[]>>,
  baseUrl: string,
): Json {
  const paths: Record<string, Json> = {}
  for (const [room, calls] of Object.entries(callsByRoom)) {
    for (const call of calls) {
      const entry = (paths[call.path] ??= {})
      entry[call.method.toLowerCase()] = operation(call, room)
    }
  }
  return {
    openapi: '3.0.3',
    info: { title: 'Skywarden', version: '1', description: 'Paths are matched without regard to case.' },
    servers: [{ url: baseUrl }],
    components: { securitySchemes },
    paths,
  }
}

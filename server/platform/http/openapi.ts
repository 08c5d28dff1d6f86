import * as z from 'zod/mini'
import type { Call, Who } from '#contract/call'

type Json = Record<string, unknown>

function schemaOf(shape: z.ZodMiniType, io: 'input' | 'output'): Json {
  const schema = z.toJSONSchema(shape, { io, unrepresentable: 'any', target: 'openapi-3.0' }) as Json
  delete schema['$schema']
  return schema
}

export function whoInWords(who: Who): string {
  if (who === 'anyone') return 'Anyone, without signing in.'
  if (who === 'signed-in') return 'Anyone signed in.'
  const roles = who.roles ? `one of the roles ${who.roles.join(', ')}` : 'any role'
  return who.permissions
    ? `Those with ${roles} and the permission ${who.permissions.join(' or ')}.`
    : `Those with ${roles}.`
}

function parameters(call: Call): Json[] {
  return (['params', 'query'] as const).flatMap(part => {
    const shape = call[part]
    if (!shape) return []
    const { properties = {}, required = [] } = schemaOf(shape, 'input') as {
      properties?: Record<string, Json>
      required?: string[]
    }
    return Object.entries(properties).map(([name, schema]) => ({
      name,
      in: part === 'params' ? 'path' : 'query',
      required: part === 'params' || required.includes(name),
      schema,
    }))
  })
}

const refusalSchema: Json = {
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

function enveloped(call: Call): Json {
  return {
    type: 'object',
    required: ['data'],
    properties: { data: schemaOf(call.reply, 'output'), message: { type: 'string' } },
  }
}

function replySchema(call: Call): Json {
  if (call.file) return { type: 'string' }
  if (call.picture) return { type: 'string', format: 'binary' }
  return call.bare || call.streams ? schemaOf(call.reply, 'output') : enveloped(call)
}

function operation(call: Call, room: string): Json {
  return {
    operationId: call.name,
    tags: [room],
    summary: call.summary,
    description: whoInWords(call.who),
    security: call.who === 'anyone' ? [] : [{ bearer: [] }],
    parameters: parameters(call),
    ...(call.body && {
      requestBody: {
        required: true,
        content: { 'application/json': { schema: schemaOf(call.body, 'input') } },
      },
    }),
    responses: {
      200: {
        description: 'Done',
        content: {
          [call.file ?? call.picture ?? (call.streams ? 'text/event-stream' : 'application/json')]: {
            schema: replySchema(call),
          },
        },
      },
      default: { description: 'Refused', content: { 'application/json': { schema: refusalSchema } } },
    },
  }
}

/** The OpenAPI document, made from the contract alone. */
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
    components: { securitySchemes: { bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } } },
    paths,
  }
}

import { tools, type AskAs, type Tool } from './tools.ts'

/**
 * The supported versions, newest first. A client that asks for an unknown version is offered the newest, and decides
 * whether to use it.
 */
const protocolVersions = ['2025-06-18', '2025-03-26'] as const

const instructions =
  'Skywarden watches lightning and weather at places where people are outdoors. Each statement has a validUntil time: never repeat a status after it; ask again. Unknown is unsafe. Nothing here sends messages or sounds sirens.'

type Id = string | number

export type RpcReply =
  | { readonly jsonrpc: '2.0'; readonly id: Id | null; readonly result: unknown }
  | {
      readonly jsonrpc: '2.0'
      readonly id: Id | null
      readonly error: { readonly code: number; readonly message: string }
    }

/** Codes of JSON-RPC 2.0. */
const [invalidRequest, methodNotFound, invalidParams] = [-32_600, -32_601, -32_602]

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const locationSchema = {
  type: 'object',
  properties: { locationId: { type: 'integer', description: 'An id from list_locations' } },
  required: ['locationId'],
  additionalProperties: false,
}
const emptySchema = { type: 'object', properties: {}, additionalProperties: false }

const described = ({ name, title, description, takesLocation }: Tool) => ({
  name,
  title,
  description,
  inputSchema: takesLocation ? locationSchema : emptySchema,
  annotations: { readOnlyHint: true, openWorldHint: false },
})

function greeting(params: unknown, version: string) {
  const wanted = isObject(params) ? params['protocolVersion'] : undefined
  return {
    protocolVersion: protocolVersions.find(each => each === wanted) ?? protocolVersions[0],
    capabilities: { tools: { listChanged: false } },
    serverInfo: { name: 'skywarden', title: 'Skywarden', version },
    instructions,
  }
}

class WrongParams extends Error {}

function locationIdOf(tool: Tool, given: unknown): string {
  if (!tool.takesLocation) return ''
  const id = isObject(given) ? given['locationId'] : undefined
  if (typeof id !== 'number' || !Number.isSafeInteger(id) || id < 1)
    throw new WrongParams('locationId must be an id from list_locations')
  return String(id)
}

async function callTool(params: unknown, ask: AskAs, exercise: string | null) {
  const name = isObject(params) ? params['name'] : undefined
  const tool = tools.find(each => each.name === name)
  if (!isObject(params) || !tool) throw new WrongParams('There is no such tool')
  const locationId = locationIdOf(tool, params['arguments'])
  try {
    const { text, data } = await tool.run(ask, locationId, exercise)
    // Every answer says whether its weather is real: a model may repeat any part of it.
    const marked = exercise === null ? text : `${exercise} ${text}`
    return {
      content: [{ type: 'text', text: marked }],
      structuredContent: { ...data, exercise },
      isError: false,
    }
  } catch (error) {
    // The error is returned to the model as text, so that the model does not mistake it for an empty result.
    return { content: [{ type: 'text', text: `Unknown: ${(error as Error).message}` }], isError: true }
  }
}

/** Responds to one message; null for a notification, which gets no response. */
export async function answerRpc(
  message: unknown,
  ask: AskAs,
  { version, exercise }: { readonly version: string; readonly exercise: string | null },
): Promise<RpcReply | null> {
  const fail = (id: Id | null, code: number, text: string): RpcReply => ({
    jsonrpc: '2.0',
    id,
    error: { code, message: text },
  })
  if (!isObject(message) || message['jsonrpc'] !== '2.0' || typeof message['method'] !== 'string')
    return fail(null, invalidRequest, 'This is not a JSON-RPC 2.0 request')
  const { id, method, params } = message
  if (id === undefined) return null
  if (typeof id !== 'string' && typeof id !== 'number')
    return fail(null, invalidRequest, 'The id must be a string or a number')
  const done = (result: unknown): RpcReply => ({ jsonrpc: '2.0', id, result })
  if (method === 'initialize') return done(greeting(params, version))
  if (method === 'ping') return done({})
  if (method === 'tools/list') return done({ tools: tools.map(described) })
  if (method !== 'tools/call') return fail(id, methodNotFound, `There is no method ${method.slice(0, 60)}`)
  try {
    return done(await callTool(params, ask, exercise))
  } catch (error) {
    if (error instanceof WrongParams) return fail(id, invalidParams, error.message)
    throw error
  }
}

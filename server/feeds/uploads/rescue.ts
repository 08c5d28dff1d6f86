import type { FastifyInstance } from 'fastify'
import type { Socket } from 'node:net'

/** The corrected form of a request that the HTTP parser rejects. */
interface RescuedRequest {
  readonly method: 'GET' | 'POST'
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

const mostBytes = 16_384
const requestLine = /^(GET|POST) ([^]{1,8000}?) HTTP\/1\.[01]\r?\n/
/** The only addresses that are rescued. Other malformed addresses may be an attack and are rejected. */
const uploadPath = /^\/(weatherstation\/updateweatherstation|pwsupdate\/pwsupdate|data\/report)(?![\w-])/i
const bareParameters = /^[?&]?[\w.]+=/
const usualPath = '/weatherstation/updateweatherstation.php'
/** The headers that are passed on: those about the host, the sender and the content type. */
const passedHeaders = new Set(['host', 'content-type', 'x-forwarded-for', 'x-forwarded-proto', 'user-agent'])

/**
 * Answers uploads of stations whose firmware writes addresses that Node's parser refuses: without a leading slash,
 * beginning with `?`, or with raw spaces and line feeds. The request is repeated inside the server, so it passes the
 * same limits and checks as every other. Other malformed requests go to the previous handlers.
 */
export function rescueUploads(app: FastifyInstance): void {
  const { server } = app
  const others = server.listeners('clientError') as ((error: Error, socket: Socket) => void)[]
  server.removeAllListeners('clientError')
  server.on('clientError', (error: Error & { rawPacket?: Buffer }, socket: Socket) => {
    const request = error.rawPacket && socket.writable ? uploadIn(error.rawPacket) : null
    if (request) void answer(app, request, socket)
    else for (const other of others) other.call(server, error, socket)
  })
}

/** Returns the upload in a packet; null if the packet contains none, or only a part of one. */
export function uploadIn(packet: Buffer): RescuedRequest | null {
  if (packet.length > mostBytes) return null
  const text = packet.toString('latin1')
  const [line, method, target] = requestLine.exec(text) ?? []
  if (line === undefined || target === undefined) return null
  const url = uploadAddress(target)
  const headEnd = text.indexOf('\r\n\r\n', line.length - 2)
  if (url === null || headEnd < 0) return null
  const headers = headersIn(text.slice(line.length, headEnd))
  const length = Number(headers.get('content-length') ?? 0)
  const body = text.slice(headEnd + 4)
  if (!Number.isInteger(length) || length < 0 || body.length < length) return null
  return {
    method: method === 'POST' ? 'POST' : 'GET',
    url,
    headers: Object.fromEntries([...headers].filter(([name]) => passedHeaders.has(name))),
    body: body.slice(0, length),
  }
}

function uploadAddress(target: string): string | null {
  const clean = target.replace(/[^\x21-\x7e]/g, sign => encodeURIComponent(sign))
  if (bareParameters.test(clean)) return `${usualPath}?${clean.replace(/^[?&]/, '')}`
  const url = clean.startsWith('/') ? clean : `/${clean}`
  return uploadPath.test(url) ? url : null
}

function headersIn(head: string): Map<string, string> {
  const headers = new Map<string, string>()
  for (const line of head.split('\r\n')) {
    const [, name, value = ''] = /^([\w-]+):[ \t]*(.*?)[ \t]*$/.exec(line) ?? []
    if (name !== undefined) headers.set(name.toLowerCase(), value)
  }
  return headers
}

const reasons: Readonly<Record<number, string>> = { 200: 'OK', 400: 'Bad Request', 401: 'Unauthorized' }

async function answer(app: FastifyInstance, request: RescuedRequest, socket: Socket): Promise<void> {
  // The client may disconnect at any time. Nothing is lost.
  socket.on('error', () => socket.destroy())
  try {
    const { method, url, headers, body: payload } = request
    const reply = await app.inject({
      method,
      url,
      headers,
      ...(payload !== '' && { payload }),
      remoteAddress: socket.remoteAddress ?? '',
    })
    const body = Buffer.from(reply.payload)
    socket.end(
      `HTTP/1.1 ${reply.statusCode} ${reasons[reply.statusCode] ?? 'Refused'}\r\n` +
        `Content-Type: text/plain; charset=utf-8\r\nContent-Length: ${body.length}\r\nConnection: close\r\n\r\n` +
        body.toString('latin1'),
      'latin1',
    )
  } catch {
    socket.destroy() // the server is stopping, and the station will send again
  }
}

import type { IncomingMessage, Server } from 'node:http'
import type { Duplex } from 'node:stream'
import { WebSocketServer, type WebSocket } from 'ws'
import { cameraWatchers } from '#contract/devices/cameras'
import { decideAccess } from '#domain/access/may'
import { minuteMs, secondMs, type Clock } from '#server/platform/clock'
import { reachOf, type Authenticate, type Caller } from '#server/platform/http/caller'
import type { Log } from '#server/platform/log'
import type { Db } from '#server/platform/store/index'
import { findCamera } from './store/cameras.ts'
import type { StreamAddresses } from './stream-address.ts'
import { serverStopping, ViewRefused, type Views } from './views.ts'

export interface SocketDeps {
  readonly db: Db
  readonly clock: Clock
  readonly log: Log
  readonly baseUrl: string
  readonly authenticate: Authenticate
  readonly views: Views
  readonly addresses: StreamAddresses
}

/** The device gateway's path. In a process that accepts devices, the gateway handles it. */
const devicePath = '/mqtt'
const path = /^\/Stream\/ws\/(\d{1,9})\/?$/i
/** The longest time that a person may keep watching after their rights were silently revoked. */
const recheckMs = 30 * secondMs
const pingMs = 10 * secondMs
/** Long enough for two consecutive pings to go unanswered. */
const silentMs = 25 * secondMs
const mostMessageBytes = 8 * 1024
const mostMessagesPerMinute = 300
const mostSockets = 500
const mostStrangersPerMinute = 300
/** Prefix with which a client sends the token that replaces an expiring one. */
const tokenWord = 'token '
/** The maximum length of a close reason. */
const longestReasonBytes = 123
/** A private close code, from the range that starts at 4000. */
const endCode = 4000
/** The WebSocket code for a server restart. */
const restartCode = 1012

function refuse(socket: Duplex, status: string) {
  socket.end(`HTTP/1.1 ${status}\r\nconnection: close\r\ncontent-length: 0\r\n\r\n`)
}

function shortened(reason: string): string {
  let text = reason
  while (Buffer.byteLength(text) > longestReasonBytes) text = text.slice(0, -1)
  return text
}

interface Open {
  token: string
  readonly recheck: () => void
  readonly personId: string
  readonly webSocket: WebSocket
}

/** The socket for watching a camera: sends the progress, and then the video's URL. */
export function createCameraSocket(deps: SocketDeps) {
  const { db, clock, log, baseUrl, authenticate, views, addresses } = deps
  const webSockets = new WebSocketServer({
    noServer: true,
    maxPayload: mostMessageBytes,
    // The token is the negotiated subprotocol; it is not logged anywhere.
    handleProtocols: offered => offered.values().next().value ?? false,
  })
  const open = new Set<Open>()
  let strangers = { count: 0, sinceMs: -Infinity }

  /** Counts attempts with invalid tokens, to limit how often tokens can be guessed. */
  function countStranger(): boolean {
    const now = clock.monotonicMs()
    if (now - strangers.sinceMs > minuteMs) strangers = { count: 0, sinceMs: now }
    return ++strangers.count > mostStrangersPerMinute
  }

  async function watcherOf(token: string): Promise<Caller | undefined> {
    const caller = await authenticate(token, clock.now())
    return caller && decideAccess(caller, cameraWatchers).allowed ? caller : undefined
  }

  function follow(webSocket: WebSocket, caller: Caller, token: string, cameraId: number) {
    let viewId: number | undefined
    let isClosed = false
    let heardMs = clock.monotonicMs()
    let messages = { count: 0, sinceMs: heardMs }

    function close(because: string) {
      const code = because === serverStopping ? restartCode : endCode
      if (webSocket.readyState === webSocket.OPEN) webSocket.close(code, shortened(because))
    }
    const own: Open = {
      token,
      personId: caller.id,
      webSocket,
      recheck: () =>
        void watcherOf(own.token).then(
          found => found?.id === caller.id || close('Your sign-in has ended. Please sign in again.'),
          () => close('Skywarden is not ready. Please try again in a moment.'),
        ),
    }
    open.add(own)

    function hear(data: Buffer) {
      heardMs = clock.monotonicMs()
      if (heardMs - messages.sinceMs > minuteMs) messages = { count: 0, sinceMs: heardMs }
      if (++messages.count > mostMessagesPerMinute) return webSocket.terminate()
      const text = data.toString('utf8')
      if (!text.startsWith(tokenWord)) return
      own.token = text.slice(tokenWord.length)
      own.recheck()
    }
    webSocket.on('message', hear)
    webSocket.on('pong', () => (heardMs = clock.monotonicMs()))
    webSocket.on('error', () => {}) // a close event follows

    const pinging = setInterval(() => {
      if (clock.monotonicMs() - heardMs > silentMs) webSocket.terminate()
      else webSocket.ping()
    }, pingMs)
    const rechecking = setInterval(own.recheck, recheckMs)
    const leave = (id: number) =>
      views
        .end(id, 'Closed by the viewer.')
        .catch((error: unknown) => log.warn({ err: error }, 'could not settle a camera view'))
    webSocket.on('close', () => {
      isClosed = true
      open.delete(own)
      clearInterval(pinging)
      clearInterval(rechecking)
      if (viewId !== undefined) void leave(viewId)
    })

    const viewer = {
      personId: caller.id,
      personName: caller.fullName,
      status: (text: string) => webSocket.send(text),
      play: (id: number) => webSocket.send(addresses.of(id)),
      close,
    }
    async function begin() {
      const camera = await findCamera(db, reachOf(caller), cameraId)
      if (!camera) throw new ViewRefused('This camera was not found.')
      viewId = await views.open(camera, viewer)
      if (isClosed) await leave(viewId)
    }
    begin().catch((error: unknown) => {
      if (error instanceof ViewRefused) return close(error.message)
      log.error({ err: error }, 'could not open a camera')
      close('Unable to connect to camera.')
    })
  }

  async function admit(request: IncomingMessage, socket: Duplex, head: Buffer, cameraId: number) {
    const token = (request.headers['sec-websocket-protocol'] ?? '').split(',')[0]?.trim() ?? ''
    const { origin } = request.headers
    if (origin !== undefined && origin !== new URL(baseUrl).origin) return refuse(socket, '403 Forbidden')
    if (open.size >= mostSockets) return refuse(socket, '503 Service Unavailable')
    const caller = token === '' ? undefined : await authenticate(token, clock.now())
    if (!caller) return refuse(socket, countStranger() ? '429 Too Many Requests' : '401 Unauthorized')
    if (!decideAccess(caller, cameraWatchers).allowed) return refuse(socket, '403 Forbidden')
    webSockets.handleUpgrade(request, socket, head, webSocket => follow(webSocket, caller, token, cameraId))
  }

  function upgrade(request: IncomingMessage, socket: Duplex, head: Buffer) {
    const pathname = URL.parse(request.url ?? '', 'http://house')?.pathname ?? ''
    const [, id] = path.exec(pathname) ?? []
    if (id === undefined) {
      const isAnswered = pathname === devicePath && (server?.listenerCount('upgrade') ?? 0) > 1
      return void (isAnswered || refuse(socket, '404 Not Found'))
    }
    socket.on('error', () => socket.destroy())
    admit(request, socket, head, Number(id)).catch((error: unknown) => {
      log.error({ err: error }, 'could not open a camera socket')
      refuse(socket, '503 Service Unavailable')
    })
  }

  let server: Server | undefined
  return {
    useServer: (used: Server) => void (server = used.on('upgrade', upgrade)),
    count: () => open.size,
    /** Checks again whether a person may watch. */
    recheck(personId: string) {
      for (const each of open) if (each.personId === personId) each.recheck()
    },
    stop() {
      server?.off('upgrade', upgrade)
      for (const { webSocket } of open) webSocket.terminate()
    },
  }
}

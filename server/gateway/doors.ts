import { readFile } from 'node:fs/promises'
import type { IncomingMessage, Server as HttpServer } from 'node:http'
import { createServer, type Server, type Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { createServer as createTlsServer } from 'node:tls'
import { WebSocketServer } from 'ws'
import { mostImageBytes } from '#contract/devices/devices'
import type { MqttConfig } from '#server/config'
import type { Log } from '#server/platform/log'
import type { Broker } from './broker.ts'
import { webSocketStream } from './web-socket-stream.ts'

type OwnDoors = Extract<MqttConfig, { url: undefined }>

interface Door {
  readonly name: string
  readonly port: number
  readonly make: (onConnection: (socket: Socket) => void) => Promise<Server>
}

/** Detects a socket whose other end has vanished, even without MQTT keepalive. */
const probeAfterMs = 60_000
const tryAgainMs = 10_000
/** How long devices may take to disconnect when the listener closes. */
const hangUpMs = 500
/** The WebSocket close code for a server restart. */
const serviceRestart = 1012
const path = '/mqtt'
/** Addresses that a server listens on but no client connects to. */
const wildcards: ReadonlySet<string> = new Set(['0.0.0.0', '::'])
const noSuchPage = 'HTTP/1.1 404 Not Found\r\nconnection: close\r\ncontent-length: 0\r\n\r\n'

function doorsOf({ port, tls }: OwnDoors): readonly Door[] {
  const plain: Door = { name: 'TCP', port, make: async onConnection => createServer(onConnection) }
  if (!tls) return port === 0 ? [] : [plain]
  const secure: Door = {
    name: 'TLS',
    port: tls.port,
    make: async onConnection => {
      const [cert, key] = await Promise.all([readFile(tls.certFile), readFile(tls.keyFile)])
      return createTlsServer({ cert, key, minVersion: 'TLSv1.2' }, onConnection)
    },
  }
  return port === 0 ? [secure] : [plain, secure]
}

/** Creates the embedded broker's listeners: TCP, TLS, and WebSocket on the web server. */
export function createDoors({
  config,
  log,
  broker,
}: {
  readonly config: OwnDoors
  readonly log: Log
  readonly broker: Broker
}) {
  const doors = doorsOf(config)
  const open = new Map<Door, Server>()
  const shut = new Map<Door, string>()
  const retries = new Set<NodeJS.Timeout>()
  const sockets = new Set<Socket>()
  // A WebSocket message may contain several packets, and some programs send them in one.
  const webSockets = new WebSocketServer({
    noServer: true,
    maxPayload: 2 * mostImageBytes,
    handleProtocols: offered => (offered.has('mqtt') ? 'mqtt' : false),
  })
  let isClosed = false
  let webServer: HttpServer | undefined

  function upgrade(request: IncomingMessage, socket: Duplex, head: Buffer) {
    const isOurs = URL.parse(request.url ?? '', 'http://house')?.pathname === path
    // Other upgrade handlers respond on the other paths; if there are none, we respond.
    if (!isOurs) return void (webServer?.listenerCount('upgrade') === 1 && socket.end(noSuchPage))
    webSockets.handleUpgrade(request, socket, head, webSocket => {
      // Without the subprotocol, a page in a browser could not be told apart from a device.
      if (webSocket.protocol !== 'mqtt') return webSocket.close(1002)
      broker.take(webSocketStream(webSocket), request.socket.remoteAddress ?? '', request)
    })
  }

  function take(socket: Socket) {
    socket.setKeepAlive(true, probeAfterMs).setNoDelay(true)
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
    broker.take(socket, socket.remoteAddress ?? '')
  }

  /**
   * Tells devices that the disconnection is intentional, so that they reconnect immediately. A device that does not
   * respond is disconnected.
   */
  async function hangUp() {
    for (const socket of sockets) socket.end()
    for (const webSocket of webSockets.clients) webSocket.close(serviceRestart)
    for (let waitedMs = 0; sockets.size + webSockets.clients.size > 0 && waitedMs < hangUpMs; waitedMs += 10)
      await sleep(10)
    for (const socket of sockets) socket.destroy()
    for (const webSocket of webSockets.clients) webSocket.terminate()
  }

  async function listen(door: Door): Promise<void> {
    try {
      const server = await door.make(take)
      await new Promise<void>((resolve, reject) => {
        server.once('error', reject)
        server.listen(door.port, config.host, resolve)
      })
      server.on('error', error =>
        log.error({ err: error }, `the device listener on ${door.name} reported an error`),
      )
      if (isClosed) return void server.close()
      open.set(door, server)
      shut.delete(door)
      log.info(`devices can connect over ${door.name} on port ${door.port}`)
    } catch (error) {
      // The port is in use by another program or the previous server process; people are still served in the meantime.
      shut.set(door, (error as Error).message)
      log.error({ err: error }, `devices cannot connect over ${door.name} on port ${door.port}`)
      const retry = setTimeout(() => {
        retries.delete(retry)
        if (!isClosed) void listen(door)
      }, tryAgainMs).unref()
      retries.add(retry)
    }
  }

  return {
    open: () => Promise.all(doors.map(listen)),
    async close() {
      isClosed = true
      webServer?.off('upgrade', upgrade)
      retries.forEach(retry => clearTimeout(retry))
      const closing = [...open.values()].map(server => new Promise(resolve => server.close(resolve)))
      await hangUp()
      await Promise.all(closing)
    },
    upgrade(server: HttpServer) {
      webServer = server.on('upgrade', upgrade)
    },
    /** Returns where a device would connect, by the listener's name. */
    addresses(): ReadonlyMap<string, string> {
      const host = wildcards.has(config.host) ? 'localhost' : config.host
      const own = doors.map(({ name, port }): [string, string] => [
        name,
        `${name === 'TLS' ? 'mqtts' : 'mqtt'}://${host}:${port}`,
      ])
      const web = webServer?.listening ? webServer.address() : null
      if (typeof web !== 'object' || web === null) return new Map(own)
      return new Map([...own, ['WebSocket', `ws://${host}:${web.port}${path}`]])
    },
    check(): string {
      const [first] = shut
      if (first) throw new Error(`Devices cannot connect over ${first[0].name}: ${first[1]}`)
      const names = doors.map(({ name, port }) => `${name} on port ${port}`)
      return ['Devices can connect over', [...names, `WebSocket at ${path}`].join(', ')].join(' ')
    },
  }
}

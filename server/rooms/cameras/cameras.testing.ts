import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { encode } from 'jpeg-js'
import { WebSocket } from 'ws'

/** Why tests with real video are skipped on a machine without ffmpeg; null if it is installed. */
export const noFfmpeg =
  spawnSync('ffmpeg', ['-version']).status === 0 ? null : 'ffmpeg is not installed on this machine'

/** The PIDs of the ffmpeg programs that a process runs, each in its own shell. */
export function videoPrograms(of: number = process.pid): number[] {
  const { stdout } = spawnSync('ps', ['-ww', '-eo', 'pid=,ppid=,args='], { encoding: 'utf8' })
  const rows = Array.from(stdout.matchAll(/^ *(\d+) +(\d+) (.*)$/gm), ([, pid, parent, args = '']) => ({
    pid: Number(pid),
    parent: Number(parent),
    args,
  }))
  const shells = new Set(rows.filter(({ parent }) => parent === of).map(({ pid }) => pid))
  return rows
    .filter(({ parent, args }) => shells.has(parent) && args.startsWith('ffmpeg '))
    .map(({ pid }) => pid)
}

const boundary = 'frame'

function picture(brightness: number): Buffer {
  const [width, height] = [160, 90]
  return Buffer.from(encode({ width, height, data: Buffer.alloc(width * height * 4, brightness) }, 70).data)
}

export interface FakeCamera {
  readonly url: string
  readonly port: number
  /** The requests that the camera received. */
  readonly asked: string[]
  close(): Promise<void>
}

/** An MJPEG camera over HTTP, a common kind; `answer` overrides its response. */
export async function fakeMjpegCamera(
  answer?: (request: IncomingMessage, response: ServerResponse) => boolean,
): Promise<FakeCamera> {
  const asked: string[] = []
  const server: Server = createServer((request, response) => {
    asked.push(request.url ?? '')
    if (answer?.(request, response)) return
    response.writeHead(200, { 'content-type': `multipart/x-mixed-replace; boundary=${boundary}` })
    let shown = 0
    const show = () => {
      const jpeg = picture((shown++ * 16) % 256)
      const head = `--${boundary}\r\nContent-Type: image/jpeg\r\nContent-Length: ${jpeg.length}\r\n\r\n`
      response.write(Buffer.concat([Buffer.from(head), jpeg, Buffer.from('\r\n')]))
    }
    const showing = setInterval(show, 200)
    response.on('close', () => clearInterval(showing))
    show()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}/video.mjpg`,
    port,
    asked,
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

export interface Watching {
  readonly socket: WebSocket
  readonly lines: string[]
  /** Resolves to the stream's URL once it is sent; rejects if the socket closes before that. */
  readonly address: Promise<string>
  readonly closed: Promise<{ code: number; reason: string }>
}

/** Simulates a person who watches a camera through the same socket as the web app. */
export function watch(baseUrl: string, cameraId: number, token: string, origin?: string): Watching {
  const url = `${baseUrl.replace(/^http/, 'ws')}/Stream/ws/${cameraId}`
  const socket = new WebSocket(url, token, origin === undefined ? {} : { origin })
  const lines: string[] = []
  const { promise: address, resolve, reject } = Promise.withResolvers<string>()
  const { promise: closed, resolve: end } = Promise.withResolvers<{ code: number; reason: string }>()
  address.catch(() => {}) // not every test waits for the URL
  socket.on('message', (data: Buffer) => {
    const line = data.toString('utf8')
    lines.push(line)
    socket.send('pong')
    if (/^https?:/.test(line)) resolve(line)
  })
  socket.on('error', (error: Error) => {
    reject(error)
    end({ code: 0, reason: error.message })
  })
  socket.on('close', (code, reason) => {
    reject(new Error(`closed: ${reason.toString()}`))
    end({ code, reason: reason.toString() })
  })
  return { socket, lines, address, closed }
}

import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'
import type { Outside } from '#server/platform/outside/index'
import { secondMs } from '#server/platform/clock'
import { authorizationFor, bestChallenge, type Credentials } from './authorization.ts'
import { createRtspReader, headerOf, headersOf, withoutHeader, writeMessage } from './rtsp-messages.ts'
import { CameraTrouble, notAnswering, sentElsewhere, wrongPassword } from './trouble.ts'

export interface RtspProxy {
  /** The local URL, which is given only to ffmpeg. */
  readonly url: string
  /** The camera's error, if any, because ffmpeg cannot see the cause. */
  trouble(): unknown
  close(): void
}

export interface RtspProxyOptions {
  readonly outside: Outside
  readonly url: URL
  readonly credentials: Credentials | null
}

const silentMs = 15 * secondMs
const usualPort = 554
const mostWaitingBytes = 8 * 1024 * 1024

/**
 * Runs between ffmpeg and an RTSP camera. Connects only to the address that was checked, forwards no redirects, and
 * holds the password, so that it never appears in ffmpeg, its command line or its output.
 */
export async function openRtspProxy({ outside, url, credentials }: RtspProxyOptions): Promise<RtspProxy> {
  const secret = randomBytes(18).toString('base64url')
  const sockets = new Set<Socket>()
  let trouble: unknown
  let own = ''

  function fail(error: unknown) {
    trouble ??= error
    for (const socket of sockets) socket.destroy()
  }

  function keep(socket: Socket): Socket {
    sockets.add(socket)
    socket.setNoDelay(true).setTimeout(silentMs, () => fail(new CameraTrouble(notAnswering)))
    socket.on('close', () => fail(new CameraTrouble(notAnswering)))
    socket.on('error', () => {}) // errors are handled on close
    return socket
  }

  async function reachCamera(): Promise<Socket> {
    const [found] = await outside.addressesOf(url.hostname.replace(/^\[|\]$/g, ''))
    if (!found) throw new CameraTrouble(notAnswering)
    const socket = keep(connect(Number(url.port) || usualPort, found.address))
    await once(socket, 'connect')
    return socket
  }

  /** Maps ffmpeg's URLs to the camera's. */
  const base = url.href.replace(/\/$/, '')
  const translated = (uri: string) => (uri.startsWith(own) ? base + uri.slice(own.length) : uri)

  function serveOne(program: Socket, camera: Socket) {
    let challenge: string | undefined
    let last: { head: string; body: Buffer; method: string; uri: string; isSigned: boolean } | undefined

    function send(request: NonNullable<typeof last>) {
      const reported = challenge && credentials && authorizationFor(challenge, credentials, request)
      last = { ...request, isSigned: Boolean(reported) }
      const head = reported ? `${request.head}\r\nAuthorization: ${reported}` : request.head
      camera.write(writeMessage({ head, body: request.body }))
    }

    const readProgram = createRtspReader()
    function pass(chunk: Buffer) {
      for (const piece of readProgram(chunk)) {
        if (piece.kind === 'packet') {
          camera.write(piece.raw)
          continue
        }
        const [line = '', ...rest] = withoutHeader(piece.head, 'authorization').split('\r\n')
        const [method = '', uri = '', protocol = ''] = line.split(' ')
        const wanted = translated(uri)
        const head = [`${method} ${wanted} ${protocol}`, ...rest].join('\r\n')
        send({ head, body: piece.body, method, uri: wanted, isSigned: false })
      }
    }

    const readCamera = createRtspReader()
    function hear(chunk: Buffer) {
      for (const piece of readCamera(chunk)) {
        if (piece.kind === 'packet') {
          program.write(piece.raw)
          continue
        }
        const [, status] = /^RTSP\/1\.\d (\d{3})/.exec(piece.head) ?? []
        // The camera's own requests, above all REDIRECT, are not forwarded.
        if (status === undefined) continue
        if (status.startsWith('3')) throw new CameraTrouble(sentElsewhere)
        if (status === '401') {
          const asked = bestChallenge(headersOf(piece.head, 'www-authenticate'))
          if (!asked || !credentials || !last || last.isSigned) throw new CameraTrouble(wrongPassword)
          challenge = asked
          send(last)
          continue
        }
        program.write(writeMessage({ head: withoutHeader(piece.head, 'location'), body: piece.body }))
      }
    }
    const received = (hearing: (chunk: Buffer) => void) => (chunk: Buffer) => {
      try {
        hearing(chunk)
        // A reader that is slower than the camera is disconnected, because the camera does not wait for it.
        if (program.writableLength > mostWaitingBytes) throw new CameraTrouble(notAnswering)
      } catch (error) {
        fail(error)
      }
    }
    program.on('data', received(pass))
    camera.on('data', received(hear))
  }

  const server = createServer({ pauseOnConnect: true }, program => {
    // ffmpeg connects only once, and no other client can have gotten the URL from us.
    if (sockets.size > 0) return void program.destroy()
    keep(program)
    const first = createRtspReader()
    program.once('data', (chunk: Buffer) => {
      program.pause()
      try {
        const [piece] = first(chunk)
        const isOurs = piece?.kind === 'message' && piece.head.split(' ')[1]?.startsWith(own)
        if (!isOurs || headerOf(piece.head, 'cseq') === undefined) return void program.destroy()
      } catch {
        return void program.destroy() // not RTSP
      }
      reachCamera().then(camera => {
        serveOne(program, camera)
        program.unshift(chunk)
        program.resume()
      }, fail)
    })
    program.resume()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  own = `rtsp://127.0.0.1:${(server.address() as AddressInfo).port}/${secret}`
  return {
    url: own,
    trouble: () => trouble,
    close() {
      server.close()
      for (const socket of sockets) socket.destroy()
    },
  }
}

import { spawn } from 'node:child_process'
import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer as createHttpServer, type RequestListener } from 'node:http'
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, describe, expect, it, vi } from 'vitest'
import { createOutside } from '#server/platform/outside/index'
import { createTestPictures } from '#server/rooms/cameras/test-picture'
import { noFfmpeg } from '#server/rooms/cameras/cameras.testing'
import { authorizationFor } from './authorization.ts'
import type { CameraSource } from './open-video.ts'
import { createRtspReader, headerOf, writeMessage } from './rtsp-messages.ts'

const loopback = { address: '127.0.0.1', family: 4 }
const open = { address: '93.184.216.34', family: 4 }
const closing: (() => void)[] = []
afterEach(() => closing.splice(0).forEach(close => close()))

/** Starts a server that must not be reached. */
async function inside(): Promise<{ port: number; came: () => number }> {
  let count = 0
  const server = createServer(socket => {
    count++
    socket.destroy()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  closing.push(() => server.close())
  return { port: (server.address() as AddressInfo).port, came: () => count }
}

async function httpCamera(answer: RequestListener): Promise<number> {
  const server = createHttpServer(answer)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  closing.push(() => {
    server.closeAllConnections()
    server.close()
  })
  return (server.address() as AddressInfo).port
}

const outsideBy = (...answers: (typeof loopback)[][]) => {
  let asked = 0
  return createOutside({
    allowedNetworks: [],
    lookUp: async () => answers[Math.min(asked++, answers.length - 1)] ?? [],
  })
}
const allowing = createOutside({ allowedNetworks: ['127.0.0.1'] })

const pictureBy = (outside: ReturnType<typeof createOutside>) =>
  createTestPictures({
    outside,
    simulated: null,
    ffmpeg: () => ({ kind: 'ready', program: 'ffmpeg', version: 'of this machine' }),
  })
const camera = (kind: CameraSource['kind'], address: string): CameraSource => ({
  name: 'Test',
  kind,
  address,
  credentials: null,
})

/** Required by safety.md (SSRF): 0 connections unless the operator allowed that network. */
describe('an internal address is not connected to', () => {
  const hosts = [
    '127.0.0.1',
    '[::ffff:127.0.0.1]',
    '169.254.169.254',
    '10.0.0.1',
    '[::1]',
    '0.0.0.0',
    'inside.test',
  ]
  const kinds = [
    ['rtsp', 'rtsp'],
    ['mjpeg', 'http'],
    ['hls', 'http'],
  ] as const

  it.skipIf(noFfmpeg !== null).each(kinds)('%s', async (kind, protocol) => {
    const target = await inside()
    const take = pictureBy(outsideBy([loopback], [open, loopback]))
    for (const host of [...hosts, 'half.test']) {
      const refused = take(camera(kind, `${protocol}://${host}:${target.port}/`))
      await expect(refused, host).rejects.toThrow('a network that this server may not connect to')
    }
    expect(target.came()).toBe(0)
  })

  it.skipIf(noFfmpeg !== null)('through an HTTP redirect', async () => {
    const target = await inside()
    const port = await httpCamera((_request, response) =>
      response.writeHead(302, { location: `http://127.0.0.1:${target.port}/` }).end(),
    )
    for (const kind of ['mjpeg', 'hls'] as const)
      await expect(pictureBy(allowing)(camera(kind, `http://127.0.0.1:${port}/`))).rejects.toThrow(
        'redirects to another address',
      )
    expect(target.came()).toBe(0)
  })

  it.skipIf(noFfmpeg !== null)('through an RTSP redirect', async () => {
    const target = await inside()
    const server = createServer(socket =>
      socket.on('data', data => {
        const cseq = /CSeq: (\d+)/.exec(data.toString())?.[1]
        const location = `rtsp://127.0.0.1:${target.port}/`
        socket.write(`RTSP/1.0 302 Moved\r\nCSeq: ${cseq}\r\nLocation: ${location}\r\n\r\n`)
      }),
    ).listen(0, '127.0.0.1')
    await once(server, 'listening')
    closing.push(() => server.close())
    const { port } = server.address() as AddressInfo
    await expect(pictureBy(allowing)(camera('rtsp', `rtsp://127.0.0.1:${port}/`))).rejects.toThrow(
      'redirects to another address',
    )
    expect(target.came()).toBe(0)
  })

  it.skipIf(noFfmpeg !== null).each(['entry', 'list of lists', 'map'])(
    'through the %s of a playlist',
    async where => {
      const target = await inside()
      const away = `http://[::1]:${target.port}/secret.ts`
      const bodies: Record<string, string> = {
        entry: `#EXTM3U\n#EXT-X-TARGETDURATION:2\n#EXTINF:2,\n${away}\n`,
        'list of lists': `#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=1\n${away}\n`,
        map: `#EXTM3U\n#EXT-X-TARGETDURATION:2\n#EXT-X-MAP:URI="${away}"\n#EXTINF:2,\n1.mp4\n`,
      }
      const port = await httpCamera((_request, response) => response.end(bodies[where]))
      await expect(pictureBy(allowing)(camera('hls', `http://127.0.0.1:${port}/i.m3u8`))).rejects.toThrow(
        'may not connect to',
      )
      expect(target.came()).toBe(0)
    },
  )

  it.skipIf(noFfmpeg !== null)('through a name that resolves differently the second time', async () => {
    const target = await inside()
    let asked = 0
    const rebinding = createOutside({
      allowedNetworks: ['127.0.0.2'],
      lookUp: async () => [{ address: asked++ === 0 ? '127.0.0.2' : '127.0.0.1', family: 4 }],
    })
    const take = pictureBy(rebinding)
    await expect(take(camera('mjpeg', `http://a.test:${target.port}/`))).rejects.toThrow('does not respond')
    await expect(take(camera('rtsp', `rtsp://a.test:${target.port}/`))).rejects.toThrow('may not connect to')
    expect(target.came()).toBe(0)
  })
})

/**
 * An RTSP camera with interleaved H.264 and Digest authentication: ffmpeg produces the video, and this server forwards
 * it.
 */
async function rtspCamera(password: { userName: string; password: string }) {
  const folder = mkdtempSync(join(tmpdir(), 'skywarden-rtsp-'))
  const packets = createSocket('udp4')
  packets.bind(0, '127.0.0.1')
  await once(packets, 'listening')
  const sdpFile = join(folder, 'stream.sdp')
  const test = ['-re', '-f', 'lavfi', '-i', 'testsrc=size=320x180:rate=10', '-c:v', 'libx264', '-g', '10']
  const to = ['-f', 'rtp', '-sdp_file', sdpFile, `rtp://127.0.0.1:${packets.address().port}?pkt_size=1200`]
  const fast = [
    '-pix_fmt',
    'yuv420p',
    '-profile:v',
    'baseline',
    '-preset',
    'ultrafast',
    '-tune',
    'zerolatency',
  ]
  const film = spawn('ffmpeg', ['-loglevel', 'error', '-nostdin', ...test, ...fast, ...to], {
    stdio: 'ignore',
  })
  const players = new Set<Socket>()
  packets.on('message', packet => {
    const head = Buffer.from([0x24, 0, packet.length >> 8, packet.length & 255])
    for (const player of players) player.write(Buffer.concat([head, packet]))
  })
  const reported: string[] = []
  const server: Server = createServer(socket => {
    const read = createRtspReader()
    const challenge = 'Digest realm="camera", nonce="5f2a"'
    socket.on('error', () => {})
    socket.on('close', () => players.delete(socket))
    socket.on('data', (chunk: Buffer) => {
      for (const piece of read(chunk)) {
        if (piece.kind === 'packet') continue
        reported.push(piece.head)
        const [method = '', uri = ''] = piece.head.split(' ')
        const cseq = `CSeq: ${headerOf(piece.head, 'cseq')}`
        const answer = (status: string, headers: string[] = [], body = '') => {
          const length = body === '' ? [] : [`Content-Length: ${body.length}`]
          const head = [`RTSP/1.0 ${status}`, cseq, ...headers, ...length].join('\r\n')
          socket.write(writeMessage({ head, body: Buffer.from(body) }))
        }
        const right = authorizationFor(challenge, password, { method, uri })
        if (method === 'OPTIONS') answer('200 OK', ['Public: DESCRIBE, SETUP, PLAY'])
        else if (headerOf(piece.head, 'authorization') !== right)
          answer('401 Unauthorized', [`WWW-Authenticate: ${challenge}`])
        else if (method === 'DESCRIBE') {
          const sdp = readFileSync(sdpFile, 'utf8')
            .replace(/^SDP:\s*/, '')
            .replace(/m=video \d+/, 'm=video 0')
          answer('200 OK', ['Content-Type: application/sdp', `Content-Base: ${uri}/`], `${sdp.trim()}\r\n`)
        } else if (method === 'SETUP')
          answer('200 OK', ['Transport: RTP/AVP/TCP;unicast;interleaved=0-1', 'Session: 1'])
        else {
          answer('200 OK', ['Session: 1'])
          if (method === 'PLAY') players.add(socket)
        }
      }
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  closing.push(() => {
    film.kill('SIGKILL')
    packets.close()
    server.close()
    for (const player of players) player.destroy()
    rmSync(folder, { recursive: true, force: true })
  })
  await vi.waitFor(() => expect(readFileSync(sdpFile, 'utf8')).toContain('m=video'), { timeout: 30_000 })
  return { url: `rtsp://127.0.0.1:${(server.address() as AddressInfo).port}/live/1`, said: reported }
}

describe.skipIf(noFfmpeg !== null)('an RTSP camera', () => {
  const credentials = { userName: 'viewer', password: 'not for ffmpeg' }

  it('is watched through the proxy, which alone holds the password', async () => {
    const { url, said: reported } = await rtspCamera(credentials)
    const picture = await pictureBy(allowing)({ ...camera('rtsp', url), credentials })
    expect(picture).toMatch(/^data:image\/jpeg;base64,\/9j\//)
    const describes = reported.filter(head => head.startsWith('DESCRIBE'))
    expect(describes.at(-1)).toContain(`DESCRIBE ${url} RTSP/1.0`)
    expect(reported.join()).not.toContain(credentials.password)
    const wrong = pictureBy(allowing)({
      ...camera('rtsp', url),
      credentials: { ...credentials, password: 'wrong' },
    })
    await expect(wrong).rejects.toThrow('refused the user name or the password')
  })
})

describe.skipIf(noFfmpeg !== null)('an HLS camera', () => {
  it('is read segment by segment, even through a master playlist', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'skywarden-hls-'))
    afterAll(() => rmSync(folder, { recursive: true, force: true }))
    const words =
      '-loglevel error -f lavfi -i testsrc=size=320x180:rate=10 -t 4 -c:v libx264 -g 10 -f hls -hls_time 1'
    const film = spawn('ffmpeg', [...words.split(' '), join(folder, 'index.m3u8')])
    await once(film, 'close')
    const port = await httpCamera((request, response) => {
      const isListOfLists = request.url === '/all.m3u8'
      const lists = '#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=1\nindex.m3u8\n'
      response.end(isListOfLists ? lists : readFileSync(join(folder, request.url ?? '')))
    })
    const picture = await pictureBy(allowing)(camera('hls', `http://127.0.0.1:${port}/all.m3u8`))
    expect(picture).toMatch(/^data:image\/jpeg;base64,\/9j\//)
  })
})

it('computes Digest responses per RFC 2617 and RFC 7616', () => {
  const challenge = 'Digest realm="testrealm@host.com", nonce="dcd98b7102dd2f0e8b11d0f600bfb0c093"'
  const reported = authorizationFor(
    challenge,
    { userName: 'Mufasa', password: 'Circle Of Life' },
    { method: 'GET', uri: '/dir/index.html' },
  )
  expect(reported).toContain('response="670fd8c2df070c60b045671b8b24ff02"')
  expect(
    authorizationFor('Negotiate', { userName: 'a', password: 'b' }, { method: 'GET', uri: '/' }),
  ).toBeNull()
})

import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, request as httpRequest, type IncomingMessage, type Server } from 'node:http'
import { request as httpsRequest } from 'node:https'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { WebSocket, WebSocketServer, type ClientOptions } from 'ws'
import { allCalls } from '#contract/index'
import { freePort } from '#server/platform/free-port.testing'
import { acceptsOn } from '#server/platform/store/testing-outside'

const host = 'weather.example.org'
const examples = {
  nginx: readFileSync('deploy/nginx.conf', 'utf8'),
  caddy: readFileSync('deploy/Caddyfile', 'utf8'),
}
const longestBodyBytes = Math.max(...allCalls.map(call => call.bodyLimitBytes ?? 0))

interface Ports {
  readonly house: number
  readonly https: number
  readonly http: number
}

/** Each proxy with its documented example configuration, but on other ports and with a test certificate. */
const proxies = {
  nginx: {
    args: (file: string) => ['-c', file],
    check: ['-v'],
    stop: 'SIGTERM',
    config(folder: string, ports: Ports) {
      const site = examples.nginx
        .replaceAll('127.0.0.1:8080', `127.0.0.1:${ports.house}`)
        .replaceAll(/^ *listen \[::\].*\n/gm, '')
        .replace('listen 443', `listen 127.0.0.1:${ports.https}`)
        .replace('listen 80', `listen 127.0.0.1:${ports.http}`)
        .replaceAll(`/etc/ssl/${host}`, folder)
      const places = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
        .map(name => `${name}_temp_path ${folder}/${name};`)
        .join('\n')
      return `daemon off; pid ${folder}/pid; error_log ${folder}/errors; events {}
        http { access_log off; ${places}\n${site} }`
    },
  },
  caddy: {
    args: (file: string) => ['run', '--adapter', 'caddyfile', '--config', file],
    check: ['version'],
    stop: 'SIGKILL', // otherwise it waits for every open connection
    config(folder: string, ports: Ports) {
      const site = examples.caddy
        .replaceAll('127.0.0.1:8080', `127.0.0.1:${ports.house}`)
        .replace(
          `https://${host} {`,
          `https://${host}:${ports.https} {\ntls ${folder}/fullchain.pem ${folder}/privkey.pem`,
        )
        .replace(`http://${host} {`, `http://${host}:${ports.http} {`)
      return `{\nadmin off\nauto_https disable_redirects\ndefault_bind 127.0.0.1\n}\n${site}`
    },
  },
} as const

const runs = (program: string, args: readonly string[]) =>
  spawnSync(program, args, { stdio: 'ignore' }).status === 0

/**
 * Starts a server that responds with the request it received, streams one event at a time, and echoes everything that
 * it receives through WebSockets.
 */
function playHouse(): { server: Server; sendEvent: () => void } {
  let sendEvent = () => {}
  const server = createServer((request, reply) => {
    if (request.url === '/api/live') {
      reply.writeHead(200, { 'content-type': 'text/event-stream' })
      sendEvent = () => void reply.write('data: more\n\n')
      reply.write('data: first\n\n')
      return
    }
    let bytes = 0
    request.on('data', (part: Buffer) => (bytes += part.length))
    request.on('end', () => reply.end(JSON.stringify({ headers: request.headers, bytes })))
  })
  const sockets = new WebSocketServer({ noServer: true })
  server.on('upgrade', (request, socket, head) =>
    sockets.handleUpgrade(request, socket, head, webSocket =>
      webSocket.on('message', message => webSocket.send(`${request.url}: ${(message as Buffer).toString()}`)),
    ),
  )
  return { server, sendEvent: () => sendEvent() }
}

describe.each(['nginx', 'caddy'] as const)('the example for %s', name => {
  it('lets the largest upload through', () => {
    const [, megabytes = '0'] = /(?:client_max_body_size|max_size) (\d+)M?B?/i.exec(examples[name]) ?? []
    expect(Number(megabytes) * 1e6).toBeGreaterThan(longestBodyBytes)
  })

  const { args, check, config, stop } = proxies[name]
  // Tests real proxies, where they are installed.
  describe.runIf(runs(name, check) && runs('openssl', ['version']))('in use', () => {
    const folder = mkdtempSync(join(tmpdir(), `skywarden-${name}-`))
    const { server, sendEvent } = playHouse()
    let ports: Ports
    let proxy: ChildProcess
    let output = ''

    beforeAll(async () => {
      chmodSync(folder, 0o755) // nginx stores uploads as another user
      server.listen(0, '127.0.0.1')
      await once(server, 'listening')
      const { port } = server.address() as { port: number }
      ports = { house: port, https: await freePort(), http: await freePort() }
      const made = ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-subj', `/CN=${host}`]
      const names = ['-addext', `subjectAltName=DNS:${host}`]
      const files = ['-keyout', join(folder, 'privkey.pem'), '-out', join(folder, 'fullchain.pem')]
      expect(runs('openssl', [...made, ...names, ...files])).toBe(true)
      mkdirSync(join(folder, 'home'))
      const file = join(folder, 'config')
      writeFileSync(file, config(folder, ports))
      proxy = spawn(name, args(file), { env: { ...process.env, HOME: join(folder, 'home') }, stdio: 'pipe' })
      for (const stream of [proxy.stdout, proxy.stderr])
        stream?.on('data', (part: Buffer) => (output += String(part)))
      await vi.waitFor(
        async () => {
          if (proxy.exitCode !== null) throw new Error(output)
          expect([await acceptsOn(ports.https), await acceptsOn(ports.http)]).toEqual([true, true])
        },
        { timeout: 60_000, interval: 200 },
      )
    })
    afterAll(async () => {
      const ended = once(proxy, 'close')
      proxy.kill(stop)
      await ended
      server.closeAllConnections()
      server.close()
      rmSync(folder, { recursive: true, force: true })
    })

    async function ask(path: string, options: { body?: Buffer; plain?: boolean } = {}) {
      const { body, plain = false } = options
      const request = (plain ? httpRequest : httpsRequest)({
        host: '127.0.0.1',
        port: plain ? ports.http : ports.https,
        path,
        method: body ? 'POST' : 'GET',
        headers: { host, 'x-forwarded-for': '203.0.113.9', 'x-forwarded-host': 'evil.example' },
        ...(!plain && { servername: host, rejectUnauthorized: false }),
      })
      request.on('error', () => {}) // a refused upload may end before it is sent
      request.end(body)
      const [reply] = (await once(request, 'response')) as [IncomingMessage]
      return reply
    }
    const seen = async (reply: IncomingMessage) =>
      JSON.parse(await text(reply)) as { headers: Record<string, string>; bytes: number }

    it('passes events on immediately', async () => {
      const reply = await ask('/api/live')
      const [first] = (await once(reply, 'data')) as [Buffer]
      expect(first.toString()).toContain('first') // the response is still open
      sendEvent()
      const [more] = (await once(reply, 'data')) as [Buffer]
      expect(more.toString()).toContain('more')
      reply.destroy()
    })

    it.each(['/mqtt', '/Stream/ws/7'])('passes WebSockets on: %s', async path => {
      // The types of `ws` lack the server name, which it passes on to TLS.
      const options: ClientOptions & { servername: string } = {
        headers: { host },
        servername: host,
        rejectUnauthorized: false,
      }
      const socket = new WebSocket(`wss://127.0.0.1:${ports.https}${path}`, options)
      await once(socket, 'open')
      socket.send('hello')
      const [message] = (await once(socket, 'message')) as [Buffer]
      expect(message.toString()).toBe(`${path}: hello`)
      socket.terminate()
    })

    it('passes the largest upload on and refuses a larger one', async () => {
      const { bytes } = await seen(await ask('/api/import', { body: Buffer.alloc(longestBodyBytes) }))
      expect(bytes).toBe(longestBodyBytes)
      const reply = await ask('/api/import', { body: Buffer.alloc(8 * 1024 * 1024) })
      expect(reply.statusCode).toBeGreaterThanOrEqual(400)
    })

    it('replaces what a client claims about its address', async () => {
      const { headers } = await seen(await ask('/api/Status'))
      expect(headers).toMatchObject({
        host,
        'x-forwarded-for': '127.0.0.1',
        'x-forwarded-host': host,
        'x-forwarded-proto': 'https',
      })
    })

    it('accepts station uploads over HTTP, and nothing else', async () => {
      for (const path of ['/data/report/', '/weatherstation/updateweatherstation.php?ID=1'])
        expect((await seen(await ask(path, { plain: true }))).headers).toMatchObject({ host })
      const other = await ask('/Status?a=1', { plain: true })
      expect([other.statusCode, other.headers.location]).toEqual([308, `https://${host}/Status?a=1`])
    })
  })
})

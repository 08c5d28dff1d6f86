import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createOutside, NotOutside } from './index.ts'

const asked: string[] = []
let server: Server
let port = 0

beforeAll(async () => {
  server = createServer((request, response) => {
    asked.push(`${request.method} ${request.url}`)
    if (request.url === '/elsewhere') response.writeHead(302, { location: '/secret' }).end()
    else if (request.url === '/long') response.end('x'.repeat(2000))
    else if (request.url === '/drip') response.write('x')
    else response.writeHead(200, { 'content-type': 'text/plain', etag: '"1"' }).end('hello')
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  port = (server.address() as AddressInfo).port
})
afterAll(() => {
  server.closeAllConnections()
  server.close()
})
beforeEach(() => void asked.splice(0))

const get = (url: string) => ({
  url,
  method: 'GET' as const,
  headers: {},
  timeoutMs: 2000,
  maxAnswerBytes: 1000,
})
const loopback = { address: '127.0.0.1', family: 4 }
const open = { address: '93.184.216.34', family: 4 }

describe('a URL that a user entered', () => {
  const outside = createOutside({ allowedNetworks: [], lookUp: async () => [loopback] })

  test.each([
    'http://127.0.0.1:PORT/',
    'https://127.0.0.1:PORT/',
    'https://[::ffff:127.0.0.1]:PORT/',
    'http://a.test:PORT/',
  ])('does not connect to %s', async url => {
    await expect(outside.ask(get(url.replace('PORT', String(port))))).rejects.toThrow(NotOutside)
    expect(asked).toEqual([])
  })

  test('does not connect if the name resolves to a private address, even if only one of several', async () => {
    await expect(outside.ask(get('https://a.test/'))).rejects.toThrow(NotOutside)
    const half = createOutside({ allowedNetworks: [], lookUp: async () => [open, loopback] })
    await expect(half.ask(get('https://a.test/'))).rejects.toThrow(NotOutside)
  })

  test('connects to the address that was checked, whatever the DNS server returns the second time', async () => {
    let times = 0
    const rebinding = createOutside({
      allowedNetworks: ['127.0.0.1'],
      lookUp: async () => (times++ === 0 ? [loopback] : [{ address: '127.0.0.2', family: 4 }]),
    })
    const { body } = await rebinding.ask(get(`http://a.test:${port}/`))
    expect([body.toString(), times]).toEqual(['hello', 1])
  })

  test('may use plain HTTP and any port on an allowed network, and nowhere else', async () => {
    const allowed = createOutside({ allowedNetworks: ['127.0.0.0/8'], lookUp: async () => [open] })
    const answer = await allowed.ask(get(`http://127.0.0.1:${port}/`))
    expect(answer).toMatchObject({ status: 200, contentType: 'text/plain', etag: '"1"' })
    await expect(allowed.ask(get(`http://a.test:${port}/`))).rejects.toThrow(NotOutside)
    await expect(allowed.ask(get('http://10.0.0.1/'))).rejects.toThrow(NotOutside)
    expect(asked).toEqual(['GET /'])
  })

  test('does not follow redirects', async () => {
    const allowed = createOutside({ allowedNetworks: ['127.0.0.1'] })
    expect((await allowed.ask(get(`http://127.0.0.1:${port}/elsewhere`))).status).toBe(302)
    expect(asked).toEqual(['GET /elsewhere'])
  })

  test('fails if the response is too long or never ends', async () => {
    const allowed = createOutside({ allowedNetworks: ['127.0.0.1'] })
    await expect(allowed.ask(get(`http://127.0.0.1:${port}/long`))).rejects.toThrow('longer than 1000 bytes')
    const slow = { ...get(`http://127.0.0.1:${port}/drip`), timeoutMs: 100 }
    await expect(allowed.ask(slow)).rejects.toThrow(/abort/i)
  })

  test('is rejected on entry if it could never be requested', () => {
    const allowed = createOutside({ allowedNetworks: ['10.0.0.0/8'] })
    expect(outside.couldAsk('https://hooks.example.org/x')).toBe(true)
    expect(outside.couldAsk('http://hooks.example.org/x')).toBe(false)
    expect(outside.couldAsk('https://10.0.0.1/x')).toBe(false)
    expect(allowed.couldAsk('http://10.0.0.1:8080/x')).toBe(true)
    expect(allowed.couldAsk('http://192.168.0.1/x')).toBe(false)
    expect(allowed.couldAsk('http://user:secret@10.0.0.1/x')).toBe(false)
    expect(allowed.couldAsk('file:///etc/passwd')).toBe(false)
  })
})

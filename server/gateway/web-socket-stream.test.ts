import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import type { Duplex } from 'node:stream'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { WebSocket, WebSocketServer } from 'ws'
import { webSocketStream } from './web-socket-stream.ts'

const soon = { timeout: 45_000 }

const maxPayload = 64 * 1024

describe('a WebSocket as a stream', () => {
  let server: WebSocketServer
  let device: WebSocket
  let webSocket: WebSocket
  let stream: Duplex

  beforeEach(async () => {
    server = new WebSocketServer({ port: 0, host: '127.0.0.1', maxPayload })
    await once(server, 'listening')
    device = new WebSocket(`ws://127.0.0.1:${(server.address() as AddressInfo).port}`)
    const [[accepted]] = await Promise.all([once(server, 'connection'), once(device, 'open')])
    webSocket = accepted as WebSocket
    stream = webSocketStream(webSocket)
  })
  afterEach(() => {
    device.terminate()
    webSocket.terminate()
    server.close()
  })

  it('sends what is written together as one message', async () => {
    const messages: string[] = []
    device.on('message', (message: Buffer) => messages.push(message.toString()))
    stream.cork()
    for (const piece of ['0', 'topic', 'payload']) stream.write(piece)
    stream.uncork()
    await vi.waitFor(() => expect(messages).toEqual(['0topicpayload']), soon)
  })

  it('lets a device send no more than is read', async () => {
    const piece = Buffer.alloc(maxPayload)
    for (let sent = 0; sent < 50; sent++) device.send(piece)
    await vi.waitFor(() => expect(webSocket.isPaused).toBe(true), soon)
    expect(stream.readableLength).toBeLessThan(4 * maxPayload)
    let bytes = 0
    stream.on('data', (read: Buffer) => (bytes += read.length))
    await vi.waitFor(() => expect(bytes).toBe(50 * maxPayload), soon)
  })

  it('ends after everything that the device sent before it was gone', async () => {
    device.send('last words', () => device.terminate())
    const read: string[] = []
    stream.on('data', (piece: Buffer) => read.push(piece.toString()))
    await once(stream, 'end')
    expect(read).toEqual(['last words'])
  })

  it('refuses a message that is too large, with the code for it', async () => {
    const failed = once(stream, 'error')
    const closed = once(device, 'close')
    stream.resume()
    device.send(Buffer.alloc(maxPayload + 1))
    expect(String(await failed)).toContain('Max payload size exceeded')
    expect((await closed)[0]).toBe(1009)
  })

  it.each([
    ['closes when it ends', 1005, () => stream.end()],
    ['hangs up when it is destroyed', 1006, () => stream.destroy()],
  ])('%s', async (_, code, finish) => {
    const closed = once(device, 'close')
    stream.resume()
    finish()
    expect((await closed)[0]).toBe(code)
  })
})

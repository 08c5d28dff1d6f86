import type { Duplex } from 'node:stream'
import { createWebSocketStream, type WebSocket } from 'ws'

/**
 * Returns a WebSocket as a stream. The stream of `ws` itself sends each chunk of a packet, often one byte, as a
 * separate message; here everything written together is sent together.
 */
export function webSocketStream(webSocket: WebSocket): Duplex {
  const stream = createWebSocketStream(webSocket)
  stream._writev = (pieces, done) =>
    webSocket.send(Buffer.concat(pieces.map(({ chunk }) => chunk as Buffer)), done)
  return stream
}

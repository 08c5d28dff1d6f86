import { Duplex } from 'node:stream'
import type { WebSocket } from 'ws'

/**
 * A WebSocket as a stream. The one in `ws` sends each chunk of a packet, often one byte, as a separate message; here
 * everything written together is sent together.
 */
export function webSocketStream(webSocket: WebSocket): Duplex {
  const sent = (done: (error?: Error | null) => void) => (error?: Error) => done(error ?? null)
  const stream = new Duplex({
    read: () => webSocket.resume(),
    write: (piece: Buffer, _encoding, done) => webSocket.send(piece, sent(done)),
    writev: (pieces, done) =>
      webSocket.send(Buffer.concat(pieces.map(({ chunk }) => chunk as Buffer)), sent(done)),
    final(done) {
      webSocket.close()
      done()
    },
    destroy(error, done) {
      webSocket.terminate()
      done(error)
    },
  })
  webSocket.on('message', (piece: Buffer) => {
    if (!stream.push(piece)) webSocket.pause()
  })
  webSocket.on('close', () => stream.destroy())
  webSocket.on('error', () => stream.destroy())
  return stream
}

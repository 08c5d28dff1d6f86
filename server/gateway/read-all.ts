import type { Duplex } from 'node:stream'

/**
 * Makes each read of a connection return all available data. Since Node 26 a read returns one chunk. The broker would
 * mistake that chunk for all of the data, and leave the rest of a packet unread until the next one arrives.
 */
export function readAll(connection: Duplex): void {
  const readPiece = connection.read.bind(connection) as (size?: number) => Buffer | null
  connection.read = (size?: number | null) => {
    if (typeof size === 'number') return readPiece(size)
    const pieces: Buffer[] = []
    for (let piece = readPiece(); piece !== null; piece = readPiece()) pieces.push(piece)
    return pieces.length === 0 ? null : Buffer.concat(pieces)
  }
}

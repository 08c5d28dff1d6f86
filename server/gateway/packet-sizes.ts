import type { Duplex } from 'node:stream'

/** Reads only the lengths of MQTT packets as their bytes pass. */
function createLengthReader(): (piece: Buffer) => number {
  let inHeader: 'type' | 'length' | 'none' = 'type'
  let shift = 0
  let length = 0
  let left = 0
  return piece => {
    let longest = left
    for (let at = 0; at < piece.length;) {
      if (inHeader === 'none') {
        const taken = Math.min(left, piece.length - at)
        at += taken
        left -= taken
      } else {
        const byte = piece[at++] ?? 0
        if (inHeader === 'type') {
          inHeader = 'length'
          shift = 0
          length = 0
          continue
        }
        length += (byte & 127) << shift
        shift += 7
        if (byte & 128 && shift < 28) continue
        left = length
        longest = Math.max(longest, length)
        inHeader = 'none'
      }
      if (inHeader === 'none' && left === 0) inHeader = 'type'
    }
    return longest
  }
}

/**
 * Disconnects a client that announces a packet that is too large. The broker itself would buffer a quarter of a
 * gigabyte from a client that has not even authenticated.
 */
export function boundPackets(connection: Duplex, mostBytes: () => number, onTooLarge: () => void): void {
  const lengthIn = createLengthReader()
  // The broker reads when it is ready; its data passes through here first.
  connection.on('data', (piece: Buffer) => {
    if (lengthIn(piece) <= mostBytes() || connection.destroyed) return
    onTooLarge()
    connection.destroy()
  })
}

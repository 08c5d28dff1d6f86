/** One RTSP unit: a text message, or an interleaved video packet. */
export type RtspPiece =
  | { readonly kind: 'packet'; readonly raw: Buffer }
  | { readonly kind: 'message'; readonly head: string; readonly body: Buffer }

const packetSign = 0x24
const mostHeadBytes = 16 * 1024
const mostBodyBytes = 128 * 1024
const headEnd = Buffer.from('\r\n\r\n')

export function headerOf(head: string, name: string): string | undefined {
  return headersOf(head, name)[0]
}

export function headersOf(head: string, name: string): string[] {
  const prefix = `${name.toLowerCase()}:`
  return head
    .split('\r\n')
    .slice(1)
    .filter(line => line.toLowerCase().startsWith(prefix))
    .map(line => line.slice(prefix.length).trim())
}

export function withoutHeader(head: string, name: string): string {
  const prefix = `${name.toLowerCase()}:`
  const [first = '', ...rest] = head.split('\r\n')
  return [first, ...rest.filter(line => !line.toLowerCase().startsWith(prefix))].join('\r\n')
}

export function writeMessage({ head, body }: { readonly head: string; readonly body: Buffer }): Buffer {
  return Buffer.concat([Buffer.from(`${head}\r\n\r\n`, 'latin1'), body])
}

/** Splits incoming data; throws if it is not RTSP or exceeds the limit. */
export function createRtspReader(): (chunk: Buffer) => RtspPiece[] {
  let waiting: Buffer = Buffer.alloc(0)

  function next(): RtspPiece | undefined {
    if (waiting.length === 0) return undefined
    if (waiting[0] === packetSign) {
      if (waiting.length < 4) return undefined
      const length = 4 + waiting.readUInt16BE(2)
      return waiting.length < length ? undefined : { kind: 'packet', raw: cut(length) }
    }
    const end = waiting.indexOf(headEnd)
    if (end < 0 ? waiting.length > mostHeadBytes : end > mostHeadBytes) throw new Error('An endless head')
    if (end < 0) return undefined
    const head = waiting.toString('latin1', 0, end)
    const length = Number(headerOf(head, 'content-length') ?? 0)
    if (!Number.isInteger(length) || length < 0 || length > mostBodyBytes) throw new Error('An endless body')
    if (waiting.length < end + headEnd.length + length) return undefined
    cut(end + headEnd.length)
    return { kind: 'message', head, body: cut(length) }
  }

  function cut(length: number): Buffer {
    const piece = waiting.subarray(0, length)
    waiting = waiting.subarray(length)
    return piece
  }

  return chunk => {
    waiting = waiting.length === 0 ? chunk : Buffer.concat([waiting, chunk])
    const pieces: RtspPiece[] = []
    for (let piece = next(); piece; piece = next()) pieces.push(piece)
    return pieces
  }
}

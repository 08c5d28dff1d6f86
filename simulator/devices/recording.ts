import { createHash } from 'node:crypto'
import type { Speech } from '#domain/hardware/command'

const mostBytes = 5_000_000
const longestWaitMs = 5000

/**
 * Returns a recording if it is the one that the server signed. Otherwise the unit speaks the text with its own voice.
 */
export async function fetchRecording({ recording }: Speech): Promise<Uint8Array | undefined> {
  if (!recording) return undefined
  try {
    const reply = await fetch(recording.url, { signal: AbortSignal.timeout(longestWaitMs) })
    const bytes = new Uint8Array(await reply.arrayBuffer())
    const isWhole = reply.ok && bytes.length <= mostBytes
    const sha256 = createHash('sha256').update(bytes).digest('hex')
    return isWhole && sha256 === recording.sha256 ? bytes : undefined
  } catch {
    return undefined // the recording is not available, but the text is
  }
}

import { parentPort } from 'node:worker_threads'
import { UnreadableGlm, type GlmFile } from './glm-file.ts'
import { readGlmFile } from './read-file.ts'

/** What the thread is asked: the bytes of a file. */
export interface DecodeRequest {
  readonly id: number
  readonly bytes: Uint8Array<ArrayBuffer>
}

/** What it answers. */
export type DecodeAnswer =
  | { readonly id: number; readonly file: GlmFile }
  | { readonly id: number; readonly because: string }

function answer({ id, bytes }: DecodeRequest): DecodeAnswer {
  try {
    return { id, file: readGlmFile(bytes) }
  } catch (error) {
    // Anything else is the library itself: the thread ends by it, and with it whatever state the library was in.
    if (!(error instanceof UnreadableGlm)) throw error
    return { id, because: error.message }
  }
}

parentPort?.on('message', (request: DecodeRequest) => parentPort?.postMessage(answer(request), []))

import { parentPort } from 'node:worker_threads'
import { UnreadableGlm, type GlmFile } from './glm-file.ts'
import { readGlmFile } from './read-file.ts'

/** A request to the thread: the bytes of a file. */
export interface DecodeRequest {
  readonly id: number
  readonly bytes: Uint8Array<ArrayBuffer>
}

/** Its reply. */
export type DecodeAnswer =
  | { readonly id: number; readonly file: GlmFile }
  | { readonly id: number; readonly because: string }

function answer({ id, bytes }: DecodeRequest): DecodeAnswer {
  try {
    return { id, file: readGlmFile(bytes) }
  } catch (error) {
    // Any other error comes from the library. It ends the thread, and with it the library's state.
    if (!(error instanceof UnreadableGlm)) throw error
    return { id, because: error.message }
  }
}

parentPort?.on('message', (request: DecodeRequest) => parentPort?.postMessage(answer(request), []))

import { responseTo } from './ask.ts'
import { Unreachable } from './failures.ts'
import { fileNameIn } from './file-name.ts'
import type { Asked, Call } from '#contract/call'

/** Browsers read a link's target shortly after the click, so it must exist until then. */
const linkKeptMs = 60_000

/**
 * Makes one call and saves the response byte for byte, under the server's file name or, without one, the given name.
 */
export async function download<C extends Call>(call: C, input: Asked<C>, fileName: string): Promise<void> {
  const response = await responseTo(call, input)
  const type = call.file ?? 'application/json'
  // A page from an intermediary, such as a proxy, must not be saved as the file.
  if (!response.headers.get('content-type')?.startsWith(type))
    throw new Unreachable(`${call.name}: the response is not ${type}`)
  const bytes = await response.blob()
  saveFile(bytes, fileNameIn(response.headers.get('content-disposition')) ?? fileName)
}

/** Saves a file through the browser. */
export function saveFile(bytes: Blob, fileName: string): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(bytes)
  link.download = fileName
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), linkKeptMs)
}

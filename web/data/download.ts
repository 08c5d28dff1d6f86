import { responseTo } from './ask.ts'
import { Unreachable } from './failures.ts'
import { fileNameIn } from './file-name.ts'
import type { Asked, Call } from '#contract/call'

/** Browsers fetch what a link holds a moment after it was followed. */
const linkKeptMs = 60_000

/** Makes one call and keeps its answer byte for byte, under the server's name for it or else under this one. */
export async function download<C extends Call>(call: C, input: Asked<C>, fileName: string): Promise<void> {
  const response = await responseTo(call, input)
  const type = call.file ?? 'application/json'
  // A page from in between, of a proxy for instance, must not be kept as if it were the file.
  if (!response.headers.get('content-type')?.startsWith(type))
    throw new Unreachable(`${call.name}: the answer is not ${type}`)
  const bytes = await response.blob()
  saveFile(bytes, fileNameIn(response.headers.get('content-disposition')) ?? fileName)
}

/** Has the browser keep a file. */
export function saveFile(bytes: Blob, fileName: string): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(bytes)
  link.download = fileName
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), linkKeptMs)
}

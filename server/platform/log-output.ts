import { writeSync } from 'node:fs'

const standardOutput = 1
const busyPauseMs = 10
const busyTries = 20
const never = new Int32Array(new SharedArrayBuffer(4))

function writeWhole(bytes: Buffer, tries: number) {
  for (let written = 0, failed = 0; written < bytes.length;) {
    try {
      written += writeSync(standardOutput, bytes, written)
    } catch (error) {
      // If the reader of the log is slow, waits a moment, but does not let the log block the server.
      if ((error as NodeJS.ErrnoException).code !== 'EAGAIN' || ++failed >= tries) throw error
      Atomics.wait(never, 0, 0, busyPauseMs)
    }
  }
}

/**
 * Writes to standard output. It may be a file on a full disk or a pipe without a reader, in which case lines are lost,
 * but nothing else happens.
 */
export function outputThatMayFail(shape: (line: string) => string) {
  let lost = 0
  return {
    write(line: string) {
      const note = lost > 0 ? `${JSON.stringify({ level: 'warn', lost, msg: 'log lines were lost' })}\n` : ''
      try {
        writeWhole(Buffer.from((note && shape(note)) + shape(line)), lost > 0 ? 1 : busyTries)
        lost = 0
      } catch {
        lost++ // reported as soon as a line can be written again: there is nowhere else to report it
      }
    },
  }
}

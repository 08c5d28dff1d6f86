import { spawn } from 'node:child_process'
import { buffer } from 'node:stream/consumers'

/** Converts text to sound; undefined if there is no voice. */
export type Voice = (text: string) => Promise<Buffer<ArrayBuffer> | undefined>

const longestMs = 10_000
/** Slower than people talk, so that the speech can be understood across a field. */
const wordsPerMinute = '140'

/** Runs eSpeak NG, if it is installed. The text is passed on standard input, never as an argument. */
export const espeak: Voice = async text => {
  const options = ['-v', 'en-us', '-s', wordsPerMinute, '--stdin', '--stdout']
  const program = spawn('espeak-ng', options, { stdio: ['pipe', 'pipe', 'ignore'], timeout: longestMs })
  const ended = new Promise<number | null>(resolve => {
    program.once('error', () => resolve(null)) // not installed
    program.once('close', resolve)
  })
  program.stdin.on('error', () => {}) // the program exited before reading everything; its exit code reports that
  program.stdin.end(text)
  const [wav, code] = await Promise.all([buffer(program.stdout), ended])
  return code === 0 && wav.subarray(0, 4).toString('latin1') === 'RIFF' ? withLength(wav) : undefined
}

const headerBytes = 44

/**
 * Corrects the length in the header: a program that writes to a pipe does not know it yet when it writes the header.
 */
function withLength(wav: Buffer): Buffer<ArrayBuffer> {
  const whole = Buffer.from(wav)
  whole.writeUInt32LE(whole.length - 8, 4)
  whole.writeUInt32LE(whole.length - headerBytes, headerBytes - 4)
  return whole
}

import { spawn } from 'node:child_process'
import { buffer } from 'node:stream/consumers'

/** Makes sound of a text, or nothing where there is no voice. */
export type Voice = (text: string) => Promise<Buffer<ArrayBuffer> | undefined>

const longestMs = 10_000
/** Some words a minute: slower than people talk, since it is heard across a field. */
const wordsPerMinute = '140'

/** The program eSpeak NG, where it is installed. The text goes in by its standard input, never by its arguments. */
export const espeak: Voice = async text => {
  const options = ['-v', 'en-us', '-s', wordsPerMinute, '--stdin', '--stdout']
  const program = spawn('espeak-ng', options, { stdio: ['pipe', 'pipe', 'ignore'], timeout: longestMs })
  const ended = new Promise<number | null>(resolve => {
    program.once('error', () => resolve(null)) // it is not installed
    program.once('close', resolve)
  })
  program.stdin.on('error', () => {}) // it ended before it had read everything, which its code tells
  program.stdin.end(text)
  const [wav, code] = await Promise.all([buffer(program.stdout), ended])
  return code === 0 && wav.subarray(0, 4).toString('latin1') === 'RIFF' ? withLength(wav) : undefined
}

const headerBytes = 44

/** Whoever writes to a pipe does not know the length yet when it writes the header. */
function withLength(wav: Buffer): Buffer<ArrayBuffer> {
  const whole = Buffer.from(wav)
  whole.writeUInt32LE(whole.length - 8, 4)
  whole.writeUInt32LE(whole.length - headerBytes, headerBytes - 4)
  return whole
}

import { pino } from 'pino'

/** Creates a log whose lines a test can read. */
export function recordingLog() {
  const written: string[] = []
  const log = pino({ level: 'info' }, { write: line => void written.push(line) })
  return { log, lines: () => written.map(line => JSON.parse(line) as { msg: string }) }
}

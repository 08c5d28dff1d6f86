import { pino, type Logger } from 'pino'
import { outputThatMayFail } from './log-output.ts'
import { prettyLine } from './log-pretty.ts'
import { countRepeats } from './log-repeats.ts'

export type Log = Logger

/** Fields that are never written to the log, at any depth. */
const secrets = ['password', 'token', 'authorization', 'cookie', 'secret', 'code', 'codeVerifier']

/**
 * Returns an error's fields. Its code ('ECONNREFUSED') is not a secret, but a field named `code` would be redacted, so
 * it gets another name.
 */
function errorFields(error: Error & { code?: unknown }) {
  return { ...pino.stdSerializers.err(error), errorCode: error.code }
}

/** Creates a log at a level, as JSON; `pretty` means level info, in human-readable lines. */
export function createLog(level: string): Log {
  const unlessRepeated = countRepeats()
  const isPretty = level === 'pretty'
  return pino(
    {
      level: isPretty ? 'info' : level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: label => ({ level: label }) },
      hooks: {
        logMethod(line, method, lineLevel) {
          unlessRepeated(line, lineLevel, written => method.apply(this, written))
        },
      },
      serializers: { err: errorFields },
      redact: { paths: secrets.flatMap(name => [name, `*.${name}`, `*.*.${name}`]), censor: '[redacted]' },
    },
    outputThatMayFail(isPretty ? prettyLine : line => line),
  )
}

export const silentLog: Log = pino({ level: 'silent' })

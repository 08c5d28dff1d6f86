import { pino, type Logger } from 'pino'

export type Log = Logger

/** Never in a log line, wherever they stand in what is logged. */
const secrets = ['password', 'token', 'authorization', 'cookie', 'secret', 'code', 'codeVerifier']

/** The code of an error ('ECONNREFUSED') is no secret; under another name it is not kept back with those that are. */
function tellError(error: Error & { code?: unknown }) {
  return { ...pino.stdSerializers.err(error), errorCode: error.code }
}

export function createLog(level: string): Log {
  return pino({
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: label => ({ level: label }) },
    serializers: { err: tellError },
    redact: { paths: secrets.flatMap(name => [name, `*.${name}`, `*.*.${name}`]), censor: '[kept back]' },
  })
}

export const silentLog: Log = pino({ level: 'silent' })

import { setTimeout as sleep } from 'node:timers/promises'
import { CannotStart } from '#server/platform/cannot-start'
import type { Log } from '#server/platform/log'

const shortestPauseMs = 500
const longestPauseMs = 5_000

/** Errors of a server or the network while the server is down, starting, stopping or out of free connections. */
const passing = [
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ENOENT',
  'ENOTFOUND',
  'EAI_AGAIN',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  '57P01',
  '57P02',
  '57P03',
  '53300',
]

function willPass(error: Error & { code?: string }): boolean {
  if (error.code !== undefined) return passing.includes(error.code)
  return /timeout|timed out|terminated|not answered/i.test(error.message)
}

/** Describes the error, without the password. */
function reasonOf(error: Error & { code?: string }): string {
  if (error.code === '28P01') return 'it refuses this user name and password'
  return error.message || (error.code ?? error.name) // several addresses were tried: there is no message, only a code
}

/** Waits for a server that is not up yet. Rejects errors that waiting cannot fix, such as a wrong password. */
export async function awaitDatabase(
  check: () => Promise<unknown>,
  where: string,
  log: Log,
  signal?: AbortSignal,
): Promise<void> {
  for (let pauseMs = shortestPauseMs, waited = false; ; pauseMs = Math.min(2 * pauseMs, longestPauseMs)) {
    try {
      await check()
      if (waited) log.info('the database is responding')
      return
    } catch (error) {
      if (!(error instanceof Error)) throw error
      if (!willPass(error)) {
        throw new CannotStart(
          `The database at DATABASE_URL (${where}) cannot be used: ${reasonOf(error)}. Correct DATABASE_URL or the database.`,
        )
      }
      log.warn({ because: reasonOf(error) }, `waiting for the database at DATABASE_URL (${where})`)
      waited = true
    }
    await sleep(pauseMs, undefined, signal && { signal })
  }
}

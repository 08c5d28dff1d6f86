import { readHeard } from './delays.ts'
import { momentNow } from './moment.ts'
import { serverTimeMs } from '#domain/lightning/lease'

/** The server's time, as far as it is known; before its first word that of this machine. */
export function serverNowMs(): number {
  const now = momentNow()
  const { lease } = readHeard()
  return lease ? serverTimeMs(lease, now) : now.wallMs
}

const stepMs = 10_000

/** Strikes grow older in steps: drawing them anew each second would show nothing more. */
export function serverNowInSteps(): number {
  return Math.floor(serverNowMs() / stepMs) * stepMs
}

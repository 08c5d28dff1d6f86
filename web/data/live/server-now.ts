import { readHeard } from './delays.ts'
import { momentNow } from './moment.ts'
import { serverTimeMs } from '#domain/lightning/lease'

/** Returns the server's time if known; before the server's first report, this machine's time. */
export function serverNowMs(): number {
  const now = momentNow()
  const { lease } = readHeard()
  return lease ? serverTimeMs(lease, now) : now.wallMs
}

const stepMs = 10_000

/** Strikes change color in steps as they age, so redrawing them every second would make no difference. */
export function serverNowInSteps(): number {
  return Math.floor(serverNowMs() / stepMs) * stepMs
}

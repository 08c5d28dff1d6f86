import { readHeard } from './delays.ts'
import { momentNow } from './moment.ts'
import { serverTimeMs } from '#domain/lightning/lease'

/** The server's time if known. Before its first report, this machine's time. */
export function serverNowMs(): number {
  const now = momentNow()
  const { lease } = readHeard()
  return lease ? serverTimeMs(lease, now) : now.wallMs
}

const stepMs = 10_000

/** Strikes age in steps. Redrawing them every second would show nothing more. */
export function serverNowInSteps(): number {
  return Math.floor(serverNowMs() / stepMs) * stepMs
}

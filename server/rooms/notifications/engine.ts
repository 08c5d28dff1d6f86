import { later, minuteMs, secondMs, type Clock } from '#server/platform/clock'
import type { Secrets } from '#server/platform/secrets'
import type { Db } from '#server/platform/store/index'
import type { Channel } from './channels/channel.ts'
import { leaseDue, postpone, settle, type DeliveryRow } from './store.ts'

const leaseMs = 2 * minuteMs
const batchSize = 20
const firstPauseMs = 5 * secondMs
const longestPauseMs = 15 * minuteMs

/** Twice as long after each attempt, up to a limit, with up to a fifth more so that retries spread out. */
export function pauseAfter(attempts: number, chance: number): number {
  const pause = Math.min(firstPauseMs * 2 ** (attempts - 1), longestPauseMs)
  return Math.round(pause * (1 + 0.2 * chance))
}

export interface DispatchDeps {
  readonly db: Db
  readonly clock: Clock
  readonly secrets: Secrets
  readonly channels: Readonly<Record<DeliveryRow['channel'], Channel>>
  readonly chance: () => number
}

async function attempt(row: DeliveryRow, deps: DispatchDeps) {
  const { db, clock, channels } = deps
  if (row.expires_at <= clock.now()) {
    return settle(db, 'system', row.id, { state: 'expired', at: clock.now(), error: row.last_error })
  }
  const outcome = await channels[row.channel].deliver({
    recipient: row.recipient,
    subject: row.subject,
    text: deps.secrets.open(row.sealed_text),
    key: `delivery-${row.id}`,
  })
  switch (outcome.kind) {
    case 'sent':
    case 'kept':
      return settle(db, 'system', row.id, { state: outcome.kind, at: clock.now(), error: null })
    case 'give-up':
      return settle(db, 'system', row.id, { state: 'failed', at: clock.now(), error: outcome.because })
    case 'try-again':
      return postpone(
        db,
        'system',
        row.id,
        later(clock.now(), pauseAfter(row.attempts, deps.chance())),
        outcome.because,
      )
  }
}

/** Sends everything that is due, a batch at a time, until nothing is. */
export async function dispatchDue(deps: DispatchDeps): Promise<void> {
  for (;;) {
    const now = deps.clock.now()
    const rows = await leaseDue(deps.db, 'system', { now, until: later(now, leaseMs), most: batchSize })
    await Promise.all(rows.map(row => attempt(row, deps)))
    if (rows.length < batchSize) return
  }
}

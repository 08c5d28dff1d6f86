import { outsideAlertTimes } from '#domain/notifications/recipient'
import type { Facts } from '#server/facts'
import type { Fact } from '#server/platform/changes/index'
import { dayMs, later, minuteMs } from '#server/platform/clock'
import type { Tx } from '#server/platform/store/index'
import { findDelays } from '#server/rooms/lightning/index'
import { findWarnings } from '#server/rooms/policies/index'
import { tellOfFacts, type TellDeps } from './tell.ts'
import { refusedBecause } from './told-store.ts'

const idIn = (event: string, kind: string) =>
  event.startsWith(`${kind} `) ? [Number(event.slice(kind.length + 1))] : []

/** What still goes on of what people were not told because of the hour, as if it had been said again now. */
async function standingFacts(tx: Tx, now: Date): Promise<Fact<Facts>[]> {
  const events = (await refusedBecause(tx, 'system', outsideAlertTimes, later(now, -dayMs))).map(
    ({ event }) => event,
  )
  const about = { at: now, because: null, number: Math.floor(now.getTime() / minuteMs) }
  const delays = await findDelays(
    tx,
    'system',
    events.flatMap(event => idIn(event, 'delay')),
  )
  const warnings = await findWarnings(
    tx,
    'system',
    events.flatMap(event => idIn(event, 'warning')),
  )
  return [
    ...delays.flatMap((delay): Fact<Facts>[] => {
      if (delay.closed_at !== null) return []
      const body = {
        delayId: delay.id,
        locationId: delay.location_id,
        userId: delay.user_id,
        ring: delay.ring as 1 | 2 | 3 | 4,
        endsAt: delay.ends_at.toISOString(),
        strikes: 0,
      }
      const subject = `location ${delay.location_id}`
      return [{ ...about, kind: 'delay extended', customerId: delay.customer_id, subject, body }]
    }),
    ...warnings.flatMap((warning): Fact<Facts>[] => {
      if (warning.ended_at !== null) return []
      const body = {
        warningId: warning.id,
        locationId: warning.location_id,
        userId: warning.user_id,
        policyType: warning.policy_type,
        isAlertDue: true,
      }
      const subject = `location ${warning.location_id}`
      return [{ ...about, kind: 'warning changed', customerId: warning.customer_id, subject, body }]
    }),
  ]
}

/** Whoever was not told because of the hour is told when their hours begin, if it still goes on. */
export async function tellLate(tx: Tx, deps: TellDeps, now: Date): Promise<number> {
  const facts = await standingFacts(tx, now)
  return facts.length === 0 ? 0 : tellOfFacts(tx, facts, deps, now)
}

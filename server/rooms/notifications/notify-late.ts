import { outsideAlertTimes } from '#domain/notifications/recipient'
import { heldBecause } from '#domain/rehearsal/copied-because'
import type { Facts } from '#server/facts'
import type { Fact } from '#server/platform/changes/index'
import { dayMs, later, minuteMs } from '#server/platform/clock'
import type { Tx } from '#server/platform/store/index'
import { standingAdvisories } from '#server/rooms/advisories/index'
import { findDelays } from '#server/rooms/lightning/index'
import { findWarnings } from '#server/rooms/policies/index'
import { eventOfAdvisory, occasionsOf, type Occasion } from './occasions/index.ts'
import { notifyAbout, type TellDeps } from './notify.ts'
import { expectingLightning, refusedBecause } from './store/notifications.ts'

const idIn = (event: string, kind: string) =>
  event.startsWith(`${kind} `) ? [Number(event.slice(kind.length + 1))] : []

/** How long withheld notifications are remembered: alert times that ended on Friday may begin again on Monday. */
const refusedMs = 7 * dayMs

/** How long someone is remembered who expects danger at a place where nothing has happened since. */
const expectingMs = dayMs
/** By then, what ended a delay has been read. */
const readWithinMs = minuteMs

/** Facts for the events still in progress, as if they had just been reported. */
async function standingFacts(tx: Tx, events: readonly string[], now: Date): Promise<Fact<Facts>[]> {
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
  const isRefused = new Set(events)
  const advisories = events.some(event => event.startsWith('advisory ')) ? await standingAdvisories(tx) : []
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
    ...advisories
      .filter(advisory => isRefused.has(eventOfAdvisory(advisory)))
      .map(({ source, id, event }): Fact<Facts> => {
        const body = { source, advisoryId: id, event }
        return { ...about, kind: 'advisory issued', customerId: null, subject: `advisory ${id}`, body }
      }),
  ]
}

/**
 * When people's alert times begin, notifies them of events that started earlier and are still in progress. After a
 * rehearsal, does the same for people who were not notified because of it.
 */
export async function notifyLate(tx: Tx, deps: TellDeps, now: Date): Promise<number> {
  const refused = await refusedBecause(tx, 'system', [outsideAlertTimes, heldBecause], later(now, -refusedMs))
  if (refused.length === 0) return 0
  const whom = new Set(refused.map(({ user_id, event }) => `${user_id} ${event}`))
  const facts = await standingFacts(tx, [...new Set(refused.map(({ event }) => event))], now)
  const occasions = await occasionsOf(tx, facts, deps.sources, now)
  // Other people were notified right away, and no one is notified of an alert twice.
  const late = occasions
    .filter(({ userId, event }) => whom.has(`${userId} ${event}`))
    .map((occasion): Occasion => ({
      ...occasion,
      kind: 'again',
      round: Math.floor(now.getTime() / minuteMs),
    }))
  return notifyAbout(tx, late, deps, now)
}

/**
 * Notifies people who still expect lightning at a place where every delay is over, once all rings there that concern
 * them are proven clear: when the last delay ended, another ring may not have been known to be clear.
 */
export async function notifyProvenClear(tx: Tx, deps: TellDeps, now: Date): Promise<number> {
  const expecting = await expectingLightning(tx, 'system', later(now, -expectingMs))
  const delays = await findDelays(
    tx,
    'system',
    expecting.flatMap(({ event }) => idIn(event, 'delay')),
  )
  const facts = delays.flatMap((delay): Fact<Facts>[] => {
    // Rings that are not watched anymore prove nothing.
    const isWatched = deps.sources.ringsAt(delay.location_id).length > 0
    if (delay.closed_at === null || later(delay.closed_at, readWithinMs) > now || !isWatched) return []
    const body = {
      delayId: delay.id,
      locationId: delay.location_id,
      userId: delay.user_id,
      ring: delay.ring as 1 | 2 | 3 | 4,
      isAllClear: true,
    }
    const about = { at: now, because: 'All Clear', number: 0, customerId: delay.customer_id }
    return [{ ...about, kind: 'delay ended', subject: `location ${delay.location_id}`, body }]
  })
  return notifyAbout(tx, await occasionsOf(tx, facts, deps.sources, now), deps, now)
}

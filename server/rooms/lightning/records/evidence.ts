import { createHash, createHmac } from 'node:crypto'
import { compass16 } from '#domain/units/compass'
import { roundedTo } from '#domain/units/rounding'
import { strikeRange } from '#domain/lightning/strike-range'
import type { Strike } from '#domain/lightning/strike'
import { canonical } from '#server/platform/canonical'
import type { Tx } from '#server/platform/store/index'
import {
  insertEvidence,
  type EvidenceRow,
  type LastEvidence,
  type NewDelay,
} from '#server/rooms/lightning/store/delays'
import type { LocationRings } from '#server/rooms/locations/index'

export type EvidenceKind = 'opened' | 'extended' | 'reconfigured' | 'gap' | 'all clear'

export interface Evidence {
  readonly at: Date
  readonly kind: EvidenceKind
  readonly facts: unknown
}

const firstHash = '0'.repeat(64)

function hashOf(row: Omit<EvidenceRow, 'hash'>): string {
  return createHash('sha256')
    .update(canonical({ ...row, at: row.at.toISOString() }))
    .digest('hex')
}

/** Appends evidence to delays, each after its last entry, in the same transaction as the change it documents. */
export async function addEvidence(
  tx: Tx,
  added: readonly { readonly delayId: number; readonly evidence: readonly Evidence[] }[],
  last: ReadonlyMap<number, LastEvidence>,
): Promise<void> {
  const rows = added.flatMap(({ delayId, evidence }) => {
    let { hash: previous, number } = last.get(delayId) ?? { hash: firstHash, number: 0 }
    return evidence.map(({ at, kind, facts }) => {
      const row = { delay_id: delayId, number: ++number, at, kind, facts, previous_hash: previous }
      previous = hashOf(row)
      return { ...row, hash: previous }
    })
  })
  await insertEvidence(tx, rows)
}

/** The numbers of the entries that do not follow from the previous one. */
export function brokenEntries(rows: readonly EvidenceRow[]): number[] {
  let previous = firstHash
  return rows.flatMap(({ hash, ...row }) => {
    const whole = row.previous_hash === previous && hashOf(row) === hash
    previous = hash
    return whole ? [] : [row.number]
  })
}

/** The key purpose for sealing evidence. */
export const sealPurpose = 'delay evidence'

/**
 * Certifies that this deployment recorded a delay up to an entry. The last hash covers all entries, and everything else
 * in a file follows from them. Without the deployment's key no one can seal a different or shorter chain.
 */
export function sealOf(key: Buffer, delayId: number, rows: readonly Pick<EvidenceRow, 'hash'>[]): string {
  const reported = { delayId, entries: rows.length, lastHash: rows.at(-1)?.hash ?? firstHash }
  return createHmac('sha256', key).update(canonical(reported)).digest('hex')
}

/** What every view shows about a delay, as it was when it began. Part of the chain, which prevents later changes. */
export function delayFacts(delay: NewDelay) {
  return {
    locationId: delay.location_id,
    locationLabel: delay.location_label,
    ring: delay.ring,
    radiusMiles: delay.radius_miles,
    allClearMinutes: delay.all_clear_minutes,
    opened: delay.opened_at.toISOString(),
    endsAt: delay.ends_at.toISOString(),
    simulated: delay.simulated,
  }
}

const rounded = (value: number, digits: number) => Number(value.toFixed(digits))

/** A strike as seen from the place it affects. */
export function strikeFacts(strike: Strike, place: LocationRings) {
  const range = strikeRange(place, strike)
  const bearing = range?.bearingDegrees ?? null
  return {
    id: strike.id,
    source: strike.source,
    time: new Date(strike.timeMs).toISOString(),
    latitude: rounded(strike.latitude, 5),
    longitude: rounded(strike.longitude, 5),
    amp: strike.amp,
    type: strike.type,
    positionErrorMiles: strike.positionErrorMiles,
    distanceMiles: range === null ? null : rounded(range.miles, 2),
    bearingDegrees: bearing === null ? null : rounded(bearing, 1),
    direction: bearing === null ? null : compass16(bearing),
    // Only for a sensor that knows no direction: its distance, and how far away from the place the strike was at most.
    ...(strike.circleMiles !== undefined && {
      circleMiles: rounded(strike.circleMiles, 2),
      withinMiles: roundedTo(range?.withinMiles ?? null, 2),
    }),
  }
}

import { createHash, createHmac } from 'node:crypto'
import { compass16 } from '#domain/units/compass'
import { roundedTo } from '#domain/units/rounding'
import { strikeRange } from '#domain/lightning/strike-range'
import { firstHash } from '#server/platform/audit'
import type { Strike } from '#domain/lightning/strike'
import { asStored, canonical } from '#server/platform/canonical'
import { chainKeyOf, codeOf } from '#server/platform/chain-key'
import type { Tx } from '#server/platform/store/index'
import {
  insertEvidence,
  lastPlace,
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

/** Takes fields by name, because a database row has more columns than are hashed and shared with others. */
function hashOf({ delay_id, number, at, kind, facts, previous_hash }: Omit<EvidenceRow, 'hash'>): string {
  return createHash('sha256')
    .update(canonical({ delay_id, number, at: at.toISOString(), kind, facts, previous_hash }))
    .digest('hex')
}

/**
 * An entry's code. It covers the previous code, so it proves the order of all evidence, not only that within each
 * delay. The public hash is separate, because others check it without a key.
 */
export function evidenceMac(
  key: Buffer,
  entry: { readonly delayId: number; readonly number: number; readonly hash: string; readonly place: number },
  previousMac: string,
): string {
  return codeOf(key, { ...entry, previousMac })
}

/**
 * Appends evidence to delays, each entry after the delay's last one, in the same transaction as the change that it
 * documents.
 */
export async function addEvidence(
  tx: Tx,
  added: readonly { readonly delayId: number; readonly evidence: readonly Evidence[] }[],
  last: ReadonlyMap<number, LastEvidence>,
): Promise<void> {
  const key = chainKeyOf(tx)
  const rows = added.flatMap(({ delayId, evidence }) => {
    let { hash: previous, number } = last.get(delayId) ?? { hash: firstHash, number: 0 }
    return evidence.map(({ at, kind, facts }) => {
      const stored = asStored(facts)
      const row = { delay_id: delayId, number: ++number, at, kind, facts: stored, previous_hash: previous }
      previous = hashOf(row)
      return { ...row, hash: previous }
    })
  })
  if (rows.length === 0) return
  let { place, mac } = await lastPlace(tx)
  const keyed = rows.map(row => {
    const { delay_id: delayId, number, hash } = row
    place++
    mac = evidenceMac(key, { delayId, number, hash, place }, mac)
    return { ...row, place, mac }
  })
  await insertEvidence(tx, keyed)
}

/** Why an entry does not follow from the one before it in its delay; null if it does. */
export function entryFault(
  { hash, ...row }: EvidenceRow,
  before: { readonly number: number; readonly hash: string },
): string | null {
  if (row.previous_hash !== before.hash || row.number !== before.number + 1)
    return 'it does not follow from the one before it'
  return hashOf(row) === hash ? null : 'it was changed'
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
 * in a file follows from them. Without the deployment's key, no one can seal a different or shorter chain.
 */
export function sealOf(key: Buffer, delayId: number, rows: readonly Pick<EvidenceRow, 'hash'>[]): string {
  const reported = { delayId, entries: rows.length, lastHash: rows.at(-1)?.hash ?? firstHash }
  return createHmac('sha256', key).update(canonical(reported)).digest('hex')
}

/**
 * What every view shows about a delay, as it was when it began. Part of the chain, so that later changes are detected.
 */
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
    // Only for a sensor that detects no direction: the distance from the sensor, and the greatest possible distance of
    // the strike from the place.
    ...(strike.circleMiles !== undefined && {
      circleMiles: rounded(strike.circleMiles, 2),
      withinMiles: roundedTo(range?.withinMiles ?? null, 2),
    }),
  }
}

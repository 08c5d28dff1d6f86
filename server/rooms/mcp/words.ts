import type { RingStatement } from '#contract/weather/lightning'
import { bySatelliteOnly } from '#domain/lightning/reader-answer'
import { shownPlace, shownRing } from '#domain/lightning/shown'

/** All times are in UTC and in one format, because a model compares them with each other. */
const at = (instant: string | null) => instant ?? 'unknown'

function stateInWords(ring: RingStatement): string {
  if (ring.state === 'Delay') {
    const ends = ring.stale
      ? 'The feed is silent, so its end is unknown.'
      : `It ends at ${at(ring.endsAt)} if there is no other strike.`
    return `DELAY. Last strike ${at(ring.lastStrike)}. ${ends}`
  }
  if (ring.state === 'Unknown') return 'UNKNOWN. Treat it as unsafe.'
  const by = ring.satelliteOnly ? ' (by satellite only)' : ''
  return `ALL CLEAR${by}, proven through ${at(ring.provenThrough)}`
}

/**
 * A ring's statement as text. It never says All Clear without an end time: a model may repeat what it read minutes ago.
 */
export function ringInWords(ring: RingStatement): string {
  const size = `Ring ${ring.ring} (${ring.radiusMiles} mi, all clear after ${ring.allClearMinutes} min)`
  const until = `Valid until ${ring.validUntil}; after that, ask again.`
  return `${size}: ${stateInWords(ring)}. ${ring.because} ${until}`.replaceAll('..', '.')
}

/** The ring that determines the state of the whole place, by the same rule as for every other reader. */
export function worstRing(rings: readonly RingStatement[]): RingStatement | undefined {
  const leased = rings.map(ring => {
    const endsAtMs = ring.endsAt === null ? null : Date.parse(ring.endsAt)
    return { ...ring, shown: shownRing({ ...ring, endsAtMs }, true, Date.parse(ring.asOf)) }
  })
  return shownPlace(leased).worstRing ?? undefined
}

/** A message that a person may send after reading it. What is safe has a time, because a draft can lie around. */
export function draftFor(place: string, ring: RingStatement | undefined): string {
  if (ring?.state === 'Delay')
    return `Lightning delay at ${place}. Go inside and stay there until the all clear.`
  if (ring?.state !== 'AllClear')
    return `The lightning status at ${place} is unknown. Stay inside, and wait 30 minutes after the last thunder.`
  const clear = `All clear at ${place} as of ${ring.asOf}.`
  return ring.satelliteOnly
    ? `${clear} ${bySatelliteOnly}: leave at the first thunder.`
    : `${clear} Outdoor activities may resume.`
}

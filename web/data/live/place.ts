import { heardDelay, readHeard } from './delays.ts'
import { momentNow } from './moment.ts'
import type { LocationDelay, RingStatement } from '#contract/weather/lightning'
import type { Location } from '#contract/places/locations'
import { isValid, serverTimeMs, type Moment } from '#domain/lightning/lease'
import { noConnection, shownPlace, shownRing, type ShownPlace, type ShownRing } from '#domain/lightning/shown'

/** A ring as it may be shown now, with the server's report on the ring if the report is still valid. */
export interface LiveRing {
  readonly ring: number
  readonly radiusMiles: number
  readonly shown: ShownRing
  readonly said: RingStatement | undefined
}

export interface LiveLocation extends ShownPlace<LiveRing> {
  readonly rings: readonly LiveRing[]
  /** When the server last reported the place, and what it could prove; null without a valid report. */
  readonly asOf: string | null
  readonly coveredThrough: string | null
  readonly serverNowMs: number | null
  /** Whether satellites cover the place, and whether an administrator has accepted All Clear from satellites alone. */
  readonly satellite: LocationDelay['satellite']
  /** The stream's last report once it has expired, with its minimum age. */
  readonly lastWord: { readonly asOf: string; readonly ageMs: number } | null
}

function saidRings(statements: readonly RingStatement[], serverNowMs: number): LiveRing[] {
  return statements.map(reported => {
    const endsAtMs = reported.endsAt === null ? null : Date.parse(reported.endsAt)
    const shown = shownRing({ ...reported, endsAtMs }, true, serverNowMs)
    return { ring: reported.ring, radiusMiles: reported.radiusMiles, shown, said: reported }
  })
}

/** Without a valid report, the rings come from the settings and are all Unknown. */
function unknownRings({ radius1, radius2, radius3, radius4 }: Location): LiveRing[] {
  const shown = { show: 'Unknown', because: noConnection } as const
  return [radius1, radius2, radius3, radius4].flatMap((radiusMiles, index) =>
    radiusMiles > 0 ? [{ ring: index + 1, radiusMiles, shown, said: undefined }] : [],
  )
}

function lastWordAt(now: Moment): LiveLocation['lastWord'] {
  const { lease, asOf } = readHeard()
  if (!lease) return null
  // The monotonic clock stops while a laptop sleeps, in which case the wall clock is more accurate.
  const ageMs = Math.max(serverTimeMs(lease, now) - Date.parse(asOf), now.wallMs - lease.expires.wallMs)
  // While the stream is alive, the age of its last report says nothing about a place that it does not report.
  return isValid(lease, now) ? null : { asOf, ageMs }
}

/** Returns a location's rings as they may be shown right now. */
export function readPlace(location: Location): LiveLocation {
  const now = momentNow()
  const fresh = heardDelay(readHeard(), location.id, now)
  const serverNowMs = fresh ? serverTimeMs(fresh.lease, now) : null
  const rings =
    fresh && serverNowMs !== null ? saidRings(fresh.delay.statements, serverNowMs) : unknownRings(location)
  return {
    rings,
    ...shownPlace(rings),
    asOf: fresh?.asOf ?? null,
    coveredThrough: fresh?.coveredThrough ?? null,
    serverNowMs,
    satellite: fresh?.delay.satellite ?? 'none',
    lastWord: lastWordAt(now),
  }
}

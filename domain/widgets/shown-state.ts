import { isValid, serverTimeMs, type Lease, type Moment } from '#domain/lightning/lease'
import { shownPlace, shownRing, type ShownPlace, type ShownRing } from '#domain/lightning/shown'

/** A ring's state as sent to a public page. */
export interface WidgetRing {
  readonly ring: number
  readonly state: 'Delay' | 'AllClear' | 'Unknown'
  readonly because: string
  readonly endsAt: string | null
  readonly stale: boolean
  readonly satelliteOnly?: boolean
}

export type ShownWidgetRing = WidgetRing & { readonly shown: ShownRing }

/** The state that a public page may show now, by the same rule and with the same lease as on every screen. */
export function shownWidgetState(
  rings: readonly WidgetRing[],
  lease: Lease | null,
  now: Moment,
): ShownPlace<ShownWidgetRing> {
  const holds = isValid(lease, now)
  const serverNowMs = lease === null ? 0 : serverTimeMs(lease, now)
  return shownPlace(
    rings.map(ring => ({
      ...ring,
      shown: shownRing(
        { ...ring, endsAtMs: ring.endsAt === null ? null : Date.parse(ring.endsAt) },
        holds,
        serverNowMs,
      ),
    })),
  )
}

import { forgetDelays, heardDelay, onHeard, pollDelay, readHeard, type HeardDelay } from './delays.ts'
import { momentNow } from './moment.ts'
import { isValid, serverTimeMs } from '#domain/lightning/lease'
import { noConnection, shownRing, type ShownRing } from '#domain/lightning/shown'
import { useEffect, useState, useSyncExternalStore } from 'react'

const lookEveryMs = 250
/** The specification's interval, for when the stream is down. */
const pollEveryMs = 10_000

export interface ShownDelay {
  /** When the server last said so, and what it could prove; nothing without a word that still holds. */
  readonly heard: Pick<HeardDelay, 'asOf' | 'coveredThrough'> | undefined
  readonly rings: readonly { readonly ring: number; readonly radiusMiles: number; readonly shown: ShownRing }[]
}

/** Looks again and again, since a lease runs out without anything happening. */
export function useLook(): void {
  const [, look] = useState(0)
  useEffect(() => {
    const timer = setInterval(() => look(count => count + 1), lookEveryMs)
    return () => clearInterval(timer)
  }, [])
}

/** The rings of a location as they may be shown at this moment. */
export function useDelay(location: { id: number; radii: readonly number[] }): ShownDelay {
  const heard = useSyncExternalStore(onHeard, readHeard)
  useLook()
  useEffect(() => {
    const poll = () => void pollDelay(location.id).catch(() => {}) // no answer is no word: the lease runs out
    const timer = setInterval(poll, pollEveryMs)
    return () => clearInterval(timer)
  }, [location.id])

  const now = momentNow()
  const fresh = heardDelay(heard, location.id, now)
  if (!fresh) {
    const rings = location.radii.flatMap((radiusMiles, index) =>
      radiusMiles > 0
        ? [{ ring: index + 1, radiusMiles, shown: { show: 'Unknown', because: noConnection } as const }]
        : [],
    )
    return { heard: undefined, rings }
  }
  const serverNowMs = serverTimeMs(fresh.lease, now)
  return {
    heard: fresh,
    rings: fresh.delay.statements.map(statement => ({
      ring: statement.ring,
      radiusMiles: statement.radiusMiles,
      shown: shownRing(
        { ...statement, endsAtMs: statement.endsAt === null ? null : Date.parse(statement.endsAt) },
        true,
        serverNowMs,
      ),
    })),
  }
}

/**
 * A page that comes back from the background or from the browser's cache shows its last picture before any script
 * runs. So whatever could look safe is hidden when the page goes, and shown again only when a lease holds.
 */
export function guardAgainstOldPictures(): () => void {
  const root = document.documentElement
  const away = () => root.setAttribute('data-away', '')
  const back = (trusted: boolean) => {
    // Drawn anew first, then seen.
    if (!trusted || !isValid(readHeard().lease, momentNow())) forgetDelays()
    requestAnimationFrame(() => root.removeAttribute('data-away'))
  }
  const onVisibility = () => (document.visibilityState === 'hidden' ? away() : back(true))
  const onShow = (event: PageTransitionEvent) => back(!event.persisted)
  document.addEventListener('visibilitychange', onVisibility)
  document.addEventListener('freeze', away)
  window.addEventListener('pagehide', away)
  window.addEventListener('pageshow', onShow)
  return () => {
    document.removeEventListener('visibilitychange', onVisibility)
    document.removeEventListener('freeze', away)
    window.removeEventListener('pagehide', away)
    window.removeEventListener('pageshow', onShow)
  }
}

import { createGlance } from './glance.ts'
import { heardDelay, onHeard, pollDelay, readHeard } from './delays.ts'
import { momentNow } from './moment.ts'
import { readPlace, type LiveLocation } from './place.ts'
import { onTick } from './ticker.ts'
import type { RingStrike } from '#contract/lightning'
import type { Location } from '#contract/locations'
import { useCallback, useEffect, useState, useSyncExternalStore } from 'react'

/** The specification's interval, for when the stream is down. */
const pollEveryMs = 10_000

function onAnything(listener: () => void): () => void {
  const ends = [onHeard(listener), onTick(listener)]
  return () => ends.forEach(end => end())
}

/**
 * Looks four times a second, since a lease runs out without anything happening, and draws only when what is seen
 * has changed: sixty places on one screen stay as cheap as the few of them that count down. The view must be plain
 * data, and made by a function that stays the same.
 */
export function useLiveView<View>(view: () => View): View {
  const [glance] = useState(() => createGlance<View>())
  const listen = useCallback(
    (listener: () => void) => {
      glance.lookAgain() // something may have been heard since it was drawn
      return onAnything(() => {
        glance.lookAgain()
        listener()
      })
    },
    [glance],
  )
  return useSyncExternalStore(
    listen,
    useCallback(() => glance.at(view), [glance, view]),
  )
}

/** One location, seen through a function of its own. The specification's polling goes on where the stream is down. */
export function usePlace<View>(location: Location, view: (place: LiveLocation) => View): View {
  useEffect(() => {
    const poll = () => void pollDelay(location.id).catch(() => {}) // no answer is no word: the lease runs out
    const timer = setInterval(poll, pollEveryMs)
    return () => clearInterval(timer)
  }, [location.id])
  return useLiveView(useCallback(() => view(readPlace(location)), [location, view]))
}

const noStrikes: readonly RingStrike[] = []

/**
 * The strikes of the last half hour in a location's rings, as they were said together with its state: what counts and
 * what is drawn is then the same. Undefined while nothing is known.
 */
export function useRingStrikes(locationId: number): readonly RingStrike[] | undefined {
  return useSyncExternalStore(
    onAnything,
    useCallback(() => {
      const fresh = heardDelay(readHeard(), locationId, momentNow())
      return fresh && (fresh.delay.strikes.length > 0 ? fresh.delay.strikes : noStrikes)
    }, [locationId]),
  )
}

import { createGlance } from './glance.ts'
import { heardDelay, onHeard, pollDelay, readHeard } from './delays.ts'
import { momentNow } from './moment.ts'
import { readPlace, type LiveLocation } from './place.ts'
import { onTick } from './ticker.ts'
import type { RingCircle, RingStrike } from '#contract/weather/lightning'
import type { Location } from '#contract/places/locations'
import { useCallback, useEffect, useState, useSyncExternalStore } from 'react'

/** How often to poll while the stream is down, from the specification. */
const pollEveryMs = 10_000

function onAnything(listener: () => void): () => void {
  const ends = [onHeard(listener), onTick(listener)]
  return () => ends.forEach(end => end())
}

/**
 * Checks four times a second, since a lease expires without any event, and renders only when the view has changed. With
 * sixty places on one screen, only the few that count down render. The view must be plain data, and its function must
 * be stable.
 */
export function useLiveView<View>(view: () => View): View {
  const [glance] = useState(() => createGlance<View>())
  const listen = useCallback(
    (listener: () => void) => {
      glance.lookAgain() // a report may have arrived since the last render
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

/**
 * Returns the view that a function computes from one location. Polls as the specification says while the stream is
 * down.
 */
export function usePlace<View>(location: Location, view: (place: LiveLocation) => View): View {
  useEffect(() => {
    const poll = () => void pollDelay(location.id).catch(() => {}) // no response means no report: the lease expires
    const timer = setInterval(poll, pollEveryMs)
    return () => clearInterval(timer)
  }, [location.id])
  return useLiveView(useCallback(() => view(readPlace(location)), [location, view]))
}

const noStrikes: readonly RingStrike[] = []
const noCircles: readonly RingCircle[] = []

/**
 * Returns the strikes of the last half hour in a location's rings, from the same report as its state, so what is drawn
 * matches what is counted. Undefined while unknown.
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

/** Returns the strikes of unknown direction from the same report. Empty while unknown. */
export function useRingCircles(locationId: number): readonly RingCircle[] {
  return useSyncExternalStore(
    onAnything,
    useCallback(() => {
      const circles = heardDelay(readHeard(), locationId, momentNow())?.delay.circles
      return circles && circles.length > 0 ? circles : noCircles
    }, [locationId]),
  )
}

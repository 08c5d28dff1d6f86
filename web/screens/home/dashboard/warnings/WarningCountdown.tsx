import { countdownOf } from './warning-text.ts'
import type { Location } from '#contract/places/locations'
import type { PolicyWarning } from '#contract/places/warnings'
import { lightningZoneOf } from '#domain/policies/policy-types'
import { readPlace } from '#web/data/live/place.ts'
import { useLiveView } from '#web/data/live/use-place.ts'
import { serverNowMs } from '#web/data/live/server-now.ts'
import { ringText } from '#web/screens/home/dashboard/lightning/hero.ts'
import { useCallback } from 'react'

interface WarningCountdownProps {
  location: Location
  warnings: readonly PolicyWarning[]
}

/** Counts down to when the last of the warnings ends, by the second. */
export function WarningCountdown({ location, warnings }: WarningCountdownProps) {
  const text = useLiveView(
    useCallback(() => {
      const last = warnings.toSorted((one, other) => endsMs(one) - endsMs(other)).at(-1)
      return last ? (ringCountdown(location, last) ?? countdownOf(last, serverNowMs())) : null
    }, [location, warnings]),
  )
  return <span role="timer">{text}</span>
}

/** A lightning warning ends exactly when the ring's delay does. */
function ringCountdown(location: Location, { policyTypeShortName }: PolicyWarning): string | null {
  const zone = lightningZoneOf[policyTypeShortName]
  const ring = zone && readPlace(location).rings.find(each => each.ring === zone)
  return ring ? ringText(ring.shown) : null
}

function endsMs({ allClearTime, allClearMinutes }: PolicyWarning): number {
  return Date.parse(allClearTime ?? '') + allClearMinutes * 60_000
}

import { countdownOf } from './warning-words.ts'
import type { PolicyWarning } from '#contract/policies'
import { useLiveView } from '#web/data/live/use-place.ts'
import { serverNowMs } from '#web/data/live/server-now.ts'
import { useCallback } from 'react'

/** How long until the last of some warnings is clear, to the second. */
export function WarningCountdown({ warnings }: { warnings: readonly PolicyWarning[] }) {
  const text = useLiveView(
    useCallback(() => {
      const last = warnings.toSorted((one, other) => endsMs(one) - endsMs(other)).at(-1)
      return last ? countdownOf(last, serverNowMs()) : null
    }, [warnings]),
  )
  return <span role="timer">{text}</span>
}

function endsMs({ allClearTime, allClearMinutes }: PolicyWarning): number {
  return Date.parse(allClearTime ?? '') + allClearMinutes * 60_000
}

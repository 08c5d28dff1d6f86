import { idleAfterSeconds, idleCountdownSeconds } from '#domain/cameras/stream-line'
import { useEffect, useEffectEvent, useState } from 'react'

const secondMs = 1000
const longestSeconds = idleAfterSeconds + idleCountdownSeconds

/**
 * Asks a viewer after three minutes whether they are still watching. Returns the seconds left to respond; null while
 * not asking. Uses the clock, which keeps running in a throttled tab.
 */
export function useIdle(isViewing: boolean, onGone: () => void) {
  const [stayedMs, setStayedMs] = useState(0)
  const [seconds, setSeconds] = useState(0)
  const leave = useEffectEvent(onGone)
  useEffect(() => {
    if (!isViewing) return
    // Starts with playback, and starts over when the viewer confirms.
    const beganMs = Math.max(stayedMs, performance.now())
    const timer = setInterval(() => {
      const passed = Math.floor((performance.now() - beganMs) / secondMs)
      setSeconds(passed)
      if (passed >= longestSeconds) {
        clearInterval(timer)
        leave()
      }
    }, secondMs)
    return () => {
      clearInterval(timer)
      setSeconds(0)
    }
  }, [isViewing, stayedMs])
  return {
    secondsLeft: seconds < idleAfterSeconds ? null : Math.max(0, longestSeconds - seconds),
    stay: () => setStayedMs(performance.now()),
  }
}

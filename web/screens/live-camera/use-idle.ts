import { idleAfterSeconds, idleCountdownSeconds } from '#domain/cameras/stream-line'
import { useEffect, useEffectEvent, useState } from 'react'

const secondMs = 1000
const longestSeconds = idleAfterSeconds + idleCountdownSeconds

/**
 * Asks whoever has watched for three minutes whether they still do; null while nobody is asked, otherwise the seconds
 * that are left to answer. Counted by the clock, which goes on in a tab that the browser has slowed down.
 */
export function useIdle(isViewing: boolean, onGone: () => void) {
  const [stayedMs, setStayedMs] = useState(0)
  const [seconds, setSeconds] = useState(0)
  const leave = useEffectEvent(onGone)
  useEffect(() => {
    if (!isViewing) return
    // Begun by playing, and again by whoever says that they are there.
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

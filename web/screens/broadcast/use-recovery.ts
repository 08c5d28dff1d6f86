import { askAgain } from '#web/data/requests/ask-again.ts'
import { useStream } from '#web/data/live/use-stream.ts'
import { reloadIfNewer } from '#web/data/health/newer-build.ts'
import { useEffect, useEffectEvent, useRef } from 'react'

const againEveryMs = 15_000

/** No one is at a wall to press 'Try again', so it retries automatically and loads newer versions of Skywarden. */
export function useRecovery(retryPictures: (() => void) | null) {
  const retry = useEffectEvent(() => {
    askAgain()
    retryPictures?.()
  })
  useEffect(() => {
    const timer = setInterval(() => retry(), againEveryMs)
    return () => clearInterval(timer)
  }, [])

  const stream = useStream()
  const wasDown = useRef(false)
  useEffect(() => {
    if (stream === 'live' && wasDown.current) {
      retry()
      void reloadIfNewer().catch(() => {}) // offline again: checked the next time the connection returns
    }
    wasDown.current = stream === 'down'
  }, [stream])
}

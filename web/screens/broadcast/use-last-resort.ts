import { isWallReloadDue } from './left-alone.ts'
import { useStream } from '#web/data/live/use-stream.ts'
import { useEffect, useEffectEvent } from 'react'

/**
 * The storage key for the time at which this tab was last reloaded because of its map. Absent until the map has
 * rendered once.
 */
const key = 'skywarden:wall-reloaded'
const lookEveryMs = 60_000

/**
 * Reloads the page if a map that had rendered does not recover, because some browsers give a page a graphics context
 * only once. Reloads only while the server responds; otherwise there would be no page at all.
 */
export function useLastResort(isStanding: boolean) {
  const isLive = useStream() === 'live'
  const look = useEffectEvent(() => {
    const last = sessionStorage.getItem(key)
    if (last === null || !isLive || !isWallReloadDue(Number(last), Date.now())) return
    sessionStorage.setItem(key, String(Date.now()))
    location.reload()
  })
  useEffect(() => {
    if (!isStanding) {
      const timer = setInterval(() => look(), lookEveryMs)
      return () => clearInterval(timer)
    }
    if (sessionStorage.getItem(key) === null) sessionStorage.setItem(key, '0')
    return undefined
  }, [isStanding])
}

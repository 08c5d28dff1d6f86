import { isReloadDue } from './left-alone.ts'
import { useStream } from '#web/data/live/use-stream.ts'
import { useEffect, useEffectEvent } from 'react'

/** When this tab was last loaded anew for the sake of its map; not there before the map has stood once. */
const key = 'skywarden:wall-reloaded'
const lookEveryMs = 60_000

/**
 * A map that stood and does not come back by itself, since some browsers give a page no graphics twice, is had again
 * with the page: only while the server answers, or there would be no page at all.
 */
export function useLastResort(isStanding: boolean) {
  const isLive = useStream() === 'live'
  const look = useEffectEvent(() => {
    const last = sessionStorage.getItem(key)
    if (last === null || !isLive || !isReloadDue(Number(last), Date.now())) return
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

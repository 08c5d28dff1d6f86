import type { LayerNote } from './layer-note.ts'
import type { Stream } from '#web/data/requests/asking.ts'
import type { MapLightning } from '#web/data/weather/strikes.ts'
import type { MapTime } from '#web/map/radar/map-time.ts'
import { withDay } from '#web/parts/time/times.ts'

interface LightningShown {
  /** The drawn lightning; undefined before the first response. */
  readonly lightning: Pick<MapLightning, 'coveredThrough' | 'isReporting' | 'isComplete'> | undefined
  /** Whether the last request failed. */
  readonly hasFailed: boolean
  readonly time: MapTime
  readonly stream: Stream
}

/** Requested at least every minute. If the last response is slightly older than that, the latest request has failed. */
const oldAfterMs = 90_000
/** Without the stream, nothing reports that a feed is silent, so lightning is polled every ten seconds. */
const oldWithoutStreamMs = 30_000

const worry = (text: string): LayerNote => ({ text, isWorry: true })

/**
 * Says up to what time the lightning on the map is known. That is the end of its coverage, no matter when it was
 * requested.
 */
export function lightningNote(shown: LightningShown, nowMs: number, zone: string): LayerNote {
  const { lightning, hasFailed, time, stream } = shown
  if (!lightning)
    return hasFailed
      ? worry(time.kind === 'past' ? 'not available for this time' : 'not available')
      : { text: 'loading…', isWorry: false }
  if (time.kind === 'past')
    return lightning.isComplete
      ? { text: `30 minutes before ${withDay(new Date(time.atMs), nowMs, zone)}`, isWorry: false }
      : worry('not fully known for this time')
  if (lightning.coveredThrough === null) return worry('no source covers this area')
  const throughMs = Date.parse(lightning.coveredThrough)
  const asOf = `as of ${withDay(new Date(throughMs), nowMs, zone)}`
  if (stream === 'down' && nowMs - throughMs > oldWithoutStreamMs)
    return worry(`${asOf}, no recent update from the server`)
  if (hasFailed) return worry(`${asOf}, could not be refreshed`)
  if (!lightning.isReporting) return worry(`${asOf}, the feed has stopped reporting`)
  if (nowMs - throughMs > oldAfterMs) return worry(`${asOf}, old`)
  if (!lightning.isComplete) return worry(`${asOf}, earlier strikes may be missing`)
  return { text: asOf, isWorry: false }
}

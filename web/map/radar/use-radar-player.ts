import { presentOf } from './frame-text.ts'
import type { MapFrame } from './frames.ts'
import { createPictureStore } from './picture-store.ts'
import { frameAt, ticksMs, type Playback, type PlaybackStep, type SpeedName } from './playback.ts'
import { startTicker } from './ticker.ts'

import type { Bounds } from '#web/map/ring-line.ts'
import { pictureAddress, type PictureArea } from '#web/map/viewport.ts'
import { useEffect, useMemo, useState, useSyncExternalStore } from 'react'

/** Returns a value once it has not changed for a while. The first value is returned immediately. */
function useDebounced<Value>(value: Value, ms: number): Value {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    if (value === settled) return
    const timer = setTimeout(() => setSettled(value), ms)
    return () => clearTimeout(timer)
  }, [value, settled, ms])
  return settled
}

/** An image at its position on the map. */
export interface PlacedPicture {
  readonly blob: Blob
  readonly bounds: Bounds
}

export interface Player {
  /** The frame to show; null if none. */
  readonly frame: MapFrame | null
  /** The drawn image: the frame's, or the previous one while the frame's image loads. Null if it is unavailable. */
  readonly picture: PlacedPicture | null
  readonly isLoading: boolean
  readonly hasFailed: boolean
  /** Whether some of the played frames are unavailable. */
  readonly hasGaps: boolean
  readonly retry: () => void
}

interface PlayerInput {
  readonly frames: readonly MapFrame[]
  readonly area: PictureArea | null
  readonly playback: Playback
  readonly speed: SpeedName
  readonly fetchPicture: (address: string, signal: AbortSignal) => Promise<Blob>
  readonly onStep: (step: PlaybackStep) => void
}

/** From the specification: dragging the slider does not request every frame along the way. */
const frameAfterMs = 100

/**
 * Loads and plays images. While paused, loads only the displayed frame; to scrub or play, loads all of them, starting
 * with that one. Playback starts once all have loaded or failed.
 */
export function useRadarPlayer({ frames, area, playback, speed, fetchPicture, onStep }: PlayerInput): Player {
  const [store] = useState(() => createPictureStore(fetchPicture))
  const pictures = useSyncExternalStore(store.subscribe, store.read)
  const index = frameAt(playback.progress, frames.length)
  const isStill = playback.mode === 'STATIC'

  const addresses = useMemo(
    () => (area ? frames.map(({ address }) => pictureAddress(address, area)) : []),
    [frames, area],
  )
  const address = index === null ? undefined : addresses[index]
  const settled = useDebounced(address, frameAfterMs)
  // While playing, the present frame loads first, whichever frame is displayed, because a wall waits for it.
  const present = presentOf(frames)
  const first = playback.mode === 'PLAY' ? present && addresses[frames.indexOf(present)] : settled
  const wanted = useMemo(() => {
    if (first === undefined) return []
    const at = addresses.indexOf(first)
    if (isStill || at < 0) return [first]
    return [...addresses.slice(at), ...addresses.slice(0, at)]
  }, [addresses, first, isStill])
  useEffect(() => store.want(wanted), [store, wanted])
  useEffect(() => () => store.want([]), [store])

  const picture = address === undefined ? undefined : pictures.get(address)
  const [shown, setShown] = useState<PlacedPicture | null>(null)
  if (picture?.state === 'ready' && area && shown?.blob !== picture.blob)
    setShown({ blob: picture.blob, bounds: area.bounds })
  if ((picture?.state === 'failed' || frames.length === 0) && shown) setShown(null)

  const isSettled =
    address !== undefined &&
    wanted.includes(address) &&
    wanted.every(each => isThere(pictures.get(each)?.state))
  const isTicking = playback.mode === 'PLAY' && isSettled
  useEffect(
    () =>
      isTicking
        ? startTicker(ticksMs[speed], () => onStep({ kind: 'tick', frames: frames.length }))
        : undefined,
    [isTicking, speed, frames.length, onStep],
  )

  return {
    frame: index === null ? null : (frames[index] ?? null),
    picture: shown,
    isLoading: frames.length > 0 && !isSettled,
    hasFailed: picture?.state === 'failed',
    hasGaps: wanted.some(each => pictures.get(each)?.state === 'failed'),
    retry: store.retry,
  }
}

function isThere(state: 'loading' | 'ready' | 'failed' | undefined): boolean {
  return state === 'ready' || state === 'failed'
}

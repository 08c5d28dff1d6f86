import type { ShownArea } from './room.ts'
import { useEffect, useState, type RefObject } from 'react'

interface Covering {
  readonly stage: RefObject<HTMLElement | null>
  readonly map: RefObject<HTMLElement | null>
  /** What lies over the map at its upper and at its lower edge. */
  readonly top: RefObject<HTMLElement | null>
  readonly bottom: RefObject<HTMLElement | null>
  /** How much of the right is covered, by what comes and goes, in the map's own pixels: that is enlarged as the map is. */
  readonly rightPx: number
  /** Somebody is looking at another part of the map: it stays as it was found until they are gone. */
  readonly isHeld: boolean
}

/** A card that grows by a line must not move the map every time. */
const stepPx = 16
const inSteps = (px: number) => Math.ceil(px / stepPx) * stepPx

/** How much of the map is free; null before that is known. */
export function useRoom({ stage, map, top, bottom, rightPx, isHeld }: Covering): ShownArea | null {
  const [room, setRoom] = useState<ShownArea | null>(null)
  useEffect(() => {
    const [around, canvas] = [stage.current, map.current]
    if (isHeld || !around || !canvas) return
    const look = () => {
      const edges = around.getBoundingClientRect()
      // The page may show the map enlarged; the map counts in its own pixels.
      const scale = edges.width / canvas.offsetWidth
      const upper = top.current?.getBoundingClientRect().bottom ?? edges.top
      const lower = bottom.current?.getBoundingClientRect().top ?? edges.bottom
      const next: ShownArea = {
        width: canvas.offsetWidth,
        height: canvas.offsetHeight,
        top: inSteps((upper - edges.top) / scale),
        right: inSteps(rightPx),
        bottom: inSteps((edges.bottom - lower) / scale),
        left: 0,
      }
      setRoom(before => (JSON.stringify(before) === JSON.stringify(next) ? before : next))
    }
    const sizes = new ResizeObserver(look)
    for (const each of [around, top.current, bottom.current]) if (each) sizes.observe(each)
    return () => sizes.disconnect()
  }, [stage, map, top, bottom, rightPx, isHeld])
  return room
}

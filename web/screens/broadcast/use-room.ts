import type { ShownArea } from './room.ts'
import { useEffect, useState, type RefObject } from 'react'

interface Covering {
  readonly stage: RefObject<HTMLElement | null>
  readonly map: RefObject<HTMLElement | null>
  /** The overlays at the map's top and bottom edges. */
  readonly top: RefObject<HTMLElement | null>
  readonly bottom: RefObject<HTMLElement | null>
  /**
   * The width that the panel, which can be open or closed, covers on the right. In the map's own pixels, which scale
   * with the map.
   */
  readonly rightPx: number
  /** Whether a person is viewing another part of the map. The map stays there until the person leaves. */
  readonly isHeld: boolean
}

/** A card that grows by a line must not move the map. */
const stepPx = 16
const inSteps = (px: number) => Math.ceil(px / stepPx) * stepPx

/** Returns the free area of the map; null until known. */
export function useRoom({ stage, map, top, bottom, rightPx, isHeld }: Covering): ShownArea | null {
  const [room, setRoom] = useState<ShownArea | null>(null)
  useEffect(() => {
    const [around, canvas] = [stage.current, map.current]
    if (isHeld || !around || !canvas) return
    const look = () => {
      const edges = around.getBoundingClientRect()
      // The page may show the map enlarged, so lengths are converted to the map's own pixels.
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

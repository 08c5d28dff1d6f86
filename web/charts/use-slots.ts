import { keptRange, zoomedIn, zoomedOut, zoomedTo, type SlotRange } from './zoom.ts'
import { useState } from 'react'

/** What charts over the same slots share: the visible range and the picked slot. */
export interface Slots {
  readonly count: number
  readonly range: SlotRange
  readonly isZoomed: boolean
  readonly picked: number | null
  /** The start and end of a drag in progress. */
  readonly dragged: readonly [number, number] | null
  pick(index: number | null): void
  drag(span: readonly [number, number] | null): void
  zoomIn(): void
  zoomOut(): void
  zoomTo(one: number, other: number): void
  reset(): void
}

export function useSlots(count: number): Slots {
  const [chosen, setChosen] = useState<SlotRange | null>(null)
  const [picked, pick] = useState<number | null>(null)
  const [dragged, drag] = useState<readonly [number, number] | null>(null)
  const range = keptRange(chosen, count)
  const seen = picked !== null && picked >= range.from && picked < range.to ? picked : null
  return {
    count,
    range,
    isZoomed: range.to - range.from < count,
    picked: seen,
    dragged,
    pick,
    drag,
    zoomIn: () => setChosen(zoomedIn(range, seen, count)),
    zoomOut: () => setChosen(zoomedOut(range, seen, count)),
    zoomTo: (one, other) => setChosen(zoomedTo(one, other, count)),
    reset: () => setChosen(null),
  }
}

import { withDay } from '#web/parts/time/times.ts'

/** A note on the age of a layer's data. */
export interface LayerNote {
  readonly text: string
  /** Whether the data is old or missing, so that an empty layer does not mean that nothing is there. */
  readonly isWorry: boolean
}

export interface LayerData {
  /** The data's time; null before the first response. */
  readonly asOfMs: number | null
  /** Whether the last request failed. */
  readonly hasFailed: boolean
  /** From this age on, the data no longer represents the present. */
  readonly oldAfterMs: number
}

export function layerNote(
  { asOfMs, hasFailed, oldAfterMs }: LayerData,
  nowMs: number,
  zone: string,
): LayerNote {
  if (asOfMs === null) {
    return hasFailed ? { text: 'not available', isWorry: true } : { text: 'loading…', isWorry: false }
  }
  const asOf = `as of ${withDay(new Date(asOfMs), nowMs, zone)}`
  if (hasFailed) return { text: `${asOf}, could not be refreshed`, isWorry: true }
  return nowMs - asOfMs > oldAfterMs
    ? { text: `${asOf}, old`, isWorry: true }
    : { text: asOf, isWorry: false }
}

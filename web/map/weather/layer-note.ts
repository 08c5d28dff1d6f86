import { withDay } from '#web/parts/times.ts'

/** How old what a layer shows is. */
export interface LayerNote {
  readonly text: string
  /** It is old or missing: that nothing is to be seen does not mean that nothing is there. */
  readonly isWorry: boolean
}

export interface LayerData {
  /** When what is shown was true; null before there was an answer. */
  readonly asOfMs: number | null
  /** The last question was not answered. */
  readonly hasFailed: boolean
  /** From this age on it no longer tells of now. */
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

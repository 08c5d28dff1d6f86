import type { RadarProduct } from '#domain/radar/grid'
import { hourMs, minuteMs } from '#server/platform/clock'
import { compositeStepMs } from './parse-times.ts'

/** One wanted image: its kind, its time, when it was computed, and where to find it. */
export interface IemWant {
  readonly product: Extract<RadarProduct, 'composite' | 'model'>
  readonly validMs: number
  readonly issuedMs: number
  readonly path: string
}

const composites = 25
const modelStepMinutes = 15
const modelMinutes = 18 * 60

const digits = (value: number, length: number) => String(value).padStart(length, '0')

/** Returns a path in the archive, because the current image may change between two requests. */
function archived(ms: number, file: string): string {
  const day = new Date(ms).toISOString().slice(0, 10).replaceAll('-', '/')
  return `/archive/data/${day}/GIS/${file}`
}

export const iemStampOf = (ms: number) => new Date(ms).toISOString().slice(0, 16).replaceAll(/[-:T]/g, '')

/** Returns the composites of the last two hours, newest first. */
export function wantedComposites(newestMs: number, nowMs: number): IemWant[] {
  return Array.from({ length: composites }, (_, index) => newestMs - index * compositeStepMs)
    .filter(validMs => validMs <= nowMs && validMs > nowMs - composites * compositeStepMs)
    .map(validMs => {
      const path = archived(validMs, `uscomp/n0q_${iemStampOf(validMs)}.png`)
      return { product: 'composite', validMs, issuedMs: validMs, path }
    })
}

/** Returns all images that a model run forecasts for the coming hours, nearest first. */
export function wantedModel(runMs: number, nowMs: number): IemWant[] {
  const hour = digits(new Date(runMs).getUTCHours(), 2)
  return Array.from({ length: modelMinutes / modelStepMinutes }, (_, index) => (index + 1) * modelStepMinutes)
    .map(minutes => ({ minutes, validMs: runMs + minutes * minuteMs }))
    .filter(({ validMs }) => validMs > nowMs)
    .map(({ minutes, validMs }) => {
      const path = archived(runMs, `hrrr/${hour}/refd_${digits(minutes, 4)}.png`)
      return { product: 'model', validMs, issuedMs: runMs, path }
    })
}

/** Ranks a nowcast's input first: the newest images, and the model as far as it is blended in. */
export function frameRankOf({ product, validMs }: IemWant, nowMs: number): number {
  if (product === 'composite') return validMs > nowMs - 20 * minuteMs ? 0 : 2
  return validMs <= nowMs + 2 * hourMs ? 1 : 3
}

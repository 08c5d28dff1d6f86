import { minuteMs } from '#server/platform/clock'

const mostAheadMs = 5 * minuteMs
export const compositeStepMs = 5 * minuteMs

/** The newest composite, and how many radars it is made of, if given. */
export interface NewestComposite {
  readonly validMs: number
  readonly radars: { readonly seen: number; readonly of: number } | null
}

function fieldsOf(text: string, what: string): Readonly<Record<string, unknown>> {
  let parsed: unknown
  try {
    parsed = JSON.parse(text)
  } catch {
    throw new Error(`The time of ${what} is not JSON`)
  }
  return typeof parsed === 'object' && parsed !== null ? (parsed as Record<string, unknown>) : {}
}

function instantOf(value: unknown, what: string, nowMs: number): number {
  const isInstant = typeof value === 'string' && /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d)?Z$/.test(value)
  const ms = isInstant ? Date.parse(value) : NaN
  if (Number.isNaN(ms)) throw new Error(`The time of ${what} cannot be read`)
  if (ms > nowMs + mostAheadMs) throw new Error(`The time of ${what} is in the future`)
  return ms
}

/** Parses the metadata of the newest composite: `{ "meta": { "valid": "...Z", "radar_quorum": "144/147" } }`. */
export function parseNewestComposite(text: string, nowMs: number): NewestComposite {
  const what = 'the newest radar image'
  const { meta } = fieldsOf(text, what)
  const { valid, radar_quorum: quorum } = (meta ?? {}) as Readonly<Record<string, unknown>>
  const validMs = instantOf(valid, what, nowMs)
  if (validMs % compositeStepMs !== 0)
    throw new Error(`The time of ${what} is not a multiple of five minutes`)
  const match = typeof quorum === 'string' ? /^(\d{1,4})\/(\d{1,4})$/.exec(quorum) : null
  return { validMs, radars: match && { seen: Number(match[1]), of: Number(match[2]) } }
}

/** Parses the metadata of the newest model run's last image: `{ "model_init_utc": "...Z" }`. */
export function parseModelRun(text: string, nowMs: number): number {
  const what = 'the newest model run'
  return instantOf(fieldsOf(text, what)['model_init_utc'], what, nowMs)
}

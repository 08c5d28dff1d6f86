import type { GeneratedFlash } from '#server/feeds/glm/generate.testing'
import { hourMs, minuteMs, secondMs } from '#server/platform/clock'

export interface Span {
  readonly fromMs: number
  readonly toMs: number
}

/** Where the storms of a simulated world pass, and where there is only heat. */
export const norman = { latitude: 35.22, longitude: -97.44 } as const
export const phoenix = { latitude: 33.45, longitude: -112.07 } as const
/** A place in another country, with its own alerts. */
export const toronto = { latitude: 43.65, longitude: -79.38 } as const

/** The flashes of one window of 20 s, some of which may have begun slightly before it. */
export interface RecordedFlashes {
  readonly windowStartMs: number
  readonly flashes: readonly GeneratedFlash[]
}

/** What happens in a simulated world, in closed form: the same at any speed and from any source. */
export interface Sky {
  /** Thunderstorms over Norman. */
  readonly storms: readonly Span[]
  /** A tornado warning for each storm. */
  readonly warnings: readonly Span[]
  /** Heat in Phoenix all the time, for a zone without a shape. */
  readonly heat: Span
  isStormy(atMs: number): boolean
  /** Flashes seen only by the eastern satellite. */
  readonly recordedFlashes?: RecordedFlashes
  /** Returns the temperature at an airport, in tenths of a degree. */
  celsiusAt(atMs: number): number
}

const warningAfterMs = 2 * minuteMs
/** A warning ends this long after the storm. */
const warningOutlastsMs = 10 * minuteMs
export const reportEveryMs = 5 * minuteMs

export function createSky(storms: readonly Span[]): Sky {
  const [first, last] = [storms[0]?.fromMs ?? 0, storms.at(-1)?.toMs ?? 0]
  return {
    storms,
    warnings: storms.map(({ fromMs, toMs }) => ({
      fromMs: fromMs + warningAfterMs,
      toMs: toMs + warningOutlastsMs,
    })),
    heat: { fromMs: first - 12 * hourMs, toMs: last + 12 * hourMs },
    isStormy: atMs => storms.some(({ fromMs, toMs }) => atMs >= fromMs && atMs < toMs),
    celsiusAt: atMs => Math.round(250 + 80 * Math.sin(((atMs / hourMs - 15) / 12) * Math.PI)) / 10,
  }
}

export const floorTo = (ms: number, stepMs: number, offsetMs = 0) =>
  Math.floor((ms - offsetMs) / stepMs) * stepMs + offsetMs
export const isoSeconds = (ms: number) => new Date(ms).toISOString().replace(/\.\d{3}Z$/, 'Z')
export const digitsOf = (ms: number, length: number) =>
  new Date(ms)
    .toISOString()
    .replaceAll(/[-:T.Z]/g, '')
    .slice(0, length)

/** A host's response. */
export interface PlayedDocument {
  readonly contentType: string
  readonly body: Uint8Array
  /** Whether the response has an ETag. Buckets send none with lists, so a list is never reported as unchanged. */
  readonly isTagged: boolean
}

export function document(contentType: string, body: string | Uint8Array, isTagged = true): PlayedDocument {
  return { contentType, body: typeof body === 'string' ? Buffer.from(body) : body, isTagged }
}
export const json = (value: unknown, contentType = 'application/json') =>
  document(contentType, JSON.stringify(value))

/** Returns a host's response; null if the requested object does not exist (yet). */
export type PlayedHost = (
  path: string,
  query: URLSearchParams,
  nowMs: number,
) => Promise<PlayedDocument | null>

/**
 * Returns the flashes in one window of a satellite: one above the place during a storm, and one far away at any time.
 */
export function flashesIn(sky: Sky, windowStartMs: number) {
  const far = { timeMs: windowStartMs + 3 * secondMs, latitude: 25.1, longitude: -90.2 }
  const above = { timeMs: windowStartMs + 7 * secondMs, latitude: norman.latitude, longitude: -97.42 }
  return sky.isStormy(above.timeMs) ? [far, above] : [far]
}

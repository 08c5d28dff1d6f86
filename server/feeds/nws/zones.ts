import type { Outline } from '#domain/geo/outline'
import type { FeedParts } from '#server/feeds/parts'
import { dayMs, minuteMs } from '#server/platform/clock'
import { outlinesOf } from './geometry.ts'
import { documentOf, listOf } from './json.ts'
import { isNotThere, nwsRequest, requestFailureText } from './requests.ts'

const shapeKeptMs = 30 * dayMs
/** A zone that the service does not know may be new; one with an invalid shape may be fixed. */
const missingKeptMs = dayMs
/** After a failure, other zones are tried first for this long. */
const againAfterMs = 5 * minuteMs

/** 'missing' means that the service does not have the zone, or has it without a shape. */
export type ZoneShape = readonly Outline[] | 'missing'

/** The shapes of forecast, fire and other zones: fetched once, stored for weeks. */
export interface ZoneShapes {
  /** Returns what is known about a zone, or undefined. */
  known(zone: string): ZoneShape | undefined
  /** Loads what was fetched earlier, in this process or another. */
  recall(zones: Iterable<string>): Promise<void>
  /** Fetches the first of these zones that is neither known nor has failed recently. */
  fetchOne(zones: Iterable<string>): Promise<void>
}

/** Parses the shape of one zone. Throws if the response has none. */
export function parseZone(body: Uint8Array): readonly Outline[] {
  const { geometry } = documentOf(body)
  const outlines = outlinesOf(geometry)
  if (!outlines) throw new Error('the zone has no shape')
  return outlines
}

/** Checks the stored state. It was written by this program, but perhaps by a version with another format. */
function rememberedShape(value: unknown): ZoneShape | undefined {
  if (value === 'missing') return 'missing'
  const outlines = listOf(value) as readonly Outline[]
  const isShape =
    outlines.length > 0 &&
    outlines.every(
      outline =>
        Array.isArray(outline) && outline.every(([x, y]) => Number.isFinite(x) && Number.isFinite(y)),
    )
  return isShape ? outlines : undefined
}

export function createZones({ clock, log, memory, upstream, baseUrl }: FeedParts): ZoneShapes {
  const shapes = new Map<string, { readonly shape: ZoneShape; readonly untilMs: number }>()
  const recalled = new Set<string>()
  const failedMs = new Map<string, number>()
  const keyOf = (zone: string) => `zone ${zone}`

  function known(zone: string): ZoneShape | undefined {
    const entry = shapes.get(zone)
    return entry && clock.now().getTime() < entry.untilMs ? entry.shape : undefined
  }

  async function keep(zone: string, shape: ZoneShape) {
    const forMs = shape === 'missing' ? missingKeptMs : shapeKeptMs
    shapes.set(zone, { shape, untilMs: clock.now().getTime() + forMs })
    await memory.keep(keyOf(zone), shape, forMs)
  }

  async function recall(zones: Iterable<string>) {
    for (const zone of zones) {
      if (recalled.has(zone)) continue
      const shape = rememberedShape(await memory.recall(keyOf(zone)))
      recalled.add(zone)
      // How long it has been stored is unknown; it is loaded again in a day.
      if (shape) shapes.set(zone, { shape, untilMs: clock.now().getTime() + missingKeptMs })
    }
  }

  return {
    known,
    recall,
    async fetchOne(zones) {
      const nowMs = clock.now().getTime()
      for (const zone of zones) {
        if (known(zone) !== undefined || nowMs - (failedMs.get(zone) ?? -Infinity) < againAfterMs) continue
        // Another process may have renewed an expired shape.
        if (recalled.delete(zone) && shapes.has(zone)) {
          await recall([zone])
          if (known(zone) !== undefined) continue
        }
        failedMs.set(zone, nowMs)
        try {
          const { value } = await upstream.read(nwsRequest(`${baseUrl}/zones/${zone}`, 16), ({ body }) =>
            parseZone(body),
          )
          await keep(zone, value)
          failedMs.delete(zone)
        } catch (error) {
          if (isNotThere(error)) await keep(zone, 'missing')
          log.warn({ zone, because: requestFailureText(error) }, 'a zone’s shape is unavailable')
        }
        return
      }
    },
  }
}

import type { AirSensor } from '#domain/air-quality/sensor'
import type { FeedParts } from '#server/feeds/parts'
import { hourMs, minuteMs } from '#server/platform/clock'
import { UpstreamFailure, type UpstreamRequest } from '#server/platform/upstream/index'
import { parseHour, type AirNowHour } from './parse.ts'

const source = 'airnow'
const lookEveryMs = minuteMs
/** A file is rewritten for a few hours: late sites are added to it. */
const rewrittenHours = 3
const rewrittenEveryMs = 15 * minuteMs
/** Data older than a day is not used for an index. */
const mostHoursBack = 24
const mostAtATime = 3

const stamp = (hourStartMs: number) => new Date(hourStartMs).toISOString().replace(/[-T:]/g, '').slice(0, 10)

/** Publishes the air quality that agencies report to AirNow, hour by hour, for the whole country in one file. */
export function startAirNow({ clock, bus, schedule, upstream, baseUrl, report }: FeedParts) {
  const sensors = new Map<string, AirSensor>()
  /** When the file of each hour was last read and stored. */
  const readMs = new Map<number, number>()
  let newestHourMs = -Infinity
  // The newest hours name the sites. The room that stores them requests anything else that it needs.
  let wantedFromMs = Math.floor(clock.now().getTime() / hourMs - rewrittenHours) * hourMs
  bus.subscribe('air-wanted', ({ fromMs }) => {
    wantedFromMs = Math.min(wantedFromMs, Math.floor(fromMs / hourMs) * hourMs)
  })

  function requestOf(hourStartMs: number): UpstreamRequest {
    const hour = stamp(hourStartMs)
    return {
      url: `${baseUrl}/files.airnowtech.org/airnow/${hour.slice(0, 4)}/${hour.slice(0, 8)}/HourlyAQObs_${hour}.dat`,
      maxBytes: 5_000_000,
      contentTypes: ['application/octet-stream', 'binary/octet-stream', 'text/plain', 'text/csv'],
      timeoutMs: minuteMs,
    }
  }

  /** Returns the hours to read, newest first, because the newest is the current air quality. */
  function due(nowMs: number): number[] {
    const newestMs = Math.floor(nowMs / hourMs) * hourMs
    const hours = Array.from({ length: mostHoursBack + 1 }, (_, index) => newestMs - index * hourMs)
    return hours.filter((hourStartMs, index) => {
      const lastMs = readMs.get(hourStartMs)
      if (lastMs === undefined) return hourStartMs >= wantedFromMs
      return index <= rewrittenHours && nowMs - lastMs >= rewrittenEveryMs
    })
  }

  /** Returns whether the hour was stored. */
  async function publish({ sensors: named, readings }: AirNowHour): Promise<boolean> {
    const isNew = named.some(({ id, measures }) => String(sensors.get(id)?.measures) !== String(measures))
    for (const sensor of named) sensors.set(sensor.id, sensor)
    const areNamed =
      !isNew || (await bus.deliver('air-sensors-known', { source, sensors: [...sensors.values()] }))
    if (!areNamed) sensors.clear()
    return areNamed && bus.deliver('air-heard', { readings })
  }

  schedule.every('air quality', lookEveryMs, async () => {
    const nowMs = clock.now().getTime()
    for (const old of readMs.keys()) if (old < nowMs - (mostHoursBack + 2) * hourMs) readMs.delete(old)
    try {
      for (const hourStartMs of due(nowMs).slice(0, mostAtATime)) {
        const request = requestOf(hourStartMs)
        const hour = await upstream
          .read(request, ({ body }) => parseHour(body))
          .catch((error: unknown) => {
            // The file does not exist, or not yet. It is checked again after the same pause as a file that does exist.
            if (error instanceof UpstreamFailure && error.status === 404) return null
            throw error
          })
        if (hour?.isNew && !(await publish(hour.value))) {
          upstream.forget(request)
          throw new Error('The hour could not be stored; retrying')
        }
        readMs.set(hourStartMs, nowMs)
        if (hour?.isNew) newestHourMs = Math.max(newestHourMs, hourStartMs)
      }
      const isCurrent = newestHourMs > nowMs - rewrittenHours * hourMs
      report(
        isCurrent
          ? {
              delivering: true,
              detail: sensors.size === 1 ? '1 site reports' : `${sensors.size} sites report`,
              deliveredMs: newestHourMs + hourMs,
            }
          : { delivering: false, detail: 'No file from the last few hours has arrived' },
      )
    } catch (error) {
      report({ delivering: false, detail: (error as Error).message })
    }
  })
  return { stop: async () => {} }
}

import { readFileSync } from 'node:fs'
import { samplePath } from '#domain/cases.testing'
import { createGlmDecoder } from '#server/feeds/glm/decode'
import { hourMs, minuteMs, secondMs } from '#server/platform/clock'
import { silentLog } from '#server/platform/log'
import {
  document,
  floorTo,
  isoSeconds,
  json,
  type PlayedHost,
  type RecordedFlashes,
} from './played-sky.testing.ts'

/** Recordings of real services, shifted to the day of a simulated world. */
export interface Recorded {
  /** All alerts listed at one moment, including those by zone. */
  readonly alerts: readonly RecordedAlert[]
  readonly flashes: RecordedFlashes
  /** Mansfield, Massachusetts. */
  readonly gridPlace: { readonly latitude: number; readonly longitude: number }
  /** Returns the recorded grid's value for an hour, in °C; undefined after its end. */
  celsiusAt(hourStartMs: number): number | undefined
  readonly playWeatherService: (played: PlayedHost) => PlayedHost
  readonly playHurricanes: (played: PlayedHost) => PlayedHost
}

export interface RecordedAlert {
  readonly geometry: { readonly type: string; readonly coordinates: readonly Ring[] } | null
  readonly properties: {
    readonly event: string
    readonly sent: string
    readonly expires: string
    readonly affectedZones: readonly string[]
  }
}
export type Ring = readonly (readonly [longitude: number, latitude: number])[]

const alertsMs = Date.UTC(2026, 6, 15, 20)
const flashesMs = Date.UTC(2025, 3, 7, 13, 0, 20)
const miltonMs = Date.UTC(2024, 9, 9, 3)
/** When the recorded flashes begin after the start of the day: between two storms. */
const recordedFlashesAfterMs = 110 * minuteMs + 20 * secondMs
const geoJson = 'application/geo+json'
const gridPath = '/gridpoints/BOX/70,82'

const read = (name: string) => readFileSync(samplePath(name) ?? '')
const instants = /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:Z|[+-]\d\d:\d\d)/g
const shifted = (text: string, byMs: number) =>
  text.replaceAll(instants, instant => isoSeconds(Date.parse(instant) + byMs))

interface Grid {
  readonly properties: {
    readonly temperature: {
      readonly values: readonly { readonly validTime: string; readonly value: number }[]
    }
  }
}

/** Parses the hours of an interval such as 'PT3H' or 'P1DT2H'. */
function hoursOf(interval: string): number {
  const [, days = '0', hours = '0'] = /^P(?:(\d+)D)?(?:T(\d+)H)?$/.exec(interval) ?? []
  return Number(days) * 24 + Number(hours)
}

const monthNames = 'JAN FEB MAR APR MAY JUN JUL AUG SEP OCT NOV DEC'.split(' ')

/** Returns the advisory as it would have been issued at another time. */
function movedAdvisory(text: string, issuedMs: number): string {
  const byMs = issuedMs - miltonMs
  const at = new Date(issuedMs)
  const weekday = at.toUTCString().slice(0, 3).toUpperCase()
  const digits = (ms: number, from: number, to: number) => new Date(ms).toISOString().slice(from, to)
  const clock = (ms: number) => digits(ms, 11, 16).replace(':', '')
  const issued = `${clock(issuedMs)} UTC ${weekday} ${monthNames[at.getUTCMonth()]} ${digits(issuedMs, 8, 10)} ${at.getUTCFullYear()}`
  return text
    .replace('0300 UTC WED OCT 09 2024', issued)
    .replaceAll(/(\d\d)\/(\d\d)(\d\d)Z/g, (_, day: string, hour: string, minute: string) => {
      const movedMs = Date.UTC(2024, 9, Number(day), Number(hour), Number(minute)) + byMs
      return `${digits(movedMs, 8, 10)}/${clock(movedMs)}Z`
    })
}

async function recordedFlashes(windowStartMs: number): Promise<RecordedFlashes> {
  const byMs = windowStartMs - flashesMs
  const decoder = createGlmDecoder({ log: silentLog })
  const { flashes } = await decoder.decode(
    read('glm/OR_GLM-L2-LCFA_G19_s20250971300200_e20250971300400_c20250971300420.nc'),
  )
  await decoder.stop()
  const moved = flashes.map(({ id, timeMs, latitude, longitude, areaKm2 }) => ({
    id,
    timeMs: timeMs + byMs,
    latitude,
    longitude,
    areaKm2,
  }))
  return { windowStartMs, flashes: moved }
}

/** Returns null if the samples are not next to the repository. */
export async function recordedFor(dayStartMs: number): Promise<Recorded | null> {
  if (samplePath('SOURCES.md') === null) return null
  const byMs = dayStartMs - alertsMs
  const { features: alerts } = JSON.parse(
    shifted(read('nws/alerts_active_2026-07-15.json').toString(), byMs),
  ) as { features: RecordedAlert[] }
  const grid = JSON.parse(shifted(read('nws/gridpoint_raw_BOX_2026-07-15.json').toString(), byMs)) as Grid
  const hourly = shifted(read('nws/forecast_hourly_BOX_2026-07-15.json').toString(), byMs)
  const zones = new Set(alerts.flatMap(({ properties }) => properties.affectedZones))
  const milton = read('nhc/milton_016_TCM.txt').toString('latin1')
  const point = { gridId: 'BOX', gridX: 70, gridY: 82, timeZone: 'America/New_York' }
  /** The shape of zones that were not recorded: far out at sea. */
  const atSea = { type: 'Polygon', coordinates: [[-50, -49, -49, -50].map((x, i) => [x, i < 2 ? 30 : 31])] }

  return {
    alerts,
    flashes: await recordedFlashes(dayStartMs + recordedFlashesAfterMs),
    gridPlace: { latitude: 41.967, longitude: -71.189 },
    celsiusAt: hourStartMs =>
      grid.properties.temperature.values.find(({ validTime }) => {
        const [start = '', interval = ''] = validTime.split('/')
        const sinceMs = hourStartMs - Date.parse(start)
        return sinceMs >= 0 && sinceMs < hoursOf(interval) * hourMs
      })?.value,
    playWeatherService: played => async (path, query, nowMs) => {
      if (path === '/points/41.95,-71.2') return json({ properties: point }, geoJson)
      if (path === gridPath) {
        const updateTime = isoSeconds(floorTo(nowMs, hourMs))
        return json({ ...grid, properties: { ...grid.properties, updateTime } }, geoJson)
      }
      if (path === `${gridPath}/forecast/hourly`) return document(geoJson, hourly)
      if (path === `${gridPath}/stations`) return json({ type: 'FeatureCollection', features: [] }, geoJson)
      const found = await played(path, query, nowMs)
      if (!found && zones.has(`https://api.weather.gov${path}`))
        return json({ type: 'Feature', geometry: atSea, properties: {} }, geoJson)
      if (!found || path !== '/alerts/active') return found
      const list = JSON.parse(Buffer.from(found.body).toString()) as { features: unknown[] }
      const isOn = ({ properties: { sent, expires } }: RecordedAlert) =>
        Date.parse(sent) <= nowMs && Date.parse(expires) > nowMs
      return json({ ...list, features: [...list.features, ...alerts.filter(isOn)] }, geoJson)
    },
    playHurricanes: played => async (path, query, nowMs) => {
      const issuedMs = floorTo(nowMs, 6 * hourMs, 3 * hourMs)
      if (path === '/text/MIATCMAT4.shtml')
        return document('text/html', `<pre>${movedAdvisory(milton, issuedMs)}</pre>`)
      const found = await played(path, query, nowMs)
      if (!found || path !== '/CurrentStorms.json') return found
      const list = JSON.parse(Buffer.from(found.body).toString()) as { activeStorms: object[] }
      const listed = {
        id: 'al142024',
        name: 'Milton',
        intensity: '140',
        pressure: '915',
        latitudeNumeric: 23.4,
        longitudeNumeric: -86.5,
        movementDir: 55,
        movementSpeed: 10,
        lastUpdate: isoSeconds(issuedMs),
        forecastAdvisory: {
          advNum: isoSeconds(issuedMs),
          url: 'https://www.nhc.noaa.gov/text/MIATCMAT4.shtml',
        },
      }
      return json({ activeStorms: [...list.activeStorms, listed] })
    },
  }
}

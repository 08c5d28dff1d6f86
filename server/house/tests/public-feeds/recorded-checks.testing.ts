import { hourlyForecasts, type HourlyForecast } from '#contract/weather/forecasts'
import { getStrikes } from '#contract/weather/map-lightning'
import type { Reply } from '#contract/call'
import type { tropicalForecasts } from '#contract/weather/tropics'
import type { Point } from '#domain/geo/distance'
import { hourMs, minuteMs } from '#server/platform/clock'
import type { Recorded, RecordedAlert, Ring } from './played-recorded.testing.ts'
import type { PublicHouse } from './public-house.testing.ts'

export interface RecordedChecksOptions {
  readonly open: PublicHouse
  readonly recorded: Recorded
  /** Whether sources are failing, or were failing a moment ago. */
  readonly isDisturbed: (ms: number) => boolean
}

/** Counts even and odd crossings of a line to the east; deliberately not the server's own algorithm. */
function isInside(ring: Ring, { latitude, longitude }: Point): boolean {
  let isIn = false
  for (const [index, [x, y]] of ring.entries()) {
    const [otherX, otherY] = ring.at(index - 1) ?? [x, y]
    if (y > latitude === otherY > latitude) continue
    if (longitude < x + ((latitude - y) / (otherY - y)) * (otherX - x)) isIn = !isIn
  }
  return isIn
}

const outerOf = ({ geometry }: RecordedAlert): Ring => geometry?.coordinates[0] ?? []
function middleOf(ring: Ring): Point {
  const mean = (at: 0 | 1) => ring.reduce((sum, corner) => sum + corner[at], 0) / ring.length
  return { longitude: mean(0), latitude: mean(1) }
}

const knots = 0.514444
/** The advisory's forecast as written: hours after it, latitude, longitude, knots. */
const miltonAhead = [
  [9, 24.7, -85.3, 135],
  [21, 26.5, -83.6, 115],
  [33, 27.9, -81.4, 75],
  [45, 28.5, -78.8, 70],
  [57, 29, -75.5, 65],
  [69, 29.4, -72, 55],
  [93, 30.4, -65, 45],
  [117, 31.5, -57.9, 40],
] as const

type TropicalIssues = Reply<typeof tropicalForecasts>

/** Returns what the recorded samples should show but do not. */
export async function recordedChecks({ open, recorded, isDisturbed }: RecordedChecksOptions) {
  const drawn = recorded.alerts.filter(({ geometry }) => geometry !== null)
  const zoned = new Set(
    recorded.alerts.filter(({ geometry }) => !geometry).map(({ properties }) => properties.event),
  )
  const warned = await Promise.all(
    ['Severe Thunderstorm Warning', 'Flash Flood Warning', 'Flood Warning', 'Flood Advisory'].map(
      async event => {
        const own = drawn.filter(({ properties }) => properties.event === event)
        const ring = own.map(outerOf).find(each => isInside(each, middleOf(each)))
        if (!ring) throw new Error(`No ${event} has its middle inside`)
        return { point: middleOf(ring), id: await open.add(event, middleOf(ring)) }
      },
    ),
  )
  const gridId = await open.add('Mansfield', recorded.gridPlace)
  const startMs = open.nowMs()

  async function alertProblems({ point, id }: { point: Point; id: string }, nowMs: number) {
    const shown = await open.alertsAt(id)
    if (!shown) return ['alerts that were recorded are unknown']
    const here = drawn.filter(alert => isInside(outerOf(alert), point))
    const standing = (fromMs: number, toMs: number) =>
      here
        .filter(
          ({ properties }) => Date.parse(properties.sent) <= toMs && Date.parse(properties.expires) > fromMs,
        )
        .map(({ properties }) => properties.event)
    const surely = standing(nowMs + 2 * minuteMs, nowMs - 2 * minuteMs)
    const maybe = standing(nowMs - 2 * minuteMs, nowMs + 2 * minuteMs)
    return [
      ...surely.filter(event => !shown.includes(event)).map(event => `no recorded ${event}`),
      ...shown
        .filter(event => !maybe.includes(event) && !zoned.has(event))
        .map(event => `${event} that is over`),
    ]
  }

  async function gridProblems(nowMs: number) {
    const query = { hours: '24' }
    const answer = await open.ask(hourlyForecasts, { params: { id: gridId }, query })
    if (answer.status !== 200) return ['no forecast from the recorded grid']
    return (answer.body.data as HourlyForecast[]).flatMap(hour => {
      const startsMs = Date.parse(hour.forecastStartTime)
      const celsius = recorded.celsiusAt(startsMs)
      const shown = hour.ambientTemperature.value
      // The current hour shows the measurements instead.
      if (startsMs <= nowMs || celsius === undefined) return []
      return shown !== null && Math.abs(shown - (celsius * 1.8 + 32)) <= 0.51
        ? []
        : [`${shown} °F at ${hour.forecastStartTime}, recorded ${celsius} °C`]
    })
  }

  async function tropicalProblems(nowMs: number) {
    const issues = (await open.tropics()).body.data as TropicalIssues
    const milton = issues.flatMap(({ data }) => data).find(({ name }) => name === 'Milton')
    if (!milton) return ['no Milton']
    const issuedMs = Date.parse(milton.points[0]?.time ?? '')
    if (nowMs - issuedMs > 6 * hourMs + 10 * minuteMs) return ['an old Milton']
    const ahead = milton.points.slice(1).map(({ coordinates: [x, y], time, wind }) => {
      const hours = (Date.parse(time) - issuedMs) / hourMs
      return [hours, y, x, Math.round((wind.maxSustained.value ?? 0) / knots)]
    })
    return JSON.stringify(ahead) === JSON.stringify(miltonAhead) ? [] : [`Milton is ${JSON.stringify(ahead)}`]
  }

  async function flashProblems(nowMs: number) {
    const sinceMs = nowMs - recorded.flashes.windowStartMs
    if (sinceMs < 3 * minuteMs || sinceMs >= 4 * minuteMs) return []
    const shown = (await open.ask(getStrikes, {})).body.data as Reply<typeof getStrikes>
    const missing = recorded.flashes.flashes.filter(
      flash =>
        !shown.some(
          ({ latitude, longitude }) =>
            Math.abs(latitude - flash.latitude) < 0.01 && Math.abs(longitude - flash.longitude) < 0.01,
        ),
    )
    return missing.length === 0
      ? []
      : [`${missing.length} of ${recorded.flashes.flashes.length} recorded flashes`]
  }

  return async (): Promise<string[]> => {
    const nowMs = open.nowMs()
    if (isDisturbed(nowMs) || nowMs - startMs < 10 * minuteMs) return []
    const problems = await flashProblems(nowMs)
    for (const place of warned) problems.push(...(await alertProblems(place, nowMs)))
    if (nowMs % (10 * minuteMs) === 0)
      problems.push(...(await gridProblems(nowMs)), ...(await tropicalProblems(nowMs)))
    return problems
  }
}

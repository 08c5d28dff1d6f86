import { createSimulatedForecasts } from '#simulator/forecasts'
import { metarStations } from '#simulator/stations/stations'
import { createWorld } from '#simulator/world'
import { nothingMeasured } from '#domain/conditions/reading'
import type { RingState } from '#domain/lightning/ring'
import { lookAtRing } from '#domain/policies/lightning-warning'
import type { Policy } from '#domain/policies/policy'
import { look, type Measured } from '#domain/policies/warning'
import { ConditionsAt, type Analysis, type CustomerPoint } from '#server/rooms/conditions/index'
import { StationBook } from '#server/rooms/stations/index'
import { ForecastBook, wireForecastHour } from '#server/rooms/forecasts/index'

const places = 100_000
const stations = 3000
const target = { evaluationMs: 5000, conditionsP99Ms: 5 }
const nowMs = Date.UTC(2026, 6, 1, 18)

const thresholds = { HEAT: 105, CHILL: 10, WBGT: 88, PRECIP: 2, WIND: 30, GUST: 45, AQI: 150 } as const
const policies = Object.entries(thresholds).map(([type, threshold], index): Policy => ({
  id: index,
  name: type,
  type: type as Policy['type'],
  threshold,
  allClearMinutes: 30,
  reAlertMinutes: 10,
}))
const lightning: Policy = { ...(policies[0] as Policy), id: 8, type: 'LR1', threshold: 8 }
const quiet: RingState = { state: 'AllClear', because: 'proven quiet', provenThroughMs: nowMs }
const noValue: Measured = { kind: 'missing', because: 'No source measures this here' }

/** Creates random numbers that are the same on every run. */
function createChance(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}

/** Adds as many airports as the country has, each with a report from the last hour, some incomplete or stale. */
function fill(book: StationBook, chance: () => number) {
  const real = metarStations()
  for (let index = 0; index < stations; index++) {
    const station = real[index % real.length] as (typeof real)[number]
    const known = book.set({
      id: index + 1,
      source: 'bench',
      source_id: String(index),
      network: index % 10 === 0 ? 'station' : 'metar',
      customer_id: index % 10 === 0 ? 1 + Math.floor(chance() * 100) : null,
      name: station.name,
      latitude: 25 + chance() * 24,
      longitude: -124 + chance() * 56,
      elevation_feet: station.elevationFeet,
      time_zone: station.timeZone,
      image_url: null,
      is_public: false,
      past_wanted_to: null,
      past_told_through: null,
      dropped_at: null,
      dropped_because: null,
      created_at: new Date(nowMs),
      updated_at: new Date(nowMs),
    })
    book.hold(known, {
      timeMs: nowMs - Math.floor(chance() * 80 * 60_000),
      olderMs: {},
      measures: {
        temperatureF: 60 + chance() * 50,
        humidityPercent: 20 + chance() * 80,
        windMph: chance() * 30,
        gustMph: chance() < 0.5 ? null : 20 + chance() * 20,
        windFromDegrees: chance() * 360,
        stationPressureHpa: 1000,
        solarWattsPerM2: null,
        cloudFraction: chance(),
        rainInchesPerHour: 0,
        rainTodayInches: chance() < 0.3 ? null : chance(),
        visibilityMiles: 10,
        weatherCode: '0002',
        measuredWbgtF: null,
        pm25: null,
      },
    })
  }
}

const p99 = (times: Float64Array) => times.toSorted()[Math.floor(times.length * 0.99)] as number

/** Measures one minute of the policy engine, without database writes: every policy of every location. */
export async function measurePolicies(): Promise<void> {
  const chance = createChance(7)
  const book = new StationBook()
  fill(book, chance)
  // Like a forecast, this lacks the day's rain; every third station lacks it too.
  const analysis: Analysis = {
    ...nothingMeasured,
    timeMs: nowMs,
    elevationFeet: 1000,
    temperatureF: 80,
    humidityPercent: 50,
    windMph: 9,
  }
  const at = new ConditionsAt(book, () => ({ ...analysis }))
  const all = Array.from({ length: places }, (): CustomerPoint => ({
    latitude: 25 + chance() * 24,
    longitude: -124 + chance() * 56,
    customerId: 1 + Math.floor(chance() * 100),
  }))

  function lookAtAll(): { opened: number; fresh: number } {
    const seen = { opened: 0, fresh: 0 }
    for (const place of all) {
      const values = at.policyValues(place, nowMs)
      for (const policy of policies) {
        const measured = values[policy.type as keyof typeof values] ?? noValue
        if (measured.kind === 'fresh') seen.fresh++
        if (look(policy, null, measured, nowMs, { place, by: () => measured }).happened !== null)
          seen.opened++
      }
      lookAtRing(lightning, null, quiet, nowMs, null)
    }
    return seen
  }

  for (const round of ['first minute, who is near is looked up', 'every further minute']) {
    const begun = performance.now()
    const { opened, fresh } = lookAtAll()
    const ms = performance.now() - begun
    console.log(
      `  ${places.toLocaleString('en-US')} locations x 8 policies, ${stations} stations, ${round}: ${ms.toFixed(0)} ms ` +
        `(target ${target.evaluationMs}); ${fresh} fresh values, ${opened} breaches`,
    )
    if (ms > target.evaluationMs) process.exitCode = 1
  }

  let begun = performance.now()
  for (const place of all) at.policyValues(place, nowMs)
  console.log(`  values for one location ${((1000 * (performance.now() - begun)) / places).toFixed(2)} µs`)
  const times = new Float64Array(20_000)
  for (let index = 0; index < times.length; index++) {
    begun = performance.now()
    at.conditionsAt(all[index] as CustomerPoint, nowMs)
    times[index] = performance.now() - begun
  }
  const slow = p99(times)
  console.log(`  conditions at a location p99 ${slow.toFixed(4)} ms (target ${target.conditionsP99Ms})`)
  if (slow > target.conditionsP99Ms) process.exitCode = 1
  measureForecasts(all)
}

/** Measures a location's hourly forecast as the API returns it, from a forecast received earlier. */
function measureForecasts(all: readonly CustomerPoint[]) {
  const book = new ForecastBook()
  const { forecastAt } = createSimulatedForecasts(createWorld(2026))
  const some = all.slice(0, 50)
  for (const place of some)
    book.receive(forecastAt(place.latitude, place.longitude, 'America/Chicago', nowMs))
  for (const place of some) book.at(place, nowMs) // derived values are computed on first use
  const times = new Float64Array(5000)
  for (let index = 0; index < times.length; index++) {
    const place = some[index % some.length] as CustomerPoint
    const begun = performance.now()
    const known = book.at(place, nowMs)
    known?.expected.hours.slice(0, 36).map(hour => wireForecastHour(known, hour))
    times[index] = performance.now() - begun
  }
  const slow = p99(times)
  console.log(
    `  36 hours of a location's forecast p99 ${slow.toFixed(4)} ms (target ${target.conditionsP99Ms})`,
  )
  if (slow > target.conditionsP99Ms) process.exitCode = 1
}

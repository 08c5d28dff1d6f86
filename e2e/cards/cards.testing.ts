import { sql } from 'kysely'
import { vi } from 'vitest'
import { listAdvisories, type WireAdvisory } from '#contract/weather/advisories'
import type { Call, Reply } from '#contract/call'
import { getObservation, type PlaceObservation } from '#contract/weather/conditions'
import {
  hourlyForecasts,
  proactiveForecasts,
  type HourlyForecast,
  type WireProactiveForecast,
} from '#contract/weather/forecasts'
import { getDelay, type LocationDelay } from '#contract/weather/lightning'
import { addLocation } from '#contract/places/locations'
import { getStrikes } from '#contract/weather/map-lightning'
import { listWarnings, type PolicyWarning } from '#contract/places/warnings'
import { getStormArrival, type StormArrival } from '#contract/weather/storms'
import { demoPlaces, type DemoPlace } from '#server/house/demo/locations'
import { testHouse, withoutPast, type TestHouse, type TestPerson } from '#server/house/testing'
import { shiftedClock } from '#server/platform/clock.testing'

/** Everything that the cards of one place show at one instant. */
export interface Cards {
  readonly place: DemoPlace
  readonly nowMs: number
  readonly observation: PlaceObservation
  readonly hours: readonly HourlyForecast[]
  readonly delay: LocationDelay
  readonly warnings: readonly PolicyWarning[]
  readonly advisories: readonly WireAdvisory[]
  readonly forecasts: readonly WireProactiveForecast[]
  readonly arrival: StormArrival
  readonly strikes: Reply<typeof getStrikes>
}

const sources = ['forecasts', 'alerts', 'observations', 'lightning', 'storm cells'] as const
const waits = { timeout: 120_000, interval: 250 }

/** Returns the cards of places at an instant of the simulated world, as a server running at that time shows them. */
export async function cardsAt(timeMs: number, places: readonly DemoPlace[] = demoPlaces): Promise<Cards[]> {
  const clock = shiftedClock(timeMs)
  const house = await testHouse({
    clock,
    environment: { SKYWARDEN_FEEDS: 'simulated', SKYWARDEN_DEMO: 'on' },
    worldExtent: { ...withoutPast, sources },
  })
  try {
    const { rows } = await sql<{ customer_id: number }>`
      select customer_id from users where lower(email) = 'admin@demo.test'`.execute(house.house.store.db)
    const person = await house.person({ role: 'Admin', customerId: rows[0]?.customer_id ?? 0 })
    const cards: Cards[] = []
    for (const place of places) cards.push(await cardsOf(house, person, place, () => clock.now().getTime()))
    return cards
  } finally {
    await house.close()
  }
}

async function cardsOf(
  house: TestHouse,
  person: TestPerson,
  place: DemoPlace,
  nowMs: () => number,
): Promise<Cards> {
  async function answer<C extends Call>(call: C, input: object): Promise<Reply<C>> {
    const { status, body } = await house.ask(call, input as never, person)
    if (status !== 200) throw new Error(`${call.name}: ${status} ${JSON.stringify(body)}`)
    return body.data as Reply<C>
  }
  const { name: label, latitude, longitude, radii } = place
  const [radius1, radius2, radius3, radius4] = radii
  const body = { label, latitude, longitude, radius1, radius2, radius3, radius4 }
  const { location } = await answer(addLocation, { body })
  const params = { id: String(location.id) }
  return vi.waitFor(async () => {
    const observation = await answer(getObservation, { params })
    const delay = await answer(getDelay, { params })
    if (observation.state !== 'Fresh') throw new Error(`${label}: no fresh observation yet`)
    if (delay.statements.some(({ state }) => state === 'Unknown')) throw new Error(`${label}: Unknown`)
    return {
      place,
      nowMs: nowMs(),
      observation,
      delay,
      hours: await answer(hourlyForecasts, { params, query: { hours: '36' } }),
      warnings: await answer(listWarnings, { params }),
      advisories: await answer(listAdvisories, { params }),
      forecasts: await answer(proactiveForecasts, { params: { locationId: params.id } }),
      arrival: await answer(getStormArrival, { params }),
      strikes: await answer(getStrikes, {}),
    }
  }, waits)
}

import { airQualityAtLocation, type PollutantAtLocation } from '#contract/weather/air-quality'
import type { Asked, Call } from '#contract/call'
import { getObservation, type PlaceObservation } from '#contract/weather/conditions'
import { getDelay, type LocationDelay, type RingStatement } from '#contract/weather/lightning'
import { listAdvisories } from '#contract/weather/advisories'
import { addLocation } from '#contract/places/locations'
import { getStatus, type FeedStatus } from '#contract/status'
import { tropicalForecasts } from '#contract/weather/tropics'
import type { Point } from '#domain/geo/distance'
import { setTimeout as pause } from 'node:timers/promises'
import { secondMs } from '#server/platform/clock'
import { silentLog } from '#server/platform/log'
import { createSchedule, type Schedule } from '#server/platform/schedule'
import { steppedTime, type SteppedTime } from '#server/platform/stepped-time.testing'
import type { Recorded } from './played-recorded.testing.ts'
import { norman, phoenix, toronto, type Sky } from './played-sky.testing.ts'
import { playWorld, type PlayedWorld } from './played-world.testing.ts'
import { testHouse, type TestAnswer, type TestHouse, type TestPerson } from '#server/house/testing'

/** A server on a simulated world, with a time that a test advances. */
export interface PublicHouse {
  readonly world: PlayedWorld
  readonly house: TestHouse
  readonly time: SteppedTime
  readonly schedule: Schedule
  readonly normanId: string
  readonly phoenixId: string
  readonly torontoId: string
  nowMs(): number
  /** Sends a request as a Super Admin. */
  ask<C extends Call>(call: C, input: Asked<C>): Promise<TestAnswer>
  /** Adds a location and returns its number. */
  add(label: string, place: Point): Promise<string>
  /** Advances time in steps, each after everything the previous one triggered has finished; checks after each. */
  play(forMs: number, options?: PlayOptions): Promise<void>
  /** Advances time until a condition is true. */
  playUntil(holds: () => Promise<boolean>, withinMs: number, options?: PlayOptions): Promise<void>
  ring(): Promise<RingStatement>
  /** Returns the names of the alerts at a place; null if they are unknown. */
  alertsAt(locationId: string): Promise<string[] | null>
  feeds(): Promise<readonly FeedStatus[]>
  observation(): Promise<PlaceObservation>
  air(): Promise<PollutantAtLocation[]>
  tropics(): Promise<TestAnswer>
  close(): Promise<void>
}

export interface PlayOptions {
  /** Called after each step. */
  readonly look?: () => Promise<void>
  /** The length of a step: that of the satellites' windows, unless a test can use longer steps. */
  readonly stepMs?: number
}

const usualStepMs = 20 * secondMs
/** How long it takes to parse, publish and store the last response. */
const settleMs = 10
const [shortSettleMs, longestSettleMs] = [100, 5000]

export interface PublicHouseOptions {
  readonly sky: Sky
  readonly startMs: number
  /** The window of a lightning file, if not the usual 20 s. */
  readonly windowMs?: number
  readonly recorded?: Recorded | null
  /** Whether there are radar images; each takes a second of work. */
  readonly hasPictures?: boolean
}

export async function openPublicHouse(options: PublicHouseOptions): Promise<PublicHouse> {
  const { startMs, ...played } = options
  const time = steppedTime(startMs)
  const nowMs = () => time.clock.now().getTime()
  const world = await playWorld({ hasPictures: false, ...played, nowMs })
  const schedule = createSchedule(silentLog, time.clock, time.startTimer)
  const house = await testHouse({
    clock: time.clock,
    makeSchedule: () => schedule,
    environment: {
      SKYWARDEN_FEEDS: 'public',
      FEEDS_CONTACT: 'ops@example.org',
      FEEDS_FROM: world.url,
    },
  })
  const customerId = await house.customer()
  let signedInMs = nowMs()
  let person: TestPerson = await house.person({ role: 'SuperAdmin', customerId })

  async function ask<C extends Call>(call: C, input: Asked<C>): Promise<TestAnswer> {
    if (nowMs() - signedInMs > 300 * secondMs) {
      person = await house.again(person)
      signedInMs = nowMs()
    }
    return house.ask(call, input, person)
  }
  async function add(label: string, place: Point): Promise<string> {
    const { body } = await ask(addLocation, { body: { label, ...place, radius1: 8, allClearMinutes: 10 } })
    return String((body.data as { location: { id: number } }).location.id)
  }
  const normanId = await add('Norman', norman)
  const phoenixId = await add('Phoenix', phoenix)
  const torontoId = await add('Toronto', toronto)

  /**
   * Resolves when everything the last step triggered is done. Work that waits for a response that never arrives is not
   * awaited.
   */
  async function settled() {
    const beganMs = performance.now()
    const isWaiting = () =>
      isBusy() && performance.now() - beganMs < (world.isDripping() ? shortSettleMs : longestSettleMs)
    const isBusy = () => schedule.states().some(({ isRunning }) => isRunning)
    do {
      await world.quiet()
      while (isWaiting()) await pause(2)
      await pause(settleMs)
    } while (isWaiting())
  }

  async function playUntil(
    holds: () => Promise<boolean>,
    withinMs: number,
    { look, stepMs = usualStepMs }: PlayOptions = {},
  ) {
    const untilMs = nowMs() + withinMs
    while (!(await holds())) {
      if (nowMs() >= untilMs) throw new Error(`It does not hold within ${withinMs / secondMs} s`)
      time.advance(stepMs)
      await settled()
      await look?.()
    }
  }

  return {
    world,
    house,
    time,
    schedule,
    normanId,
    phoenixId,
    torontoId,
    nowMs,
    ask,
    add,
    playUntil,
    async play(forMs, how) {
      const untilMs = nowMs() + forMs
      await playUntil(async () => nowMs() >= untilMs, 2 * forMs + usualStepMs, how)
    },
    async ring() {
      const { body } = await ask(getDelay, { params: { id: normanId } })
      const [ring] = (body.data as LocationDelay).statements
      if (!ring) throw new Error('The location has no ring')
      return ring
    },
    async alertsAt(id) {
      const { status, body } = await ask(listAdvisories, { params: { id } })
      return status === 200 ? (body.data as { Event: string }[]).map(({ Event }) => Event) : null
    },
    async feeds() {
      const { body } = await ask(getStatus, {})
      return (body.data as { feeds: FeedStatus[] }).feeds
    },
    observation: async () =>
      (await ask(getObservation, { params: { id: normanId } })).body.data as PlaceObservation,
    air: async () =>
      (await ask(airQualityAtLocation, { params: { id: normanId } })).body.data as PollutantAtLocation[],
    tropics: () => ask(tropicalForecasts, {}),
    async close() {
      await world.close() // first, to keep any feed from waiting for a response
      await house.close()
    },
  }
}

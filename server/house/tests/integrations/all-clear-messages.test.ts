import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { Asked } from '#contract/call'
import { listNotifications } from '#contract/messages/notifications'
import { addLocation, updateLocation } from '#contract/places/locations'
import { createFeedKey, getDelay } from '#contract/weather/lightning'
import { hourMs, minuteMs, secondMs } from '#server/platform/clock'
import { shiftedClock } from '#server/platform/clock.testing'
import { silentLog } from '#server/platform/log'
import { createSchedule } from '#server/platform/schedule'
import { testHouse, type TestHouse, type TestPerson } from '#server/house/testing'

const soon = { timeout: 45_000, interval: 200 }
const clock = shiftedClock()
const schedule = createSchedule(silentLog)
const stadium = { latitude: 36.5, longitude: -98.5 }
const place = { label: 'Stadium', ...stadium, radius1: 8, allClearMinutes: 10 }
let house: TestHouse
let support: TestPerson
let person: TestPerson
let near: string
let far: string
let id: number

const at = (ms: number) => new Date(clock.now().getTime() + ms).toISOString()

const cover = (feed: string) => house.ingest(feed, { coverage: [{ from: at(-2 * hourMs), to: at(0) }] })

type FeedArea = NonNullable<Asked<typeof createFeedKey>['body']['area']>

async function feedOf(name: string, area: FeedArea): Promise<string> {
  return (await house.reply(createFeedKey, { body: { name, provesAbsence: true, area } }, support)).key
}

async function states(): Promise<readonly string[]> {
  const { statements } = await house.reply(getDelay, { params: { id: String(id) } }, person)
  return statements.map(({ state }) => state)
}

async function messages(): Promise<readonly string[]> {
  const body = { startDate: at(-4 * hourMs), endDate: at(minuteMs), count: 20 }
  const known = await house.reply(listNotifications, { body }, person)
  return known.map(({ message }) => message).toReversed()
}

/** Lets minutes pass, after which everyone signs in again. */
async function pass(minutes: number) {
  clock.advance(minutes * minuteMs)
  person = await house.again(person)
}

beforeAll(async () => {
  house = await testHouse({ clock, makeSchedule: () => schedule })
  const customerId = await house.customer()
  support = await house.person({ role: 'SuperAdmin', customerId: await house.customer() })
  person = await house.person({ role: 'Customer', customerId })
  // It sees the inner ring whole, and the outer one in part.
  const box = { south: 36.3, north: 36.7, west: -98.7, east: -98.3 }
  near = await feedOf('A small network', { kind: 'box', ...box })
  far = await feedOf('A large network', { kind: 'world' })
  id = (await house.reply(addLocation, { body: place }, person)).location.id
  await cover(far)
})
afterAll(() => house.close())

test('a message says All Clear only when every screen does, and follows once that is proven', async () => {
  await house.ingest(far, { strikes: [{ id: 'one', time: at(-secondMs), ...stadium }] })
  await vi.waitFor(async () => expect(await messages()).toHaveLength(1), soon)
  await pass(11)
  // A ring that is added after the delay, and that nothing has proven since.
  await house.reply(updateLocation, { body: { ...place, id, radius2: 16 } }, person)
  await vi.waitFor(async () => {
    await cover(near)
    expect(await states()).toEqual(['AllClear', 'Unknown'])
    expect((await messages()).at(-1)).toMatch(/^Ring 1 \(8 mi\) is clear.* Ring 2 is not known to be clear\./)
  }, soon)
  expect((await messages()).at(-1)).toContain('This is not an all clear.')
  await pass(2)
  await vi.waitFor(async () => {
    await cover(far)
    schedule.nudge('late notifications')
    expect((await messages()).at(-1)).toMatch(/^All clear at Stadium\./)
  }, soon)
  expect(await states()).toEqual(['AllClear', 'AllClear'])
  expect((await messages()).filter(text => text.startsWith('All clear'))).toHaveLength(1)
})

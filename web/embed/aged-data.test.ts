import { expect, test } from 'vitest'
import type { EmbedData } from '#contract/messages/widgets'
import { firstLease } from '#domain/lightning/lease'
import { agedData } from './aged-data.ts'

const minuteMs = 60_000
const startMs = Date.UTC(2026, 5, 1, 18)
const at = (minutes: number) => new Date(startMs + minutes * minuteMs).toISOString()
const moment = (minutes: number) => ({
  monotonicMs: minutes * minuteMs,
  wallMs: startMs + minutes * minuteMs,
})

const value = { condition: 0 as const, value: 71, observedAt: at(-10), isStale: false }
const hours = [0, 1, 2].map(hour => ({ time: at(60 * hour), value: 70 + hour }))
const data = {
  asOf: at(0),
  validForMs: 15_000,
  headerMessage: 'Closed today',
  headerMessageExpiration: at(30),
  primary: value,
  conditions: [value],
  forecasts: [{ forecastType: 'hourly', condition: 0, entries: hours }],
  image: { url: '/image', takenAt: at(-5) },
  radar: { url: '/radar', validAt: at(-5), milesAcross: 60 },
} as unknown as EmbedData
const lease = firstLease(moment(0), startMs, 15_000)
const after = (minutes: number) => agedData(data, lease, moment(minutes))

test('an answer that is current is shown as it is', () => {
  expect(agedData(data, lease, moment(0.1))).toEqual(data)
})

test('without a newer answer, numbers show their time and then disappear', () => {
  expect(after(2).primary).toEqual(value)
  expect(after(6).primary).toEqual({ ...value, isStale: true })
  expect(after(61)).toMatchObject({ primary: { value: null }, conditions: [{ value: null }] })
  expect(after(61)).toMatchObject({ image: null, radar: null, forecasts: [{ entries: [] }] })
})

test('hours of the forecast that are over disappear, and a message ends by itself', () => {
  expect(after(59).forecasts[0]?.entries).toHaveLength(3)
  expect(after(29).headerMessage).toBe('Closed today')
  expect(after(30).headerMessage).toBeNull()
})

test('numbers age while the computer sleeps, when one of its clocks stops', () => {
  const asleep = { monotonicMs: minuteMs, wallMs: startMs + 90 * minuteMs }
  expect(agedData(data, lease, asleep).primary.value).toBeNull()
})

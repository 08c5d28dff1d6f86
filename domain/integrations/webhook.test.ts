import { expect, test } from 'vitest'
import { failingForMs, isToBePaused, webhookPauseAfter, retryAfterMs, verdictOf } from './webhook.ts'

test('treats only 2xx as a success and 410 as final', () => {
  const kinds = [200, 204, 299, 301, 302, 307, 400, 404, 410, 429, 500].map(status => verdictOf(status).kind)
  const again = 'try-again'
  expect(kinds).toEqual([
    'delivered',
    'delivered',
    'delivered',
    again,
    again,
    again,
    again,
    again,
    'gone',
    again,
    again,
  ])
})

test('increases each delay, spreads it by a fifth, and limits it', () => {
  const pauses = Array.from({ length: 12 }, (_, index) => webhookPauseAfter(index + 1, null, 0))
  expect(pauses).toEqual(pauses.toSorted((one, other) => one - other))
  expect(pauses[0]).toBe(5_000)
  expect(pauses.at(-1)).toBe(3_600_000)
  expect(webhookPauseAfter(1, null, 1)).toBe(6_000)
})

test('respects Retry-After within limits', () => {
  const nowMs = Date.UTC(2026, 0, 1)
  expect(retryAfterMs('120', nowMs)).toBe(120_000)
  expect(retryAfterMs('Thu, 01 Jan 2026 00:01:00 GMT', nowMs)).toBe(60_000)
  expect(retryAfterMs('soon', nowMs)).toBeNull()
  expect(retryAfterMs(null, nowMs)).toBeNull()
  expect(webhookPauseAfter(1, 120_000, 0)).toBe(120_000)
  expect(webhookPauseAfter(1, 1e12, 0)).toBe(7_200_000)
})

test('pauses an endpoint after three days of failure', () => {
  expect(isToBePaused(null, failingForMs)).toBe(false)
  expect(isToBePaused(1, failingForMs)).toBe(false)
  expect(isToBePaused(0, failingForMs)).toBe(true)
})

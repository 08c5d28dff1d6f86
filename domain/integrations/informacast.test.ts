import { expect, test } from 'vitest'
import { firingPauseMs, firingVerdict, mostAttempts, unreachedPauseMs } from './informacast.ts'

const kindOf = (status: number, attempts = 1) => firingVerdict({ kind: 'answered', status }, attempts).kind

test('treats a confirming response as a success and a rejection as final', () => {
  expect([200, 201, 204].map(status => kindOf(status))).toEqual(['delivered', 'delivered', 'delivered'])
  expect([400, 403, 404, 422].map(status => kindOf(status))).toEqual(['failed', 'failed', 'failed', 'failed'])
})

test('never retries a scenario that may have been triggered', () => {
  expect(firingVerdict({ kind: 'lost', because: '' }, 1).kind).toBe('unknown')
  expect([500, 502, 504].map(status => kindOf(status))).toEqual(['unknown', 'unknown', 'unknown'])
})

test('retries one that certainly was not triggered, at most six times if the request was sent', () => {
  expect(firingVerdict({ kind: 'not reached', because: '' }, mostAttempts).kind).toBe('try-again')
  expect([kindOf(429), kindOf(503), kindOf(429, mostAttempts)]).toEqual(['try-again', 'try-again', 'failed'])
})

test('retries once if the token is rejected', () => {
  expect([kindOf(401, 1), kindOf(401, 2)]).toEqual(['try-again', 'failed'])
})

test('waits from 2 to 60 seconds between attempts, or as long as the provider asks', () => {
  expect([1, 2, 3, 4, 5, 6, 7].map(attempts => firingPauseMs(attempts, null, 0) / 1000)).toEqual([
    2, 4, 8, 16, 32, 60, 60,
  ])
  expect(firingPauseMs(1, 30_000, 0)).toBe(30_000)
  expect(firingPauseMs(1, null, 1)).toBe(2400)
  expect([0, 10_000, 900_000].map(ageMs => unreachedPauseMs(ageMs, 0) / 1000)).toEqual([2, 5, 60])
})

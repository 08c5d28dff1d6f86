import { describe, expect, it } from 'vitest'
import { expectedMessages, isSilent, usualIntervalSeconds } from './silence.ts'

const minuteMs = 60_000

describe('silence', () => {
  it('begins after three intervals, after five minutes at the earliest', () => {
    expect(isSilent(0, 16, 4 * minuteMs)).toBe(false)
    expect(isSilent(0, 16, 6 * minuteMs)).toBe(true)
    expect(isSilent(0, 600, 29 * minuteMs)).toBe(false)
    expect(isSilent(0, 600, 31 * minuteMs)).toBe(true)
    expect(isSilent(0, null, 14 * minuteMs)).toBe(false)
    expect(isSilent(0, null, 16 * minuteMs)).toBe(true)
    expect(isSilent(null, 16, 1e12)).toBe(false)
  })
  it('expects messages by the interval, with some slack', () => {
    const hour = { fromMs: 0, toMs: 60 * minuteMs }
    expect(expectedMessages(60, hour)).toBe(58)
    expect(expectedMessages(null, hour)).toBe(0)
    expect(expectedMessages(60, { fromMs: 0, toMs: -5 })).toBe(0)
  })
  it('takes the usual interval from the messages', () => {
    expect(usualIntervalSeconds([0, 16_000, 32_000])).toBeNull()
    expect(usualIntervalSeconds([0, 16_000, 32_100, 90_000, 106_000])).toBe(16)
  })
})

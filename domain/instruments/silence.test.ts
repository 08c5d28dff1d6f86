import { describe, expect, it } from 'vitest'
import { isSilent, missedMessages, usualIntervalSeconds } from './silence.ts'

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
  it('counts what is missing by the interval', () => {
    const hour = { fromMs: 0, toMs: 60 * minuteMs }
    expect(missedMessages(60, 60, hour)).toBe(0)
    expect(missedMessages(30, 60, hour)).toBe(28)
    expect(missedMessages(0, null, hour)).toBe(0)
  })
  it('takes the usual interval from the messages', () => {
    expect(usualIntervalSeconds([0, 16_000, 32_000])).toBeNull()
    expect(usualIntervalSeconds([0, 16_000, 32_100, 90_000, 106_000])).toBe(16)
  })
})

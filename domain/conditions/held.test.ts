import { describe, expect, it } from 'vitest'
import { withReading, type Held } from './held.ts'
import { mild, noonMs } from './reading.testing.ts'
import { sift } from './sift.ts'

const minuteMs = 60_000
const freshMs = 15 * minuteMs
const before: Held = { timeMs: noonMs, measures: mild, olderMs: {} }
const after = (minutes: number, given: object, held: Held = before) =>
  withReading(held, noonMs + minutes * minuteMs, sift({ ...mild, ...given }), freshMs)

describe('a station’s latest values', () => {
  it('are those of its newest reading', () => {
    expect(after(5, { temperatureF: 72 })).toEqual({
      timeMs: noonMs + 5 * minuteMs,
      measures: { ...mild, temperatureF: 72 },
      olderMs: {},
    })
  })

  it('are not changed by a late reading', () => {
    expect(after(-5, { temperatureF: 72 })).toBe(before)
  })

  it('are corrected by another reading for the same time', () => {
    expect(after(0, { temperatureF: 72 }).measures.temperatureF).toBe(72)
  })

  it('keep a good value with its own time if the next one is broken', () => {
    const held = after(5, { temperatureF: 300, windMph: 8 })
    expect(held.measures).toEqual({ ...mild, windMph: 8 })
    expect(held.olderMs).toEqual({ temperatureF: noonMs })
    const next = after(10, { temperatureF: NaN }, held)
    expect(next.measures.temperatureF).toBe(70)
    expect(next.olderMs).toEqual({ temperatureF: noonMs })
  })

  it('drop a good value once it would be stale', () => {
    expect(after(16, { temperatureF: 300 }).measures.temperatureF).toBeNull()
  })

  it('drop a value that the next reading does not include', () => {
    expect(after(5, { windFromDegrees: null }).measures.windFromDegrees).toBeNull()
  })

  it('include earlier values in a reading, with their own time, if it has nothing newer', () => {
    const short = { ...mild, humidityPercent: null, stationPressureHpa: null, windMph: 8 }
    const earlier = {
      humidityPercent: { value: 55, timeMs: noonMs - 10 * minuteMs },
      windMph: { value: 30, timeMs: noonMs - 10 * minuteMs },
    }
    for (const first of [null, before]) {
      const held = withReading(first, noonMs, sift(short), freshMs, earlier)
      expect(held.measures).toEqual({ ...short, humidityPercent: 55 })
      expect(held.olderMs).toEqual({ humidityPercent: noonMs - 10 * minuteMs })
    }
  })

  it('exclude earlier values that are stale, broken or from later', () => {
    const short = sift({ ...mild, humidityPercent: null })
    for (const [value, minutes] of [
      [55, -16],
      [500, -5],
      [55, 1],
      [55, NaN],
    ] as const) {
      const earlier = { humidityPercent: { value, timeMs: noonMs + minutes * minuteMs } }
      expect(withReading(null, noonMs, short, freshMs, earlier)).toMatchObject({
        measures: { humidityPercent: null },
        olderMs: {},
      })
    }
  })

  it('have nothing to keep at first', () => {
    expect(withReading(null, noonMs, sift({ ...mild, windMph: -1 }), freshMs).measures.windMph).toBeNull()
  })
})

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { followRain, type RainState } from './rain.ts'

const hourMs = 3_600_000
const dayMs = 24 * hourMs

/** Totals after each message, given as hours since midnight of day 0 and inches. */
function totals(kind: 'today' | 'counter', sent: readonly (readonly [hours: number, inches: number])[]) {
  let state: RainState | null = null
  return sent.map(([hours, inches]) => {
    const timeMs = hours * hourMs
    const day = Math.floor(timeMs / dayMs)
    state = followRain(state, {
      todayInches: kind === 'today' ? inches : null,
      counterInches: kind === 'counter' ? inches : null,
      timeMs,
      day,
      dayStartMs: day * dayMs,
      isDryByRadar: null,
    })
    const total = state?.totalInches ?? null
    return total === null ? null : Math.round(total * 1000) / 1000
  })
}
/** Every quarter of an hour. */
const every = (fromHour: number, toHour: number, inchesAt: (hour: number) => number) =>
  Array.from({ length: (toHour - fromHour) * 4 }, (_, step) => {
    const hour = fromHour + step / 4
    return [hour, inchesAt(hour)] as const
  })

describe('the rain of a day', () => {
  it('is the total of a gauge that resets at our midnight', () => {
    expect(
      totals('today', [
        [20, 1],
        [23.9, 1.2],
        [24.1, 0],
        [25, 0.3],
      ]),
    ).toEqual([1, 1.2, 0, 0.3])
  })
  it('drops the old total that is sent a moment after midnight', () => {
    expect(
      totals('today', [
        [23.99, 1.2],
        [24.001, 1.2],
        [24.2, 0.1],
        [25, 0.3],
      ]),
    ).toEqual([1.2, 0, 0.1, 0.3])
  })
  it('is rebuilt for a gauge that resets at another hour', () => {
    // It rains 0.1 inch an hour, and the gauge resets at 5 AM.
    const sent = every(12, 54, hour => 0.1 * ((hour - 5 + 24) % 24))
    const said = totals('today', sent)
    const at = (hour: number) => said[(hour - 12) * 4]
    expect(at(30)).toBeCloseTo(0.6, 1)
    expect(at(47)).toBeCloseTo(2.3, 1)
    expect(at(53)).toBeCloseTo(0.5, 1)
  })
  it('is unknown on the first day of a counter, and counted from midnight on', () => {
    expect(
      totals('counter', [
        [20, 236.1],
        [23.9, 236.4],
        [24.1, 236.4],
        [25, 236.7],
        [26, 0.2],
      ]),
    ).toEqual([null, null, 0, 0.3, 0.5])
  })
  it('ignores a counter that was replaced', () => {
    expect(
      totals('counter', [
        [23.9, 10],
        [24.1, 10.1],
        [25, 300],
        [26, 300.1],
        [27, 90],
        [28, 90.2],
      ]).slice(1),
    ).toEqual([0.1, 0.1, 0.2, 0.2, 0.4])
  })
  it.each(['today', 'counter'] as const)(
    'of a gauge that sends %s and returns to its old value was never reset',
    kind => {
      const [first = 0, ...rest] = totals(kind, [
        [10, kind === 'today' ? 1.5 : 0],
        [10.1, 1.5],
        [11, 0],
        [11.1, 0],
        [12, 1.5],
        [12.1, 1.6],
        [13, 0.1],
        [13.1, 1.62],
      ]).map(total => total ?? 0)
      expect(first).toBe(kind === 'today' ? 1.5 : 0)
      if (kind === 'today') expect(rest).toEqual([1.5, 1.5, 1.5, 1.5, 1.6, 1.7, 1.62])
    },
  )
  it('of a gauge that was reset goes on from there', () => {
    const counted = [
      [10, 1.5],
      [11, 0],
      [11.2, 0.5],
      [11.4, 1],
      [11.6, 1.5],
      [12, 0],
      [12.2, 2],
    ] as const
    expect(totals('today', counted)).toEqual([1.5, 1.5, 2, 2.5, 3, 3, 5])
  })
  it('remembers what was counted while radar saw no rain, but not what fell during a silence', () => {
    let state: RainState | null = null
    const after = (hours: number, inches: number, isDryByRadar: boolean | null) => {
      const timeMs = hours * hourMs
      const given = { todayInches: inches, counterInches: null, timeMs, day: 0, dayStartMs: 0, isDryByRadar }
      state = followRain(state, given)
      return [Math.round((state?.dryInches ?? NaN) * 1000) / 1000, state?.dryMs]
    }
    expect(after(10, 0.1, true)).toEqual([0, undefined]) // a first value is a baseline
    expect(after(10.1, 0.1, true)).toEqual([0, undefined])
    expect(after(10.2, 0.12, false)).toEqual([0, undefined])
    expect(after(10.3, 0.15, true)).toEqual([0.03, 10.3 * hourMs])
    expect(after(10.4, 0.2, null)).toEqual([0.03, 10.3 * hourMs])
    expect(after(12, 0.5, true)).toEqual([0.03, 10.3 * hourMs])
  })
  it('is never negative, and never more than what was sent', () => {
    const message = fc.tuple(
      fc.double({ min: 0.01, max: 9, noNaN: true }),
      fc.double({ min: 0, max: 5, noNaN: true }),
    )
    fc.assert(
      fc.property(fc.array(message, { maxLength: 30 }), messages => {
        let hours = 0
        const sent = messages.map(([gap, inches]) => [(hours += gap), inches] as const)
        const most = sent.reduce((sum, [, inches]) => sum + inches, 0) + 0.001
        for (const total of totals('today', sent)) {
          expect(total).toBeGreaterThanOrEqual(0)
          expect(total).toBeLessThanOrEqual(most)
        }
      }),
    )
  })
})

import { describe, expect, it } from 'vitest'
import type { StationPast } from '#domain/conditions/history'
import { backFill, type PastReach } from './back-fill.ts'
import { demoStations } from './stations.ts'

const hourMs = 3_600_000
const dayMs = 24 * hourMs
const toMs = Date.UTC(2026, 10, 15, 12, 34)
const station = demoStations()[0] ?? expect.fail('There is no station')

const reported = (fromMs: number | null, reach?: PastReach) => [
  ...backFill(2026, station, fromMs, toMs, reach),
]
const all = <Part extends 'days' | 'hours' | 'readings'>(pieces: readonly StationPast[], part: Part) =>
  pieces.flatMap(piece => piece[part] as StationPast[Part][number][])

describe('a station’s past', () => {
  it('is hours and then readings, without a gap and in chronological order', () => {
    const fromMs = toMs - 7 * dayMs
    const pieces = reported(fromMs, { daysBackMs: dayMs, hoursBackMs: 30 * dayMs, readingsBackMs: 5 * dayMs })
    const hours = all(pieces, 'hours')
    const readings = all(pieces, 'readings')
    expect(all(pieces, 'days')).toEqual([])
    expect(hours[0]?.startMs).toBe(Math.floor(fromMs / hourMs) * hourMs)
    for (const [index, hour] of hours.entries()) {
      expect(hour.startMs).toBe((hours[0]?.startMs ?? 0) + index * hourMs)
      expect(hour.maxWbgtF).not.toBeNull()
    }
    expect(readings[0]?.timeMs).toBe((hours.at(-1)?.endMs ?? 0) + 5 * 60_000)
    expect(readings.at(-1)?.timeMs).toBe(Date.UTC(2026, 10, 15, 12, 30))
    expect(readings).toHaveLength(
      (readings.at(-1)?.timeMs ?? 0) / 300_000 - (readings[0]?.timeMs ?? 0) / 300_000 + 1,
    )
    const throughs = pieces.map(({ throughMs }) => throughMs)
    expect(throughs).toEqual(throughs.toSorted((one, other) => one - other))
    expect(throughs.at(-1)).toBe(toMs)
    // Every reading of the last days has a WBGT; of earlier readings, one in three.
    const worked = readings.filter(({ wbgtF }) => wbgtF !== null)
    expect(worked.length).toBeGreaterThan(readings.length / 3)
    expect(readings.slice(-500).every(({ wbgtF }) => wbgtF !== null)).toBe(true)
  })

  it('starts with days, which end where the hours start', () => {
    const [first] = backFill(2026, station, toMs - 405 * dayMs, toMs)
    expect(first?.days.length).toBeGreaterThanOrEqual(4)
    const [next] = backFill(2026, station, first?.throughMs ?? 0, toMs)
    expect(next?.hours[0]?.startMs).toBe(first?.days.at(-1)?.endMs)
  })

  it('goes back as far as configured, unless it resumes from somewhere', () => {
    const pieces = reported(null, { daysBackMs: 9 * dayMs, hoursBackMs: 3 * dayMs, readingsBackMs: dayMs })
    const [days, hours, readings] = [all(pieces, 'days'), all(pieces, 'hours'), all(pieces, 'readings')]
    expect(Math.abs((days[0]?.startMs ?? 0) - (toMs - 9 * dayMs))).toBeLessThan(dayMs)
    expect(Math.abs((hours[0]?.startMs ?? 0) - (toMs - 3 * dayMs))).toBeLessThan(dayMs)
    expect(Math.abs((readings[0]?.timeMs ?? 0) - (toMs - dayMs))).toBeLessThan(hourMs)
  })

  it('resumes where it was interrupted, with the same result', () => {
    const fromMs = toMs - 8 * dayMs
    const whole = reported(fromMs)
    const [first] = whole
    const rest = reported(first?.throughMs ?? 0)
    expect([...(first?.readings ?? []), ...all(rest, 'readings')]).toEqual(all(whole, 'readings'))
  })

  it('is empty and complete if it is only a moment long', () => {
    expect(reported(toMs - 60_000)).toEqual([
      { source: station.source, stationId: station.id, throughMs: toMs, days: [], hours: [], readings: [] },
    ])
  })
})

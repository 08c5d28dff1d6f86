import { describe, expect, it } from 'vitest'
import { followSensors, type HeardSensor } from './sensors.ts'

const startMs = Date.UTC(2026, 6, 4, 18)
const minuteMs = 60_000
const follow = (before: readonly HeardSensor[], name: string, count: number | null, minutes: number) =>
  followSensors(before, name, count, startMs + minutes * minuteMs)
const names = (sensors: readonly HeardSensor[]) => sensors.map(({ name }) => name)

describe('sensors that one receiver hears', () => {
  it('are represented by the first one, and are counted separately', () => {
    const first = follow([], 'WH57 1', 7, 0)
    expect(first).toMatchObject({ isShown: true, countBefore: null })
    const other = follow(first.sensors, 'WH57 2', 190, 1)
    expect(other).toMatchObject({ isShown: false, countBefore: null })
    expect(names(other.sensors)).toEqual(['WH57 1', 'WH57 2'])
    expect(follow(other.sensors, 'WH57 1', 8, 2)).toMatchObject({ isShown: true, countBefore: 7 })
    expect(follow(other.sensors, 'WH57 2', 191, 2)).toMatchObject({ isShown: false, countBefore: 190 })
  })

  it('are represented by another one when the first is silent for more than an hour', () => {
    const { sensors } = follow([], 'WH57 1', 7, 0)
    expect(follow(sensors, 'WH57 2', 0, 60)).toMatchObject({ isShown: false })
    const taken = follow(sensors, 'WH57 2', 0, 61)
    expect(taken.isShown).toBe(true)
    expect(names(taken.sensors)).toEqual(['WH57 2', 'WH57 1'])
  })

  it('keep their count if a message has none, and are limited in number', () => {
    const { sensors } = follow([], 'WH57 1', 7, 0)
    expect(follow(sensors, 'WH57 1', null, 1).sensors).toMatchObject([{ count: 7 }])
    let many = sensors
    for (let other = 0; other < 100; other++) many = follow(many, `__proto__ ${other}`, other, 1).sensors
    expect(many).toHaveLength(20)
    expect(names(many).slice(0, 2)).toEqual(['WH57 1', '__proto__ 99'])
  })
})

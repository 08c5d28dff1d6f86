import { expect, test } from 'vitest'
import { createBirths } from './births.ts'
import { allBoxes, boxesAround, longestReachMiles } from './boxes.ts'
import { echoReachRadii } from './cell-echo.ts'
import { cellAt, coreAt, type CellLife } from './cells.ts'
import { milesBetween, milesPerDegree, milesPerDegreeEast } from './plane.ts'
import { createStormClimate } from './storm-climate.ts'

/** A day in winter and one in summer, because the wind that carries cells also changes with the seasons. */
const hours = [Date.UTC(2026, 0, 10, 20), Date.UTC(2026, 6, 10, 20)].flatMap(startMs =>
  Array.from({ length: 24 }, (_, hour) => startMs / 3_600_000 + hour),
)
const births = createBirths(1, createStormClimate(1))
const born: { box: number; life: CellLife }[] = hours
  .map(births)
  .flatMap(bornIn => allBoxes.flatMap(box => bornIn(box).map(life => ({ box, life }))))
const lives = born.map(({ life }) => life)

test('there are many cells to check', () => {
  expect(lives.length).toBeGreaterThan(500)
})

test('a cell lives from 30 to 90 minutes', () => {
  const minutes = lives.map(life => (life.diesMs - life.bornMs) / 60_000)
  expect(Math.min(...minutes)).toBeGreaterThanOrEqual(30)
  expect(Math.max(...minutes)).toBeLessThanOrEqual(90)
})

test('a cell is looked for wherever its echo reaches', () => {
  const lost = born.filter(({ box, life }) => {
    const end = coreAt(life, life.diesMs)
    const reachMiles = echoReachRadii * life.peakRadiusMiles
    const north = reachMiles / milesPerDegree
    const east = reachMiles / milesPerDegreeEast(end.latitude)
    const edges = [
      boxesAround(end.latitude + north, end.longitude),
      boxesAround(end.latitude - north, end.longitude),
      boxesAround(end.latitude, end.longitude + east),
      boxesAround(end.latitude, end.longitude - east),
    ]
    return !edges.every(boxes => boxes.includes(box))
  })
  expect(lost).toEqual([])
})

test('no echo lies further from its cell’s birthplace than the longest reach', () => {
  const reaches = lives.map(life => {
    const end = coreAt(life, life.diesMs)
    return milesBetween(life.birthplace, end.latitude, end.longitude) + echoReachRadii * life.peakRadiusMiles
  })
  expect(Math.max(...reaches)).toBeLessThan(longestReachMiles)
})

test('a cell grows, reaches its peak and decays', () => {
  for (const life of lives.slice(0, 200)) {
    const [young, grown, old] = [0.05, 0.5, 0.95].map(along =>
      cellAt(life, life.bornMs + along * (life.diesMs - life.bornMs)),
    )
    if (!young || !grown || !old) throw new Error('three moments were asked for')
    expect(grown.maxReflectivityDbz).toBeGreaterThanOrEqual(45)
    expect(grown.maxReflectivityDbz).toBeLessThanOrEqual(66)
    for (const weak of [young, old]) {
      expect(weak.maxReflectivityDbz).toBeLessThan(grown.maxReflectivityDbz)
      expect(weak.topFeet).toBeLessThan(grown.topFeet)
      expect(weak.strikesPerMinute).toBe(0)
    }
    expect(grown.strikesPerMinute).toBeGreaterThan(0)
    expect(grown.severeHailChancePercent).toBeLessThanOrEqual(grown.hailChancePercent)
    expect(grown.topFeet).toBeLessThan(60_000)
  }
})

import fc from 'fast-check'
import { expect, test } from 'vitest'
import { gaps, isSound, misses, readCases } from '#domain/cases.testing'
import { aqiCases } from './aqi-cases.testing.ts'
import { aqiCategories, aqiCategory, aqiFrom, type AqiTable } from './aqi.ts'

const tables = { pm25: 'PM2.5', pm10: 'PM10', o3_8h: 'O3 8h', o3_1h: 'O3 1h' } as const
const names: readonly AqiTable[] = Object.values(tables)

test.each(readCases('aqi_from_concentration', aqiCases))(
  '$id: $input.pollutant $input.concentration',
  one => {
    const aqi = aqiFrom(tables[one.input.pollutant], one.input.concentration)
    expect(misses(one, { aqi, category: aqiCategory(aqi)?.name ?? null })).toEqual([])
  },
)

test('rounds all halves up', () => {
  const halves = [72, 74, 76, 78, 80, 82, 84].map(ppb => aqiFrom('O3 8h', ppb / 1000))
  expect(halves).toEqual([105, 112, 119, 126, 133, 140, 147])
  expect(aqiFrom('O3 8h', 0.153)).toBe(251)
})

test('leaves no concentration between two bands', () => {
  for (let hundredths = 0; hundredths <= 40_000; hundredths++) {
    expect(aqiFrom('PM2.5', hundredths / 100)).not.toBeNull()
    expect(aqiFrom('PM10', hundredths / 50)).not.toBeNull()
  }
  for (let tenths = 0; tenths <= 2009; tenths++) expect(aqiFrom('O3 8h', tenths / 10_000)).not.toBeNull()
})

test('never falls as the air gets worse', () => {
  const amounts = fc.double({ min: 0, max: 700, noNaN: true })
  fc.assert(
    fc.property(fc.constantFrom(...names), amounts, amounts, (table, one, other) => {
      const scale = table.startsWith('O3') ? 1 / 1000 : 1
      const [less, more] = [Math.min(one, other) * scale, Math.max(one, other) * scale]
      const [low, high] = [aqiFrom(table, less), aqiFrom(table, more)]
      if (low !== null && high !== null) expect(high).toBeGreaterThanOrEqual(low)
    }),
  )
})

test('returns no index for a missing or impossible value', () => {
  for (const table of names) for (const gap of [...gaps, -1]) expect(aqiFrom(table, gap)).toBeNull()
  for (const gap of [...gaps, -1]) expect(aqiCategory(gap)).toBeNull()
  fc.assert(
    fc.property(fc.constantFrom(...names), fc.double(), (table, amount) => isSound(aqiFrom(table, amount))),
  )
})

test('gives each index a category, including those above 500', () => {
  expect(
    [0, 50, 51, 100, 101, 150, 151, 200, 201, 300, 301, 500, 1844].map(index => aqiCategory(index)?.name),
  ).toEqual([...aqiCategories.flatMap(({ name }) => [name, name]), 'Hazardous'])
})

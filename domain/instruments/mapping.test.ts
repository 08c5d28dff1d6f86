import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { itemAt, pathOf, stepsOf } from './json-path.ts'
import { mapMessage, mappingProblem, pathsIn, type FieldMapping } from './mapping.ts'
import { convertMeasure, mappedMeasures, unitsFor } from './measure-units.ts'

const json = {
  station: { readings: [{ t: '30.0', 'pm2.5': 9 }, { t: null }] },
  wind: { avg: 10, gust: -9999 },
  storm_km: 10,
  password: 'hunter2',
}
const mapping: readonly FieldMapping[] = [
  { path: 'station.readings[0].t', measure: 'temperatureF', unit: '°C' },
  { path: 'station.readings[0]["pm2.5"]', measure: 'pm25', unit: 'µg/m³' },
  { path: 'wind.avg', measure: 'windMph', unit: 'm/s' },
  { path: 'wind.gust', measure: 'gustMph', unit: 'm/s' },
  { path: 'nothing.there', measure: 'humidityPercent', unit: '%' },
]

describe('a mapping', () => {
  it('reads any JSON, and leaves out what is missing', () => {
    const found = mapMessage(json, mapping)
    expect(found.measures).toEqual({ temperatureF: 86, pm25: 9, windMph: expect.closeTo(22.37, 2) })
    expect(found.lightning).toBeNull()
    expect(found.understood).toEqual(mapping.slice(0, 4).map(({ path }) => path))
    expect(found.ignored).toEqual(['station.readings[1].t', 'storm_km'])
  })

  it.each([
    ['km', 10, 6.21],
    ['mi', 10, 10],
    ['m', 500, 0.31],
  ])('reads how far away a strike was in %s', (unit, storm, miles) => {
    const strikes = mapMessage({ storm }, [{ path: 'storm', measure: 'strikeDistance', unit }]).lightning
      ?.strikes
    expect(strikes).toMatchObject([{ kind: 'distance', timeMs: null, miles: expect.closeTo(miles, 2) }])
  })

  it.each([63, null, '', -1, 'none'])('has no strike with a distance of %s', storm => {
    const found = mapMessage({ storm }, [{ path: 'storm', measure: 'strikeDistance', unit: 'km' }])
    expect(found.lightning).toEqual({ strikes: [], count: null })
  })

  it('is refused if the message has none of its fields', () => {
    for (const other of [{}, [], null, 5, 'x', { wind: 3 }])
      expect(() => mapMessage(other, mapping)).toThrow('The message has none of the mapped fields')
  })

  it('never reaches what JavaScript adds to objects', () => {
    for (const path of ['constructor.name', '__proto__', 'toString', 'wind.__proto__.x', 'list.length'])
      expect(() => mapMessage({ ...json, list: [1] }, [{ path, measure: 'windMph', unit: 'mph' }])).toThrow()
  })

  it('has its problems described', () => {
    const [first] = mapping as [FieldMapping]
    expect(mappingProblem(mapping)).toBeNull()
    expect(mappingProblem([])).toBe('Choose at least one field.')
    expect(mappingProblem([{ ...first, path: 'a..b' }])).toBe('"a..b" is not the path of a field.')
    expect(mappingProblem([{ ...first, unit: 'hPa' }])).toBe('"hPa" is not a unit of this value.')
    expect(mappingProblem([{ ...first, unit: 'constructor' }])).toContain('is not a unit')
    expect(mappingProblem([first, { ...first, path: 'b' }])).toBe('Two fields are chosen for the same value.')
    expect(mappingProblem(Array.from({ length: 51 }, () => first))).toBe('Choose at most 50 fields.')
  })
})

describe('the fields of a message', () => {
  it('are listed with their values, without secrets', () => {
    expect(pathsIn(json)).toEqual([
      { path: 'station.readings[0].t', value: '30.0' },
      { path: 'station.readings[0]["pm2.5"]', value: '9' },
      { path: 'station.readings[1].t', value: 'null' },
      { path: 'wind.avg', value: '10' },
      { path: 'wind.gust', value: '-9999' },
      { path: 'storm_km', value: '10' },
    ])
  })

  it('are bounded in number, depth and length', () => {
    expect(pathsIn(Array.from({ length: 100_000 }, () => 1))).toHaveLength(200)
    expect(pathsIn(JSON.parse(`${'['.repeat(5000)}1${']'.repeat(5000)}`))).toEqual([])
    expect(pathsIn({ ['x'.repeat(300)]: 1 })).toEqual([])
    expect(pathsIn({ a: 'x'.repeat(300) })[0]?.value).toHaveLength(60)
  })

  it('have paths that lead back to them, whatever their names', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 4 }), value => {
        for (const { path } of pathsIn(value)) {
          const steps = stepsOf(path)
          expect(steps && itemAt(value, steps)).not.toBeNull()
          expect(steps && pathOf(steps)).toBe(path)
        }
      }),
      { numRuns: 200 },
    )
  })

  it.each(['', '.a', 'a.', 'a..b', 'a[', 'a[-1]', 'a[x]', '["\\x"]', 'a"b', '[1', 'a.'.repeat(8) + 'a'])(
    'have no path such as %s',
    path => {
      expect(stepsOf(path)).toBeNull()
    },
  )
})

it('every unit of every measure converts, and no other one does', () => {
  for (const measure of mappedMeasures) {
    expect(convertMeasure(measure, unitsFor(measure)[0] ?? '', 1)).toBe(1)
    for (const unit of unitsFor(measure)) {
      expect(convertMeasure(measure, unit, 10)).toBeTypeOf('number')
      expect(convertMeasure(measure, unit, null)).toBeNull()
    }
    expect(convertMeasure(measure, 'toString', 1)).toBeNull()
  }
})

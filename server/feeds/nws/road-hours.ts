import type { RoadHour } from '#domain/roads/expected-road'
import { mmFromInches } from '#domain/units/convert'
import { byHour, numbersOf, spreadByHour } from './grid-layers.ts'
import { documentOf, fieldsOf } from './json.ts'

/** Returns a grid's values for the hours of roads, including ice, which a place's forecast does not have. */
export function parseRoadHours(body: Uint8Array): ReadonlyMap<number, RoadHour> {
  const grid = fieldsOf(documentOf(body).properties)
  const temperature = byHour(numbersOf(grid.temperature, 'temperatureF'))
  const totals = (layer: unknown) => spreadByHour(numbersOf(layer, 'waterInches'))
  const [water, snow, ice] = [
    totals(grid.quantitativePrecipitation),
    totals(grid.snowfallAmount),
    totals(grid.iceAccumulation),
  ]
  const mm = (inches: number | undefined) => mmFromInches(inches ?? null)
  return new Map(
    Array.from(temperature, ([timeMs, temperatureF]): [number, RoadHour] => [
      timeMs,
      {
        timeMs,
        temperatureF,
        waterMm: mm(water.get(timeMs)),
        snowMm: mm(snow.get(timeMs)),
        iceMm: mm(ice.get(timeMs)),
      },
    ]),
  )
}

import { groundByteOf, rainFromF } from '#domain/radar/falling'
import { cellCount, middleOf, type GridPlace, type GroundGrid } from '#domain/radar/grid'
import { climateAt } from './weather/climate.ts'
import { moistened } from './weather/fields.ts'
import type { World } from './world.ts'

/** Air masses are hundreds of miles wide, and what a demo place has of its own fades over sixty. */
const cellDegrees = 0.5
/** Of the whole world nobody sees more. */
const mostCells = 20_000
/** By how much rain and showers can cool the air below what the season lets expect. */
const coolingF = 12

/** How cold the ground is under a grid. The season rules most of the country out at a glance. */
export function groundUnder(world: World, under: GridPlace, timeMs: number): GroundGrid {
  const place = coarsePlace(under)
  const halfDegrees = Uint8Array.from({ length: cellCount(place) }, (_, cell) => {
    const { latitude, longitude } = middleOf(place, cell % place.columns, Math.floor(cell / place.columns))
    const { meanTemperatureF, spellsF, diurnalSwingF } = climateAt(latitude, longitude, timeMs)
    const coldestF = meanTemperatureF - spellsF - diurnalSwingF - coolingF
    if (coldestF > rainFromF) return groundByteOf(meanTemperatureF)
    // As it is once it rains or snows there: between showers it would be warmer, and no echo to be told apart.
    const { temperatureF, dewPointF } = world.at(latitude, longitude, timeMs)
    return groundByteOf(moistened(temperatureF, dewPointF, 1).temperatureF)
  })
  return { place, halfDegrees }
}

function coarsePlace({ west, north, stepDegrees, columns, rows }: GridPlace): GridPlace {
  const [wideDegrees, highDegrees] = [columns * stepDegrees, rows * stepDegrees]
  const cells = (wideDegrees * highDegrees) / cellDegrees ** 2
  const step = cells > mostCells ? 4 * cellDegrees : cellDegrees
  return {
    west,
    north,
    stepDegrees: step,
    columns: Math.ceil(wideDegrees / step),
    rows: Math.ceil(highDegrees / step),
  }
}

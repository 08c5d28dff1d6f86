import {
  cellCount,
  coarser,
  continentalUsPlace,
  echoOf,
  middleOf,
  noCoverage,
  noEcho,
  rowAt,
  worldPlace,
  type GridPlace,
  type RadarGrid,
  type RadarProduct,
} from '#domain/radar/grid'
import { offices } from './offices.ts'
import { createModelErrors } from './radar-model-errors.ts'
import { groundUnder } from './radar-ground.ts'
import { createRadarPainter } from './radar-painter.ts'
import { hashOf } from './weather/chance.ts'
import { milesPerDegree, milesPerDegreeEast } from './weather/plane.ts'
import { createWorld } from './world.ts'

/** One picture: of which kind, of which instant, and told when. */
export interface RadarWant {
  readonly product: RadarProduct
  readonly validMs: number
  readonly issuedMs: number
}

export interface DrawnRadar extends RadarWant {
  readonly grid: RadarGrid
}

const minuteMs = 60_000
/** A model's cells are some three miles wide, as those of the real one. */
const modelPlace = coarser(continentalUsPlace, 2)
/** Every office has a radar. It sees light rain less far; a composite counts what it sees at all. */
const radarReachMiles = 220
const extendedPlace = coarser(continentalUsPlace, 10)

/** Draws what is wanted, one after the other, each time the same. Much work: to be run where nobody waits for it. */
export function* radarGrids(seed: number, wanted: readonly RadarWant[]): Generator<DrawnRadar> {
  const draw = createRadarGrids(seed)
  for (const want of wanted) yield { ...want, grid: draw(want) }
}

export function createRadarGrids(seed: number): (want: RadarWant) => RadarGrid {
  const world = createWorld(seed)
  const paint = createRadarPainter(world)
  const errors = createModelErrors(seed)
  const seen = new Map<GridPlace, Uint8Array>()

  const grainOf = (validMs: number) => hashOf(seed, Math.floor(validMs / minuteMs))

  function seenAt(place: GridPlace, validMs: number): RadarGrid {
    let empty = seen.get(place)
    if (!empty) seen.set(place, (empty = emptySky(place)))
    const echoes = paint(place, validMs, empty)
    return { place, echoes, ground: groundUnder(world, place, validMs), grain: grainOf(validMs) }
  }

  /** The truth of another time and place: a model has the weather right, and where and when it is a little wrong. */
  function expectedAt(place: GridPlace, validMs: number, issuedMs: number): RadarGrid {
    const error = errors(validMs, issuedMs)
    const shifted = {
      ...place,
      west: place.west + error.eastDegrees,
      north: place.north + error.northDegrees,
    }
    const echoes = paint(shifted, validMs + error.lateMs)
    const stronger = Math.round(2 * error.dbz)
    for (let cell = 0; cell < echoes.length; cell++) {
      const echo = echoes[cell] as number
      if (echo !== 0) echoes[cell] = echoOf((echo + stronger) / 2)
    }
    return { place, echoes, ground: groundUnder(world, place, validMs), grain: grainOf(validMs) }
  }

  return ({ product, validMs, issuedMs }) => {
    switch (product) {
      case 'composite':
        return seenAt(continentalUsPlace, validMs)
      case 'model':
        return expectedAt(modelPlace, validMs, issuedMs)
      case 'extended':
        return smoothed(expectedAt(extendedPlace, validMs, issuedMs))
      case 'international':
        return {
          place: worldPlace,
          echoes: paint(worldPlace, validMs),
          ground: groundUnder(world, worldPlace, validMs),
        }
    }
  }
}

/** Nothing, but for out at sea and deep in the neighbouring countries, where no radar looks. */
function emptySky(place: GridPlace): Uint8Array {
  const echoes = new Uint8Array(cellCount(place)).fill(noCoverage)
  const highDegrees = radarReachMiles / milesPerDegree
  for (const office of offices) {
    const top = Math.max(0, Math.ceil(rowAt(place, office.latitude + highDegrees)))
    const bottom = Math.min(place.rows, Math.floor(rowAt(place, office.latitude - highDegrees)))
    for (let row = top; row < bottom; row++) {
      const { latitude } = middleOf(place, 0, row)
      const northMiles = (latitude - office.latitude) * milesPerDegree
      const eastMiles = Math.sqrt(Math.max(0, radarReachMiles ** 2 - northMiles ** 2))
      const eastDegrees = eastMiles / milesPerDegreeEast((latitude + office.latitude) / 2)
      const left = Math.max(0, Math.ceil((office.longitude - eastDegrees - place.west) / place.stepDegrees))
      const right = Math.floor((office.longitude + eastDegrees - place.west) / place.stepDegrees)
      if (right > left)
        echoes.fill(noEcho, row * place.columns + left, row * place.columns + Math.min(place.columns, right))
    }
  }
  return echoes
}

/** Days ahead nobody knows where a shower stands: strengths are spread over the cells around, in rounds for roundness. */
function smoothed({ place, echoes, ground }: RadarGrid): RadarGrid {
  let strength = Float64Array.from(echoes, echo => (echo === 0 ? 0 : 10 ** (echo / 20)))
  for (let round = 0; round < 4; round++) strength = meanOfNeighbours(place, strength)
  const mean = Uint8Array.from(strength, value => (value > 1 ? echoOf(10 * Math.log10(value)) : noEcho))
  return { place, echoes: mean, ground }
}

function meanOfNeighbours({ columns, rows }: GridPlace, values: Float64Array): Float64Array<ArrayBuffer> {
  return Float64Array.from(values, (_, cell) => {
    const [row, column] = [Math.floor(cell / columns), cell % columns]
    let [sum, count] = [0, 0]
    for (let y = Math.max(0, row - 1); y <= Math.min(rows - 1, row + 1); y++) {
      for (let x = Math.max(0, column - 1); x <= Math.min(columns - 1, column + 1); x++) {
        sum += values[y * columns + x] as number
        count++
      }
    }
    return sum / count
  })
}

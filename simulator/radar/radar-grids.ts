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
import { offices } from '#simulator/offices'
import { createModelErrors } from './radar-model-errors.ts'
import { createGround } from './radar-ground.ts'
import { createRadarPainter } from './radar-painter.ts'
import { hashOf } from '#simulator/weather/chance'
import { milesPerDegree, milesPerDegreeEast, smoothstep } from '#simulator/weather/plane'
import { weakestEchoDbz } from '#simulator/weather/wide-rain'
import { createWorld } from '#simulator/world'

/** One image: its kind, its time, and when it was issued. */
export interface RadarWant {
  readonly product: RadarProduct
  readonly validMs: number
  readonly issuedMs: number
}

export interface DrawnRadar extends RadarWant {
  readonly grid: RadarGrid
}

const minuteMs = 60_000
/** A model's cells are about three miles wide, like those of the real model. */
const modelPlace = coarser(continentalUsPlace, 2)
/**
 * Every office has a radar. Light rain is not visible from as far away; a composite includes whatever any radar sees.
 */
const radarReachMiles = 220
/** Toward the limit of its range a beam is above most of the rain, so its echoes become weaker and weaker. */
const fadingCells = 45
const fadedDbz = 34
const extendedPlace = coarser(continentalUsPlace, 10)

/** Draws the requested images one after another, always the same. Slow, so run it in the background. */
export function* radarGrids(seed: number, wanted: readonly RadarWant[]): Generator<DrawnRadar> {
  const draw = createRadarGrids(seed)
  for (const want of wanted) yield { ...want, grid: draw(want) }
}

export function createRadarGrids(seed: number): (want: RadarWant) => RadarGrid {
  const world = createWorld(seed)
  const paint = createRadarPainter(world)
  const errors = createModelErrors(seed)
  const groundUnder = createGround(seed)
  const sights = new Map<GridPlace, Sight>()

  const grainOf = (validMs: number) => hashOf(seed, Math.floor(validMs / minuteMs))

  function seenAt(place: GridPlace, validMs: number): RadarGrid {
    let sight = sights.get(place)
    if (!sight) sights.set(place, (sight = sightOf(place)))
    const echoes = faded(paint(place, validMs, sight.empty), sight)
    return { place, echoes, ground: groundUnder(place, validMs), grain: grainOf(validMs) }
  }

  /**
   * Returns the truth at another time and place: a model gets the weather right, but slightly wrong in place and time.
   */
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
    return { place, echoes, ground: groundUnder(place, validMs), grain: grainOf(validMs) }
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
          ground: groundUnder(worldPlace, validMs),
        }
    }
  }
}

/** The radars' view of a place. */
interface Sight {
  /** A grid without echoes, and without coverage at sea and deep in neighboring countries, where there is no radar. */
  readonly empty: Uint8Array
  /** The cells near the limit of coverage, and how much weaker an echo is there. */
  readonly farCells: Uint32Array
  readonly weakerBy: Uint8Array
}

function sightOf(place: GridPlace): Sight {
  const empty = emptySky(place)
  const inward = stepsInward(place, empty)
  const far: number[] = []
  for (let cell = 0; cell < inward.length; cell++) {
    const steps = inward[cell] as number
    if (steps > 0 && steps < fadingCells) far.push(cell)
  }
  const farCells = Uint32Array.from(far)
  const weakerBy = Uint8Array.from(farCells, cell =>
    echoOf(fadedDbz * smoothstep(fadingCells, 0, inward[cell] as number)),
  )
  return { empty, farCells, weakerBy }
}

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

/**
 * Returns each cell's distance, in cells, to the nearest one that no radar sees; a diagonal step counts as one and a
 * half.
 */
function stepsInward({ columns, rows }: GridPlace, empty: Uint8Array): Float32Array {
  const steps = new Float32Array(empty.length).fill(fadingCells)
  for (let cell = 0; cell < steps.length; cell++) if (empty[cell] === noCoverage) steps[cell] = 0
  // The grid is scanned once from the upper left and once from the lower right; its outermost cells stay unchanged.
  for (const across of [1, -1] as const) {
    const down = across * columns
    for (let row = 1; row < rows - 1; row++) {
      for (let column = 1; column < columns - 1; column++) {
        const cell = across > 0 ? row * columns + column : (rows - row) * columns - 1 - column
        const here = steps[cell] as number
        if (here <= 1) continue
        steps[cell] = Math.min(
          here,
          (steps[cell - across] as number) + 1,
          (steps[cell - down] as number) + 1,
          (steps[cell - down - across] as number) + 1.5,
          (steps[cell - down + across] as number) + 1.5,
        )
      }
    }
  }
  return steps
}

/** Echoes fade out instead of ending at the limit of radar coverage. */
function faded(echoes: Uint8Array, { farCells, weakerBy }: Sight): Uint8Array {
  const weakest = echoOf(weakestEchoDbz)
  for (let index = 0; index < farCells.length; index++) {
    const cell = farCells[index] as number
    const echo = echoes[cell] as number
    if (echo === noEcho || echo === noCoverage) continue
    const left = echo - (weakerBy[index] as number)
    echoes[cell] = left < weakest ? noEcho : left
  }
  return echoes
}

/**
 * Spreads strengths over the surrounding cells, because a shower's position is unknown days ahead. Several passes keep
 * them round.
 */
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

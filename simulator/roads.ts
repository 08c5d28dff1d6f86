import { cellCount, dbzOf, middleOf } from '#domain/radar/grid'
import { rainRateMmPerHour } from '#domain/radar/rain-rate'
import { rememberedHours, roadByte, roadStateOf } from '#domain/roads/condition'
import { createModelErrors } from './radar/radar-model-errors.ts'
import { createRadarPainter } from './radar/radar-painter.ts'
import { landCells, roadLand } from './roads-land.ts'
import { snowBelowF, snowDepthPerWater } from './weather/fields.ts'
import { blend } from './weather/plane.ts'
import { memoized } from './weather/memo.ts'
import { createWorld, type World } from './world.ts'

const hourMs = 3_600_000

/** One byte for each cell of `roadPlace`, as `roadByte` defines it. */
export interface DrawnRoads {
  readonly validMs: number
  readonly bytes: Uint8Array
}

/** Draws the roads for the given hours, one after another. Slow, so run it in the background. */
export function* roadGrids(
  seed: number,
  hoursMs: readonly number[],
  issuedMs: number,
): Generator<DrawnRoads> {
  const draw = createSimulatedRoads(createWorld(seed), issuedMs)
  for (const validMs of hoursMs) yield { validMs, bytes: draw(validMs) }
}

/** The rain that an echo represents, for every byte of a picture. */
const mmPerHour = Float64Array.from({ length: 256 }, (_, echo) => rainRateMmPerHour(dbzOf(echo)) ?? 0)

/** The precipitation on the cells in an hour: as water, and as snow depth. */
interface Fall {
  readonly temperaturesF: Float32Array
  readonly rainMm: Float32Array
  readonly snowMm: Float32Array
}

export function createSimulatedRoads(world: World, issuedMs: number): (validMs: number) => Uint8Array {
  const paint = createRadarPainter(world)
  const errors = createModelErrors(world.seed)
  const land = landCells()
  const falls = new Map<number, Fall>()

  /** Returns the rain of the radar's model with its errors, so roads are wet where it shows rain. */
  function echoesAt(timeMs: number): Uint8Array {
    const { eastDegrees, northDegrees, lateMs } = errors(timeMs, issuedMs)
    const place = { ...roadLand, west: roadLand.west + eastDegrees, north: roadLand.north + northDegrees }
    return paint(place, timeMs + lateMs)
  }

  function fallAt(timeMs: number): Fall {
    const echoes = echoesAt(timeMs)
    const temperaturesF = temperaturesAt(world, land, timeMs)
    const rainMm = new Float32Array(land.length)
    const snowMm = new Float32Array(land.length)
    for (let index = 0; index < land.length; index++) {
      const water = mmPerHour[echoes[land[index] as number] as number] as number
      if ((temperaturesF[index] as number) < snowBelowF) snowMm[index] = water * snowDepthPerWater
      else rainMm[index] = water
    }
    return { temperaturesF, rainMm, snowMm }
  }

  return validMs => {
    // The hours whose rain and snow may remain, and finally the hour that is drawn.
    const hours = Array.from({ length: rememberedHours }, (_, hour) =>
      memoized(falls, rememberedHours, validMs - (rememberedHours - 1 - hour) * hourMs, fallAt),
    )
    const now = hours.at(-1)
    const bytes = new Uint8Array(cellCount(roadLand))
    if (!now) return bytes
    for (let index = 0; index < land.length; index++) {
      let [rainMm, snowMm] = [0, 0]
      for (const hour of hours) {
        rainMm += hour.rainMm[index] as number
        snowMm += hour.snowMm[index] as number
      }
      if (rainMm + snowMm === 0) continue // dry, as most roads are
      const state = roadStateOf({
        temperatureF: now.temperaturesF[index] as number,
        rainMmPerHour: now.rainMm[index] as number,
        snowMmPerHour: now.snowMm[index] as number,
        rainMm,
        snowMm,
      })
      bytes[land[index] as number] = roadByte(state?.condition ?? null)
    }
    return bytes
  }
}

/** Temperatures are computed this many cells apart and interpolated. */
const side = 8

function temperaturesAt(world: World, land: Uint32Array, timeMs: number): Float32Array {
  const { columns, rows } = roadLand
  const across = Math.ceil(columns / side) + 1
  const down = Math.ceil(rows / side) + 1
  const corners = Float32Array.from({ length: across * down }, (_, corner) => {
    const { latitude, longitude } = middleOf(
      roadLand,
      side * (corner % across),
      side * Math.floor(corner / across),
    )
    return world.at(latitude, longitude, timeMs).temperatureF
  })
  return Float32Array.from(land, cell => {
    const [column, row] = [(cell % columns) / side, Math.floor(cell / columns) / side]
    const [left, top] = [Math.floor(column), Math.floor(row)]
    const at = (y: number, x: number) => corners[y * across + x] as number
    const north = blend(at(top, left), at(top, left + 1), column - left)
    const south = blend(at(top + 1, left), at(top + 1, left + 1), column - left)
    return blend(north, south, row - top)
  })
}

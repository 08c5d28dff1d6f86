import type { Point } from '#domain/geo/distance'
import { Draws } from './chance.ts'
import { cosDegrees, milesPerDegree, milesPerDegreeEast, sinDegrees, smoothstep } from './plane.ts'
import { textureAt } from './texture.ts'

/** How far the light rain around a cell reaches, as a multiple of its radius. */
export const echoReachRadii = 6

/** One updraft of a cell: how far it is ahead and to the left of its core in radii, how wide, and how much weaker. */
interface Lump {
  readonly ahead: number
  readonly left: number
  readonly perSize2: number
  readonly weakerDbz: number
}

/** The shape of a cell's echo at a moment. */
export interface EchoShape {
  readonly ahead: { readonly north: number; readonly east: number }
  readonly radiusMiles: number
  readonly maxDbz: number
  readonly lumps: readonly Lump[]
  /** The rain that drifts ahead of the core with the winds aloft: its maximum strength, extent and width. */
  readonly shieldDbz: number
  readonly shieldAhead: number
  readonly shieldLong: number
  readonly shieldWide: number
  /** The cell's position in the texture, so its roughness moves with it. */
  readonly textureX: number
  readonly textureY: number
}

export interface ShapeInput {
  readonly hash: number
  readonly headingDegrees: number
  readonly radiusMiles: number
  readonly maxDbz: number
  readonly strength: number
  /** From 0 at birth to 1 at death. */
  readonly along: number
}

/** The farthest that any updraft of a cell reaches. */
const coreReachRadii2 = 5 ** 2
/** Within this many radii the core is unchanged; farther out the edge is ragged. */
const calmRadii = 0.25
const tornRadii = 1
const tornBy = 0.5
const shieldTornBy = 1
/** The most that roughness takes away. It takes little from the core, so a cell's maximum stays its maximum. */
const coreRoughDbz = 4
const shieldRoughDbz = 15
const steepnessDbz = 22
/** From this point in its life a strong cell sheds its left half, which drifts away and dies. */
const splitsFrom = 0.42
const splitsAbove = 0.45

export function shapeOf({
  hash,
  headingDegrees,
  radiusMiles,
  maxDbz,
  strength,
  along,
}: ShapeInput): EchoShape {
  const draws = new Draws(hash ^ 0x5ca1ab1e)
  const lumps: Lump[] = [{ ahead: 0, left: 0, perSize2: steepnessDbz, weakerDbz: 0 }]
  // New air is lifted at the edge of the outflow, on both sides of the core, in a bow that lags behind.
  const tilt = draws.between(-0.5, 0.5)
  const bow = draws.between(0.03, 0.2)
  const count = 5 + Math.floor(4 * draws.unit())
  for (let index = 0; index < count; index++) {
    const left = draws.between(-3.2, 3.2)
    const size = draws.between(0.35, 0.85)
    const beat = Math.sin(2 * Math.PI * (draws.unit() + along * draws.between(0.8, 1.8)))
    lumps.push({
      ahead: tilt * left - bow * left * left + 0.35 * draws.gaussian(),
      left,
      perSize2: steepnessDbz / (size * size),
      weakerDbz: draws.between(2, 11) + 6 * (1 - beat) + Math.abs(left),
    })
  }
  if (strength > splitsAbove && along > splitsFrom) {
    const apart = (along - splitsFrom) / (1 - splitsFrom)
    lumps.push({
      ahead: 0.4 * apart,
      left: 1.9 * apart,
      perSize2: steepnessDbz / 0.55,
      weakerDbz: 4 + 14 * apart,
    })
  }
  const old = smoothstep(0.15, 0.7, along)
  return {
    ahead: { north: cosDegrees(headingDegrees), east: sinDegrees(headingDegrees) },
    radiusMiles,
    maxDbz,
    lumps,
    shieldDbz: Math.min(36, maxDbz - 6) * (0.75 + 0.25 * old),
    shieldAhead: 0.3 + 1.4 * old,
    shieldLong: 2.6 + draws.between(0.4, 1.3) * old,
    shieldWide: draws.between(2.8, 4.2),
    textureX: 8 * draws.unit(),
    textureY: 8 * draws.unit(),
  }
}

/** Returns the echo this many miles north and east of the core; zero out of reach. */
export function cellEchoAround(shape: EchoShape, northMiles: number, eastMiles: number): number {
  const { ahead, radiusMiles, textureX, textureY } = shape
  const north = northMiles / radiusMiles
  const east = eastMiles / radiusMiles
  const radii2 = north * north + east * east
  if (radii2 >= echoReachRadii * echoReachRadii) return 0
  const along = north * ahead.north + east * ahead.east
  const left = north * ahead.east - east * ahead.north
  const shieldAlong = along - shape.shieldAhead
  if (radii2 > coreReachRadii2) {
    const long = shieldAlong / (shape.shieldLong + shieldTornBy)
    const wide = left / (shape.shieldWide + shieldTornBy)
    if (long * long + wide * wide > 1) return 0
  }
  // Two values of one texture that are far apart are independent.
  const x = textureX + 0.36 * along
  const y = textureY + 0.44 * left
  const rough = textureAt(x, y)
  const tear = textureAt(y + 3.7, x + 1.9)
  const torn = smoothstep(calmRadii, tornRadii, Math.sqrt(radii2))
  const a = along + tornBy * torn * rough
  const l = left + tornBy * torn * tear

  let core = 0
  for (let index = radii2 < coreReachRadii2 ? 0 : shape.lumps.length; index < shape.lumps.length; index++) {
    const lump = shape.lumps[index] as Lump
    const da = a - lump.ahead
    const dl = l - lump.left
    const dbz = shape.maxDbz - lump.weakerDbz - lump.perSize2 * (da * da + dl * dl)
    if (dbz > core) core = dbz
  }
  core -= coreRoughDbz * (0.5 + 0.5 * tear)

  const sa = (shieldAlong + shieldTornBy * torn * tear) / shape.shieldLong
  const sl = (left + shieldTornBy * torn * rough) / shape.shieldWide
  const out = Math.sqrt(sa * sa + sl * sl)
  if (out >= 1) return core
  const shield = shape.shieldDbz * (1 - out * out) - shieldRoughDbz * torn * (0.5 - 0.5 * rough)
  return core > shield ? core : shield
}

/** Returns the echo of a cell at a place. */
export function cellEcho(
  cell: Point & { readonly shape: EchoShape },
  latitude: number,
  longitude: number,
): number {
  const milesEast = milesPerDegreeEast((cell.latitude + latitude) / 2)
  const eastDegrees = longitude - cell.longitude
  return cellEchoAround(
    cell.shape,
    (latitude - cell.latitude) * milesPerDegree,
    (eastDegrees - 360 * Math.round(eastDegrees / 360)) * milesEast,
  )
}

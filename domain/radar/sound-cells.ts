import { distanceMiles, isPlace, normalizedLongitude } from '#domain/geo/distance'
import { isKnown, knownWithin } from '#domain/units/known'
import { kmFromMiles } from '#domain/units/convert'
import { cellMotion, type StormCell, type StormCellList } from './storm-cell.ts'

/** Two radars' listings this close in space and time are the same storm. */
const sameWithinKm = 5
const sameWithinMs = 3 * 60_000
/**
 * A quick check before the distance is computed: cells that are further apart than this in latitude are different
 * storms.
 */
const sameWithinDegrees = 0.05

const highestFeet = 100_000
const strongestDbz = 100
const mostVil = 500

/**
 * Validates radar listings: drops a cell without a position, removes impossible values, and merges listings of one
 * storm by several radars. Keeps what is left of a doubtful cell, because losing a storm is worse.
 */
export function soundCells({ source, asOfMs, cells }: StormCellList): StormCellList {
  const mended = cells.filter(isPlace).map(cell => mendedCell(cell, asOfMs))
  return { source, asOfMs, cells: withoutTwins(mended) }
}

function mendedCell(cell: StormCell, asOfMs: number): StormCell {
  const motion = cellMotion(cell)
  const percent = (chance: number | null) => knownWithin(chance, 0, 100)
  return {
    ...cell,
    longitude: normalizedLongitude(cell.longitude),
    // Without a valid time, the cell is assumed to have been at its reported position when the list was made.
    issuedMs: isKnown(cell.issuedMs) ? Math.min(cell.issuedMs, asOfMs) : asOfMs,
    // Radars list a cell that they see for the first time with no speed.
    motion: motion === null || motion.speedMs === 0 ? null : cell.motion,
    heightFeet: knownWithin(cell.heightFeet, 0, highestFeet),
    topFeet: knownWithin(cell.topFeet, 0, highestFeet),
    maxDbz: knownWithin(cell.maxDbz, 0, strongestDbz),
    hailChancePercent: percent(cell.hailChancePercent),
    severeHailChancePercent: percent(cell.severeHailChancePercent),
    vilKgPerM2: knownWithin(cell.vilKgPerM2, 0, mostVil),
  }
}

/** Keeps a storm's strongest listing, with all flags from any radar. Strongest storm first. */
function withoutTwins(cells: readonly StormCell[]): StormCell[] {
  const kept: StormCell[] = []
  for (const cell of cells.toSorted(strongerFirst)) {
    const index = kept.findIndex(one => isSameStorm(one, cell))
    const twin = kept[index]
    if (twin === undefined) kept.push(cell)
    else kept[index] = joined(twin, cell)
  }
  return kept
}

function strongerFirst(one: StormCell, other: StormCell): number {
  const strength = (value: number | null) => value ?? -1
  return (
    strength(other.maxDbz) - strength(one.maxDbz) ||
    strength(other.vilKgPerM2) - strength(one.vilKgPerM2) ||
    other.issuedMs - one.issuedMs
  )
}

function isSameStorm(one: StormCell, other: StormCell): boolean {
  if (Math.abs(one.issuedMs - other.issuedMs) > sameWithinMs) return false
  if (Math.abs(one.latitude - other.latitude) > sameWithinDegrees) return false
  return (kmFromMiles(distanceMiles(one, other)) ?? Infinity) <= sameWithinKm
}

/** One radar may report a rotation or a track that the other does not. */
function joined(stronger: StormCell, other: StormCell): StormCell {
  return {
    ...stronger,
    motion: stronger.motion ?? other.motion,
    flags: {
      tvs: stronger.flags.tvs || other.flags.tvs,
      meso: stronger.flags.meso || other.flags.meso,
      severeHail: stronger.flags.severeHail || other.flags.severeHail,
      hail: stronger.flags.hail || other.flags.hail,
    },
  }
}

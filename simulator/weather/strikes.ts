import { simulatedSource } from '#domain/feeds/source'
import type { Strike, StrikeType } from '#domain/lightning/strike'
import { cellEchoAround, type EchoShape } from './cell-echo.ts'
import { cellAt, coreAt, isAlive, lightningOfCell, type CellLife, type SimulatedCell } from './cells.ts'
import { Draws, hashOf } from './chance.ts'
import { milesPerDegree, milesPerDegreeEast } from './plane.ts'

const strikeSlotMs = 10_000
/** The strikes' spread around the core, as a share of the cell's radius. */
const spread = 0.45
/** No strike is farther away than this many spreads, so each one belongs to a cell that can be seen. */
const mostSpreads = 3
const leastUnit = Math.exp(-(mostSpreads ** 2) / 2)

/** How far from its cell's core a strike can be, as a multiple of the cell's radius. */
export const strikeReachRadii = spread * mostSpreads

function typeOf(unit: number): StrikeType {
  if (unit < 0.8) return 4
  if (unit < 0.94) return 3
  return unit < 0.99 ? 1 : 2
}

/** Currents are lognormal, and most ground strokes negative; the medians are from the US network's figures. */
function ampOf(draws: Draws, type: StrikeType): number {
  const ground = type !== 4
  const kiloamperes = (ground ? 18 : 7) * Math.exp(0.55 * draws.gaussian())
  const negative = draws.unit() < (ground ? 0.92 : 0.5)
  return (Math.max(1, Math.round(kiloamperes * 10)) / 10) * (negative ? -1 : 1)
}

/** Charges separate in the core, in hail and heavy rain, so no strike is outside such an echo. */
const leastEchoDbz = 39
const nearerBy = 0.55
const mostTries = 6

/** Returns a share of the distance from the core that is still inside the echo. */
function insideEcho(shape: EchoShape, northMiles: number, eastMiles: number): number {
  let share = 1
  for (let tries = 0; tries < mostTries; tries++, share *= nearerBy)
    if (cellEchoAround(shape, share * northMiles, share * eastMiles) >= leastEchoDbz) return share
  return 0
}

function strikeOf(life: CellLife, slot: number, index: number, draws: Draws, cell: SimulatedCell): Strike {
  const timeMs = slot * strikeSlotMs + Math.floor(draws.unit() * strikeSlotMs)
  const core = coreAt(life, timeMs)
  const unit = leastUnit + (1 - leastUnit) * draws.unit()
  const miles = spread * cell.radiusMiles * Math.sqrt(-2 * Math.log(unit))
  const bearing = 2 * Math.PI * draws.unit()
  const northMiles = miles * Math.cos(bearing)
  const eastMiles = miles * Math.sin(bearing)
  const inside = insideEcho(cell.shape, northMiles, eastMiles)
  const north = (inside * northMiles) / milesPerDegree
  const east = (inside * eastMiles) / milesPerDegreeEast(core.latitude)
  const type = typeOf(draws.unit())
  return {
    id: `${slot}-${life.id}-${index}`,
    source: simulatedSource,
    timeMs,
    latitude: rounded(core.latitude + north, 1e5),
    longitude: rounded(core.longitude + east, 1e5),
    amp: ampOf(draws, type),
    type,
    positionErrorMiles: rounded(draws.between(0.1, 0.3), 100),
  }
}

/** Rounds a value, which also hides the last bits, in which processors may differ. */
function rounded(value: number, parts: number): number {
  return Math.round(value * parts) / parts
}

function inOrder(one: Strike, other: Strike): number {
  return one.timeMs - other.timeMs || (one.id < other.id ? -1 : 1)
}

/**
 * Returns the strikes of the given cells from one instant up to, but not including, another. Each cell's ten seconds
 * are drawn whole and then cut to the span, so it does not matter how requests divide time.
 */
export function strikesOf(lives: readonly CellLife[], fromMs: number, toMs: number): Strike[] {
  const strikes: Strike[] = []
  for (const life of lives) {
    const first = Math.floor(Math.max(fromMs, life.bornMs) / strikeSlotMs)
    const end = Math.ceil(Math.min(toMs, life.diesMs) / strikeSlotMs)
    for (let slot = first; slot < end; slot++) {
      const middleMs = (slot + 0.5) * strikeSlotMs
      const { strikesPerMinute } = lightningOfCell(life, middleMs)
      if (strikesPerMinute === 0) continue
      const draws = new Draws(hashOf(life.hash, slot))
      const count = draws.poisson(strikesPerMinute / 6)
      if (count === 0) continue
      const cell = cellAt(life, middleMs)
      for (let index = 0; index < count; index++) {
        const strike = strikeOf(life, slot, index, draws, cell)
        if (fromMs <= strike.timeMs && strike.timeMs < toMs && isAlive(life, strike.timeMs))
          strikes.push(strike)
      }
    }
  }
  return strikes.sort(inOrder)
}

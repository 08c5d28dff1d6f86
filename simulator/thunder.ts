import type { Sky } from '#domain/forecasts/weather-code'
import type { StormCell, World } from './world.ts'

/** How near lightning must be for a place's weather to count as a thunderstorm. */
const thunderMiles = 10
/** A few discharges now and then are not yet a thunderstorm. */
const fewestStrikesPerMinute = 0.2
const severeHailPercent = 40

/**
 * Returns whether a cell is strong enough for a Severe Thunderstorm Warning: hail of an inch or more is as likely as
 * not.
 */
export function isSevere(cell: StormCell): boolean {
  return cell.severeHailChancePercent >= severeHailPercent
}

export function thunderAt(world: World, latitude: number, longitude: number, timeMs: number): Sky['thunder'] {
  const cells = world
    .cellsWithin(latitude, longitude, thunderMiles, timeMs)
    .filter(cell => cell.strikesPerMinute >= fewestStrikesPerMinute)
  if (cells.length === 0) return 'none'
  return cells.some(isSevere) ? 'severe' : 'storm'
}

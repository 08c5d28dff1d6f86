import { destination } from '#domain/geo/distance'
import type { StormCell as ListedCell, StormCellList } from '#domain/radar/storm-cell'
import { knotsFromMs, msFromKnots, msFromMph } from '#domain/units/convert'
import { officeAt } from '#simulator/offices'
import { roundedSample } from '#simulator/stations/station-samples'
import { isSevere } from '#simulator/thunder'
import { Draws, hashOf, hashOfText } from '#simulator/weather/chance'
import { memoized } from '#simulator/weather/memo'
import { clamp } from '#simulator/weather/plane'
import { simulatedSource } from '#domain/feeds/source'
import type { StormCell, World } from '#simulator/world'

const minuteMs = 60_000
/** All radars in the simulated network rotate together; their results are listed a minute later. */
const volumeMs = 5 * minuteMs
const latencyMs = minuteMs
/** To a radar, weaker echoes are rain and not a cell. */
const leastDbz = 40
const hailPercent = 50

/** A radar's error, exceeded one in three times, and never by more than twice as much. */
const placeErrorMiles = 0.4
const speedErrorShare = 0.06
const headingErrorDegrees = 4
const mostErrors = 2

const keptVolumes = 4

/** Returns the cells that a world's radars list at a time. */
export function createStormCells(world: World): (timeMs: number) => StormCellList {
  const volumes = new Map<number, readonly ListedCell[]>()

  function strongAt(volume: number): StormCell[] {
    return world.cellsAt(volume * volumeMs).filter(cell => cell.maxReflectivityDbz >= leastDbz)
  }

  function listed(volume: number): readonly ListedCell[] {
    const before = new Set(strongAt(volume - 1).map(({ id }) => id))
    return strongAt(volume).flatMap(cell => listedCell(world.seed, cell, volume, before.has(cell.id)))
  }

  return timeMs => ({
    source: simulatedSource,
    asOfMs: timeMs,
    cells: memoized(volumes, keptVolumes, Math.floor((timeMs - latencyMs) / volumeMs), listed),
  })
}

/**
 * Lists a cell, unless it is at sea, where no radar can see. A cell that was not there one volume ago has no track yet.
 */
function listedCell(seed: number, cell: StormCell, volume: number, wasThere: boolean): ListedCell[] {
  const draws = new Draws(hashOf(hashOfText(`${seed}/radar/${cell.id}`), volume))
  const error = () => clamp(draws.gaussian(), -mostErrors, mostErrors)
  const radar = officeAt(cell)
  const point = destination(cell, 360 * draws.unit(), placeErrorMiles * error())
  // In whole knots and degrees, as radars report them; a new cell has no motion.
  const trueKnots = knotsFromMs(msFromMph(cell.speedMph)) ?? 0
  const speedMs = msFromKnots(Math.max(1, Math.round(trueKnots * (1 + speedErrorShare * error()))))
  const headingToDegrees = Math.round(cell.headingDegrees + headingErrorDegrees * error() + 360) % 360
  if (!radar || !point || speedMs === null) return []
  return [
    {
      id: `${radar.id.slice(1)}${numberOf(cell)}`,
      issuedMs: volume * volumeMs,
      latitude: roundedSample(point.latitude, 3),
      longitude: roundedSample(point.longitude, 3),
      flags: {
        tvs: cell.tornadoSignature,
        meso: cell.mesocyclone,
        severeHail: isSevere(cell),
        hail: cell.hailChancePercent >= hailPercent,
      },
      motion: wasThere ? { speedMs, headingToDegrees } : null,
      heightFeet: roundedSample(cell.maxReflectivityFeet, -2),
      topFeet: roundedSample(cell.topFeet, -2),
      maxDbz: roundedSample(cell.maxReflectivityDbz, 0),
      hailChancePercent: cell.hailChancePercent,
      severeHailChancePercent: cell.severeHailChancePercent,
      vilKgPerM2: roundedSample(cell.vilKgPerM2, 0),
    },
  ]
}

/** Returns an id that stays with its cell. It is longer than the two characters that radars use and reuse. */
function numberOf(cell: StormCell): string {
  return hashOfText(cell.id).toString(36).toUpperCase().padStart(7, '0').slice(-5)
}

import type { RingArrivalShape, SeenStorm, StormArrival, StormFeature } from '#contract/weather/storms'
import { cellMotion, cellKindOf, type StormCell } from '#domain/radar/storm-cell'
import { forecastMinutes, stormAfter } from '#domain/radar/storm-motion'
import {
  watchedMiles,
  type Nearest,
  type RingOutlook,
  type Storm,
  type StormOutlook,
} from '#domain/radar/storm-outlook'
import { mphFromMs } from '#domain/units/convert'
import { roundedTo } from '#domain/units/rounding'
import { minuteMs } from '#server/platform/clock'

const instantOf = (ms: number) => new Date(ms).toISOString()
/** A tenth of a mile, or of a meter per second: the data is no more precise. */
const tenths = (value: number) => roundedTo(value, 1) ?? value
const degrees = (value: number) => Math.round(value) % 360

export function wireFeature(cell: StormCell): StormFeature {
  const motion = cellMotion(cell)
  const track = motion
    ? forecastMinutes.flatMap((Minutes): StormFeature['properties']['Track'] => {
        const point = stormAfter(cell, motion, Minutes)
        return point ? [{ Minutes, coordinates: [point.longitude, point.latitude] }] : []
      })
    : []
  return {
    type: 'Feature',
    geometry: { type: 'Point', coordinates: [cell.longitude, cell.latitude] },
    properties: {
      Id: cell.id,
      IssueTime: instantOf(cell.issuedMs),
      Type: cellKindOf(cell.flags),
      Flags: {
        Tvs: cell.flags.tvs,
        Meso: cell.flags.meso,
        SevereHail: cell.flags.severeHail,
        Hail: cell.flags.hail,
      },
      Movement: motion && { SpeedMs: tenths(motion.speedMs), Heading: degrees(motion.headingToDegrees) },
      Height: cell.heightFeet,
      MaxReflectivity: cell.maxDbz,
      HailChance: cell.hailChancePercent,
      SevereHailChance: cell.severeHailChancePercent,
      Top: cell.topFeet,
      Vil: cell.vilKgPerM2,
      Track: track,
    },
  }
}

type ToldOutlook = Exclude<StormOutlook, { kind: 'unknown' }>

export function wireArrival(outlook: ToldOutlook, asOfMs: number, nowMs: number): StormArrival {
  const { because, watched } = outlook
  const common = { asOf: instantOf(asOfMs), because, watched, watchedMiles }
  if (outlook.kind === 'none') return { outlook: 'none', ...common }
  if (outlook.kind === 'unsure') {
    const { withoutMotion, strikesWithoutCell, isStormForecast, mayLackCells } = outlook.doubts
    return {
      outlook: 'unsure',
      ...common,
      withoutMotion: wireNearest(withoutMotion),
      strikesWithoutCell: wireNearest(strikesWithoutCell),
      isStormForecast,
      mayLackCells,
    }
  }
  const [first, ...others] = outlook.storms
  return {
    outlook: outlook.kind,
    ...common,
    rings: outlook.rings.map(ring => wireRing(ring, nowMs)),
    storms: [wireStorm(first, nowMs), ...others.map(storm => wireStorm(storm, nowMs))],
  }
}

function wireNearest(nearest: Nearest | null): Nearest | null {
  return (
    nearest && {
      count: nearest.count,
      distanceMiles: tenths(nearest.distanceMiles),
      bearingDegrees: nearest.bearingDegrees === null ? null : degrees(nearest.bearingDegrees),
    }
  )
}

function wireRing({ zone, radiusMiles, arrival }: RingOutlook, nowMs: number): RingArrivalShape {
  const ring = { ring: zone, radiusMiles }
  if (arrival.kind !== 'enters') return { ...ring, arrival: arrival.kind }
  return { ...ring, arrival: 'enters', at: instantOf(nowMs + arrival.minutes * minuteMs) }
}

function wireStorm(storm: Storm, nowMs: number): SeenStorm {
  const { cell, motion, arrival } = storm
  const mph = mphFromMs(motion?.speedMs ?? null)
  return {
    id: cell.id,
    issued: instantOf(cell.issuedMs),
    distanceMiles: tenths(storm.distanceMiles),
    bearingDegrees: storm.bearingDegrees === null ? null : degrees(storm.bearingDegrees),
    speedMph: mph === null ? null : tenths(mph),
    headingDegrees: motion ? degrees(motion.headingToDegrees) : null,
    going: arrival?.kind ?? 'unknown',
    isHeadingHere: storm.isHeadingHere,
    nearest:
      arrival?.kind === 'approaching'
        ? { miles: tenths(arrival.nearestMiles), at: instantOf(nowMs + arrival.minutes * minuteMs) }
        : null,
    ...cell.flags,
  }
}

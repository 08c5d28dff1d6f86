import { sunPosition } from '#domain/conditions/formulas/sun-position'
import type { Station } from '#domain/conditions/reading'
import { radiansPerDegree } from '#domain/geo/distance'
import { thunderAt } from '#simulator/thunder'
import { hashOf, hashOfText } from '#simulator/weather/chance'
import { regimeAt, type SimulatedHazard } from '#simulator/weather/places'
import type { World } from '#simulator/world'

/** The position of something in the sky, for a camera that looks south. */
export interface Standing {
  readonly azimuthDegrees: number
  readonly elevationDegrees: number
}

/** What a station's camera sees. */
export interface Scene {
  readonly sun: Standing
  readonly moon: Standing & {
    /** 0 is new, 0.5 is full, and 1 is new again. */
    readonly phase: number
  }
  /** From 0 (clear) to 1 (overcast). */
  readonly cloud: number
  readonly rainInchesPerHour: number
  readonly isSnow: boolean
  readonly thunder: ReturnType<typeof thunderAt>
  readonly visibilityMiles: number
  /** From 0 (none) to 1. */
  readonly smoke: number
  readonly windMph: number
  readonly isFrozen: boolean
  /** The type of land around the place. */
  readonly land: SimulatedHazard | 'other'
  /** The seed that depends only on the station, so its hills and trees stay where they are. */
  readonly placeSeed: number
  /** The seed that depends on the station and the time, for clouds, drops and bolts. */
  readonly momentSeed: number
  readonly timeMs: number
}

const dayMs = 86_400_000
const synodicDays = 29.530588
/** The time of a new moon. */
const newMoonMs = Date.UTC(2000, 0, 6, 18, 14)
const clearMicrogramsPerM3 = 20
const smokyMicrogramsPerM3 = 160

export function sceneAt(world: World, station: Station, timeMs: number): Scene {
  const { latitude, longitude } = station
  const fields = world.at(latitude, longitude, timeMs)
  const sun = sunPosition(timeMs, station)
  const sunHourDegrees = sun?.hourAngleDegrees ?? 0
  const days = (timeMs - newMoonMs) / dayMs
  const phase = (((days / synodicDays) % 1) + 1) % 1
  const placeSeed = hashOfText(`${station.source}/${station.id}`)
  const thunder = thunderAt(world, latitude, longitude, timeMs)
  const dust = fields.pm25MicrogramsPerM3
  return {
    sun: { azimuthDegrees: sun?.azimuthDegrees ?? 180, elevationDegrees: fields.sunElevationDegrees },
    moon: { ...overTheEquator(latitude, sunHourDegrees - phase * 360), phase },
    cloud: Math.max(fields.cloudFraction, stormCloud(world, station, timeMs, thunder)),
    rainInchesPerHour: fields.rainInchesPerHour,
    isSnow: fields.precipitation === 'snow',
    thunder,
    visibilityMiles: fields.visibilityMiles,
    smoke: Math.min(
      1,
      Math.max(0, (dust - clearMicrogramsPerM3) / (smokyMicrogramsPerM3 - clearMicrogramsPerM3)),
    ),
    windMph: fields.windMph,
    isFrozen: fields.temperatureF < 33,
    land: regimeAt(latitude, longitude)?.place.hazard ?? 'other',
    placeSeed,
    momentSeed: hashOf(placeSeed, Math.floor(timeMs / 60_000)),
    timeMs,
  }
}

/** How far a storm's anvil extends beyond its rain. */
const anvilMiles = 20

/** Returns how much of the sky a storm covers, wherever its rain falls. */
function stormCloud(
  world: World,
  { latitude, longitude }: Station,
  timeMs: number,
  thunder: Scene['thunder'],
): number {
  if (thunder !== 'none') return 0.95
  return world.cellsWithin(latitude, longitude, anvilMiles, timeMs).length > 0 ? 0.7 : 0
}

/** Returns the moon's approximate position, which is enough for an image. */
function overTheEquator(latitude: number, hourDegrees: number): Standing {
  const hour = hourDegrees * radiansPerDegree
  const elevation = Math.asin(Math.cos(latitude * radiansPerDegree) * Math.cos(hour))
  const azimuth = Math.atan2(Math.sin(hour), Math.cos(hour) * Math.sin(latitude * radiansPerDegree))
  return {
    elevationDegrees: elevation / radiansPerDegree,
    azimuthDegrees: 180 + azimuth / radiansPerDegree,
  }
}

import { createAir, type SimulatedAir } from './air.ts'
import { climateAt } from './climate.ts'
import { createAirMass, moistened, restlessness } from './air-mass.ts'
import { localWarmthF } from './local-warmth.ts'
import { createNoise, onSphere, type Noise } from './noise.ts'
import { outflowOf } from './outflow.ts'
import { blend, clamp, headingBetween, smoothstep } from './plane.ts'
import type { Reflectivity } from './reflectivity.ts'
import { rainInchesPerHour } from './rain.ts'
import { hourAround } from './season.ts'
import type { SimulatedStorms } from './storms.ts'
import { irradianceWattsPerM2, sunElevationDegrees } from './sun.ts'

/** The weather at a place and an instant. */
export interface WeatherFields extends SimulatedAir {
  readonly elevationFeet: number
  readonly temperatureF: number
  readonly dewPointF: number
  readonly relativeHumidityPercent: number
  readonly windMph: number
  readonly gustMph: number
  readonly windFromDegrees: number
  /** The pressure reduced to sea level, as maps and barometers show it. */
  readonly pressureHpa: number
  /** The pressure as a local barometer measures it. */
  readonly stationPressureHpa: number
  readonly cloudFraction: number
  /** Negative at night. Refraction is ignored. */
  readonly sunElevationDegrees: number
  readonly irradianceWattsPerM2: number
  readonly reflectivityDbz: number
  readonly precipitation: 'none' | 'rain' | 'snow'
  /** Precipitation as water: snow counts as its water equivalent. */
  readonly rainInchesPerHour: number
  readonly snowInchesPerHour: number
  readonly visibilityMiles: number
}

export const snowBelowF = 34
export const snowDepthPerWater = 12
const clearVisibilityMiles = 12
const calmNightMph = 1
const calmNoonMph = 5
const mostReportedMiles = 10

/** Highs and lows at sea level, before the effects of the demo's places and storms. */
export const meanPressureHpa = 1014
export const pressureSwingHpa = 14
/** The share of smaller features: without it, every strong low would be equally deep. */
const smallShare = 0.25

export function createPressureNoise(seed: number): Noise {
  const large = createNoise(seed, 'pressure', 900, 50)
  const small = createNoise(seed, 'pressure of smaller size', 450, 30)
  return (point, timeMs) => (1 - smallShare) * large(point, timeMs) + smallShare * small(point, timeMs)
}

/** Returns the saturation vapor pressure by Bolton 1980. */
function saturationHpa(temperatureF: number): number {
  const celsius = (temperatureF - 32) / 1.8
  return 6.112 * Math.exp((17.67 * celsius) / (celsius + 243.5))
}

export function stationPressure(seaLevelHpa: number, elevationFeet: number): number {
  return seaLevelHpa * (1 - 6.8756e-6 * elevationFeet) ** 5.2559
}

export type FieldsAt = (latitude: number, longitude: number, timeMs: number) => WeatherFields

export function createFields(seed: number, storms: SimulatedStorms, reflectivity: Reflectivity): FieldsAt {
  const airMassAt = createAirMass(seed)
  const pressure = createPressureNoise(seed)
  const cloudiness = createNoise(seed, 'cloudiness', 250, 8)
  const windEast = createNoise(seed, 'wind-east', 500, 18)
  const windNorth = createNoise(seed, 'wind-north', 500, 18)
  const breeze = createNoise(seed, 'breeze', 40, 1)
  const airAt = createAir(seed)

  return (latitude, longitude, timeMs) => {
    const point = onSphere(latitude, longitude)
    const climate = climateAt(latitude, longitude, timeMs)
    const restless = restlessness(climate)
    const cells = storms.cellsOver(latitude, longitude, timeMs)
    const reflectivityDbz = reflectivity(cells, latitude, longitude, timeMs)
    const wetness = smoothstep(3, 22, reflectivityDbz)
    const outflow = outflowOf(cells, latitude, longitude)

    const dryCloud = smoothstep(-0.6, 0.9, cloudiness(point, timeMs) - 0.012 * climate.dewPointDepressionF)
    const burntOff = climate.hazard === 'heat' ? 1 - 0.8 * climate.hazardWeight : 1
    const cloudFraction = blend(dryCloud * burntOff, 1, smoothstep(0, 15, reflectivityDbz))

    const dry = airMassAt({ point, longitude, timeMs, climate, cloudFraction })
    // The demo's places keep the temperatures that they are meant to show.
    const localF = (1 - climate.hazardWeight) * localWarmthF(latitude, longitude, timeMs)
    const wet = moistened(dry.temperatureF + localF, dry.dewPointF + localF, wetness)
    const temperatureF = wet.temperatureF - outflow.coolingF
    const dewPointF = Math.min(wet.dewPointF - 0.7 * outflow.coolingF, temperatureF)

    // The wind is strongest in the early afternoon and weakest at night.
    const strength = climate.meanWindMph * (1 + 0.2 * hourAround(14, longitude, timeMs))
    const varying = strength * (1 + 0.25 * breeze(point, timeMs))
    const fromWest = 0.5 + 0.8 * restless * windEast(point, timeMs)
    const fromSouth = 0.2 + 0.9 * restless * windNorth(point, timeMs)
    const steadied = climate.hazard === 'wind' || climate.hazard === 'cold' ? climate.hazardWeight : 0
    // A windy place always has wind, from any side, so only there is the direction scaled to full length.
    const full = blend(1, 1 / Math.max(0.2, Math.sqrt(fromWest ** 2 + fromSouth ** 2)), steadied)
    const eastMph = varying * fromWest * full + outflow.eastMph
    const northMph = varying * fromSouth * full + outflow.northMph
    const elevationDegrees = sunElevationDegrees(latitude, longitude, timeMs)
    // Sunny ground stirs the air even without wind: otherwise calm noons would be hotter than any on record.
    const stirredMph = blend(calmNightMph, calmNoonMph, smoothstep(0, 40, elevationDegrees))
    const windMph = Math.sqrt(eastMph ** 2 + northMph ** 2 + stirredMph ** 2)
    const gustMph = windMph * (1.3 + 0.15 * breeze(point, timeMs)) + outflow.gustMph

    const pressureHpa =
      meanPressureHpa + pressureSwingHpa * restless * pressure(point, timeMs) + 0.15 * outflow.coolingF
    const irradiance = irradianceWattsPerM2(elevationDegrees, cloudFraction)
    const water = rainInchesPerHour(reflectivityDbz)
    const snows = water > 0 && temperatureF < snowBelowF
    const air = airAt({ point, longitude, timeMs, climate, wetness, temperatureF, windMph })
    const relativeHumidityPercent = Math.min(
      100,
      (100 * saturationHpa(dewPointF)) / saturationHpa(temperatureF),
    )
    const dimming = (air.pm25MicrogramsPerM3 / 60) ** 1.2 + water * (snows ? 60 : 2.5)

    return {
      ...air,
      elevationFeet: climate.elevationFeet,
      temperatureF,
      dewPointF,
      relativeHumidityPercent,
      windMph,
      gustMph,
      windFromDegrees: headingBetween(-eastMph, -northMph),
      pressureHpa,
      stationPressureHpa: stationPressure(pressureHpa, climate.elevationFeet),
      cloudFraction,
      sunElevationDegrees: elevationDegrees,
      irradianceWattsPerM2: irradiance,
      reflectivityDbz,
      precipitation: water === 0 ? 'none' : snows ? 'snow' : 'rain',
      rainInchesPerHour: water,
      snowInchesPerHour: snows ? water * snowDepthPerWater : 0,
      visibilityMiles: clamp(clearVisibilityMiles / (1 + dimming), 0.1, mostReportedMiles),
    }
  }
}

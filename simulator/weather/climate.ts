import { blend, clamp, sinDegrees, smoothstep } from './plane.ts'
import { regimeAt, type SimulatedHazard } from './places.ts'
import { seasonAround } from './season.ts'

/** The averages around which the weather varies: the land, the season, and the regimes of the demo places. */
export interface Climate {
  readonly elevationFeet: number
  /** The mean over day and night. */
  readonly meanTemperatureF: number
  /** Half the range from the coolest to the warmest hour under a clear sky. */
  readonly diurnalSwingF: number
  /** How far the dew point is below the mean temperature. */
  readonly dewPointDepressionF: number
  /** How far warm and cold spells deviate from the mean. */
  readonly spellsF: number
  readonly meanWindMph: number
  readonly hazard: SimulatedHazard | null
  /** How strongly the hazard's regime applies here, from 0 to 1. */
  readonly hazardWeight: number
}

interface Regime {
  readonly meanTemperatureF: number
  readonly diurnalSwingF: number
  readonly dewPointDepressionF: number
}

/**
 * Regimes independent of the date: Phoenix in its hottest weeks, Buffalo in its coldest, Tampa and Norman when storms
 * grow.
 */
const regimes: Partial<Record<SimulatedHazard, Regime>> = {
  heat: { meanTemperatureF: 98, diurnalSwingF: 13, dewPointDepressionF: 48 },
  tropics: { meanTemperatureF: 83, diurnalSwingF: 7, dewPointDepressionF: 8 },
  cold: { meanTemperatureF: 19, diurnalSwingF: 4, dewPointDepressionF: 6 },
  storms: { meanTemperatureF: 76, diurnalSwingF: 9, dewPointDepressionF: 9 },
}

const windyPlaceMph = 30
const coldPlaceMph = 17
const hottestDay = 203
/** Gentler than free air's 3.5: high plains are warmed by their own ground. */
const coolingFPerThousandFeet = 1.2

/**
 * Models the high plains and basins of the West as one plateau with the Rockies on it, which is enough for temperature
 * and pressure.
 */
function roughElevationFeet(latitude: number, longitude: number): number {
  const inNorthAmerica = smoothstep(15, 27, latitude) * smoothstep(65, 52, latitude)
  const plateau = smoothstep(-95, -104, longitude) * smoothstep(-123, -117, longitude)
  const rockies = Math.exp(-(((latitude - 40) / 6) ** 2) - ((longitude + 107) / 3) ** 2)
  return inNorthAmerica * plateau * (4000 + 3000 * rockies)
}

/** Returns how much the Pacific dominates: it halves the seasons along its coast and warms the whole year. */
function pacific(latitude: number, longitude: number): number {
  const coast = smoothstep(-117, -121, longitude) * smoothstep(-150, -130, longitude)
  return coast * smoothstep(28, 33, latitude) * smoothstep(62, 55, latitude)
}

function dryness(latitude: number, longitude: number): number {
  const inland = smoothstep(-97, -110, longitude) * smoothstep(-125, -119, longitude)
  return inland * smoothstep(20, 28, latitude) * smoothstep(52, 45, latitude)
}

/** The climate that does not change with the season, and the temperature, which does. */
interface Land {
  readonly unchanging: Omit<Climate, 'meanTemperatureF'>
  readonly meanTemperatureF: (timeMs: number) => number
}

function landOf(latitude: number, longitude: number): Land {
  const regime = regimeAt(latitude, longitude)
  const weight = regime?.weight ?? 0
  const hazard = regime?.place.hazard ?? null
  const special = hazard && regimes[hazard]
  const rough = roughElevationFeet(latitude, longitude)
  const elevationFeet = regime ? blend(rough, regime.place.elevationFeet, weight) : rough

  // The square keeps the tropics even; its sign reverses the seasons south of the equator.
  const poleward = sinDegrees(latitude) * Math.abs(sinDegrees(latitude))
  const dry = dryness(latitude, longitude)
  const coast = pacific(latitude, longitude)
  const seasonalF = 50 * poleward * (1 - 0.5 * coast)
  const polarF = 40 * smoothstep(60, 80, Math.abs(latitude))
  const seaLevelF = 87 - 86 * Math.abs(poleward) ** 1.15 - polarF + 8 * coast
  const coolingF = (coolingFPerThousandFeet * elevationFeet) / 1000
  const swing = blend(9, 14, dry) * (1 - 0.8 * Math.abs(poleward))
  // Air masses differ little in the tropics.
  const spells = blend(4, 13, smoothstep(22, 42, Math.abs(latitude)))
  const depression = blend(9, 30, dry)
  const wind = 9 + 4 * clamp(elevationFeet / 4000, 0, 1)
  const windHere = hazard === 'wind' ? windyPlaceMph : hazard === 'cold' ? coldPlaceMph : wind
  return {
    unchanging: {
      elevationFeet,
      diurnalSwingF: special ? blend(swing, special.diurnalSwingF, weight) : swing,
      dewPointDepressionF: special ? blend(depression, special.dewPointDepressionF, weight) : depression,
      spellsF: spells,
      meanWindMph: blend(wind, windHere, weight),
      hazard,
      hazardWeight: weight,
    },
    meanTemperatureF(timeMs) {
      const mean = seaLevelF + seasonalF * seasonAround(hottestDay, timeMs) - coolingF
      return special ? blend(mean, special.meanTemperatureF, weight) : mean
    },
  }
}

/** Returns the function for a place that is queried repeatedly, like the boxes of storms. */
export function meanTemperatureOf(latitude: number, longitude: number): Land['meanTemperatureF'] {
  return landOf(latitude, longitude).meanTemperatureF
}

/** Cached, because a station queries one place repeatedly. */
let last: { readonly latitude: number; readonly longitude: number; readonly land: Land } | null = null

export function climateAt(latitude: number, longitude: number, timeMs: number): Climate {
  if (!last || last.latitude !== latitude || last.longitude !== longitude) {
    last = { latitude, longitude, land: landOf(latitude, longitude) }
  }
  const { unchanging, meanTemperatureF } = last.land
  return { ...unchanging, meanTemperatureF: meanTemperatureF(timeMs) }
}

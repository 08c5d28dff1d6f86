import { roadConditions, type RoadCondition } from '#domain/radar/colors'
import { noCoverage } from '#domain/radar/grid'
import { isKnown } from '#domain/units/known'

/** What falls on a road, what has fallen on it, and how cold it is. */
export interface RoadWeather {
  readonly temperatureF: number | null
  /** Falling now, as water. */
  readonly rainMmPerHour: number | null
  /** Falling now, as it lies. */
  readonly snowMmPerHour: number | null
  /** Fallen within `rememberedHours`. */
  readonly rainMm: number | null
  readonly snowMm: number | null
}

export interface RoadState {
  /** Null for a road on which one drives as usual. */
  readonly condition: RoadCondition | null
  readonly because: string
}

/** So long a road stays wet after the rain: salt, traffic and wind have dried it then. */
export const rememberedHours = 6

const freezingF = 32
/** Salt still works down to here; below, a wet road freezes over as a whole. */
const frozenOverF = 28
/** Here it works no more. */
const frozenFastF = 15
/** Bridges and shaded bends are some degrees colder than the air over them. */
const nearFreezingF = 36
/** Less is not felt: dew, or a radar's doubt. */
const leastRainMm = 0.2
const leastSnowMm = 2
/** More than drains are laid out for, at once or in all. */
const floodMmPerHour = 25
const floodMm = 50
/** An inch an hour: it lies again before the plow is back. */
const heavySnowMmPerHour = 25
/** So much lies, though nothing falls any more. */
const lyingSnowMm = 10
/** Moderate rain: a film of water under the tyres. */
const filmMmPerHour = 2.5
const frozenRainMm = 1

const dry: RoadState = { condition: null, because: 'Dry, or damp and warm' }
const flooded: RoadState = { condition: 'Flooded', because: 'More rain than drains take' }
const heavySnow: RoadState = { condition: 'Heavy Snow', because: 'Snow of an inch an hour or more' }
const freezingRain: RoadState = { condition: 'Ice', because: 'Rain falls at or below freezing' }
const frozenOver: RoadState = { condition: 'Ice', because: 'Wet within six hours, and well below freezing' }
const frozenFast: RoadState = { condition: 'Ice', because: 'Wet within six hours, and too cold for salt' }
const snowFalls: RoadState = { condition: 'Snow', because: 'Snow falls at or below freezing' }
const snowLies: RoadState = { condition: 'Snow', because: 'Snow of the last six hours lies' }
const patches: RoadState = { condition: 'Patchy Ice', because: 'Wet within six hours, and freezing' }
const slush: RoadState = { condition: 'Slippery', because: 'Wet, and near freezing' }
const film: RoadState = { condition: 'Slippery', because: 'Moderate rain or more' }

/**
 * An estimate, since nobody measures the roads of a whole country: the worst of what the weather can have made of one.
 * Null where something is missing that it takes to tell.
 */
export function roadStateOf(weather: RoadWeather): RoadState | null {
  const { temperatureF, rainMmPerHour, snowMmPerHour, rainMm, snowMm } = weather
  if (!isKnown(rainMmPerHour) || !isKnown(rainMm)) return null
  if (rainMmPerHour >= floodMmPerHour || rainMm >= floodMm) return flooded
  if (!isKnown(temperatureF) || !isKnown(snowMmPerHour) || !isKnown(snowMm)) return null
  if (snowMmPerHour >= heavySnowMmPerHour) return heavySnow
  const rains = rainMmPerHour >= leastRainMm
  const snows = snowMmPerHour >= leastSnowMm
  const wasWet = rains || snows || rainMm >= leastRainMm || snowMm >= leastSnowMm
  if (temperatureF <= freezingF) {
    if (rains) return freezingRain
    if (rainMm >= frozenRainMm && temperatureF <= frozenOverF) return frozenOver
    if (snows) return snowFalls
    if (snowMm >= lyingSnowMm) return snowLies
    if (!wasWet) return dry
    return temperatureF <= frozenFastF ? frozenFast : patches
  }
  if (temperatureF <= nearFreezingF && wasWet) return slush
  return rainMmPerHour > filmMmPerHour ? film : dry
}

/** Of a cell that nobody knows anything about: that is not 'as usual'. */
export const unknownRoad = noCoverage

/** As a grid keeps it: 0 for none, else its place in the legend, counted from 1. */
export function roadByte(condition: RoadCondition | null): number {
  return condition === null ? 0 : roadConditions.indexOf(condition) + 1
}

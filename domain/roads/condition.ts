import { roadConditions, type RoadCondition } from '#domain/radar/colors'
import { noCoverage } from '#domain/radar/grid'
import { isKnown } from '#domain/units/known'
import type { PackedGrid } from '#domain/radar/grid'

/** What falls on a road, what has fallen on it, and how cold it is. */
export interface RoadWeather {
  readonly temperatureF: number | null
  /** Falling now, as water. */
  readonly rainMmPerHour: number | null
  /** Falling now, as snow depth. */
  readonly snowMmPerHour: number | null
  /** Fallen within `rememberedHours`. */
  readonly rainMm: number | null
  readonly snowMm: number | null
}

export interface RoadState {
  /** Null for normal driving conditions. */
  readonly condition: RoadCondition | null
  readonly because: string
}

/** How long a road stays wet after rain, until salt, traffic and wind have dried it. */
export const rememberedHours = 6

const freezingF = 32
/** Salt works down to this temperature; below it, a wet road freezes everywhere. */
const frozenOverF = 28
/** Below this temperature, salt does not work at all. */
const frozenFastF = 15
/** Bridges and shaded curves are a few degrees colder than the air. */
const nearFreezingF = 36
/** Less than this is negligible: dew, or radar noise. */
const leastRainMm = 0.2
const leastSnowMm = 2
/** More water than drains are designed for, in an hour or in total. */
const floodMmPerHour = 25
const floodMm = 50
/** An inch per hour, at which snow covers the road again before the plow returns. */
const heavySnowMmPerHour = 25
/** Snow depth that matters even after it stops falling. */
const lyingSnowMm = 10
/** Moderate rain: a film of water under the tires. */
const filmMmPerHour = 2.5
const frozenRainMm = 1

const dry: RoadState = { condition: null, because: 'Dry, or damp and warm' }
const flooded: RoadState = { condition: 'Flooded', because: 'More rain than drains can handle' }
const heavySnow: RoadState = { condition: 'Heavy Snow', because: 'Snow of an inch an hour or more' }
const freezingRain: RoadState = { condition: 'Ice', because: 'Rain falls at or below freezing' }
const frozenOver: RoadState = { condition: 'Ice', because: 'Wet within six hours, and well below freezing' }
const frozenFast: RoadState = { condition: 'Ice', because: 'Wet within six hours, and too cold for salt' }
const snowFalls: RoadState = { condition: 'Snow', because: 'Snow falls at or below freezing' }
const snowLies: RoadState = { condition: 'Snow', because: 'Snow from the last six hours on the ground' }
const patches: RoadState = { condition: 'Patchy Ice', because: 'Wet within six hours, and freezing' }
const slush: RoadState = { condition: 'Slippery', because: 'Wet, and near freezing' }
const film: RoadState = { condition: 'Slippery', because: 'Moderate rain or more' }

/**
 * Estimates a road's state, because no one measures the roads of a whole country. The result is the worst condition
 * that the weather can have caused. Null if required data is missing.
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

/** A cell without data, which is not the same as normal conditions. */
export const unknownRoad = noCoverage

/** The byte stored in a grid: 0 for no condition, otherwise its position in the legend, counted from 1. */
export function roadByte(condition: RoadCondition | null): number {
  return condition === null ? 0 : roadConditions.indexOf(condition) + 1
}

/** The roads of a country at one instant: one byte for each cell, as `roadByte` and `unknownRoad` define it. */
export interface RoadGrid extends PackedGrid {
  readonly validMs: number
}

/** A source's forecast of road conditions; the first grid is for the present. */
export interface RoadSeries {
  readonly source: string
  readonly issuedMs: number
  readonly grids: readonly RoadGrid[]
}

import { firstChoice, isPlayed, mapLayers, type LayerChoice, type RadarStyle } from './layer-choice.ts'
import * as z from 'zod/mini'

const styles = [
  'past',
  'future',
  'extended',
  'future-road-conditions',
] as const satisfies readonly RadarStyle[]

const kept = z.object({
  layers: z.array(z.enum(mapLayers.map(({ layer }) => layer))),
  style: z.enum(styles),
})

/**
 * Reads the stored layers. Invalid or missing values get their defaults. Radar always starts in the past, because no
 * one should mistake a forecast for current weather.
 */
export function parseChoice(text: string | null): LayerChoice {
  try {
    const { layers, style } = kept.parse(JSON.parse(text ?? ''))
    const areRoads = layers.includes('road-conditions')
    const hasBoth = areRoads && layers.includes('radar')
    if (hasBoth || (isPlayed({ layers, style }) && areRoads !== (style === 'future-road-conditions')))
      return firstChoice
    return { layers, style: layers.includes('radar') ? 'past' : style }
  } catch {
    // Written by another version or edited by hand. Not worth reporting.
    return firstChoice
  }
}

export const formatChoice = (choice: LayerChoice) => JSON.stringify(choice)

import type { MapLayer } from '#contract/weather/radar'

export type { MapLayer }

/** The map's layers, in menu order. */
export const mapLayers: readonly { readonly layer: MapLayer; readonly label: string }[] = [
  { layer: 'tropical-models', label: 'Tropical Models' },
  { layer: 'tropical-forecast', label: 'Tropical Forecast' },
  { layer: 'surface-analysis', label: 'Surface Analysis' },
  { layer: 'storm-vectors', label: 'Storm Cells' },
  { layer: 'nws-alerts', label: 'NWS Alerts' },
  { layer: 'road-conditions', label: 'Road Conditions' },
  { layer: 'radar', label: 'Radar' },
  { layer: 'lightning', label: 'Lightning' },
]

/** Which frames are played. */
export type RadarStyle = 'past' | 'future' | 'extended' | 'future-road-conditions'

export interface LayerChoice {
  readonly layers: readonly MapLayer[]
  readonly style: RadarStyle
}

export const firstChoice: LayerChoice = { layers: ['radar', 'lightning'], style: 'past' }

/** Radar and road conditions share one player, so turning one on turns the other off. */
export function toggledLayer({ layers, style }: LayerChoice, layer: MapLayer): LayerChoice {
  const others = layers.filter(each => each !== layer)
  if (others.length < layers.length) return { layers: others, style }
  switch (layer) {
    case 'radar':
      return { layers: [...without(others, 'road-conditions'), layer], style: 'past' }
    case 'road-conditions':
      return { layers: [...without(others, 'radar'), layer], style: 'future-road-conditions' }
    default:
      return { layers: [...others, layer], style }
  }
}

function without(layers: readonly MapLayer[], layer: MapLayer): MapLayer[] {
  return layers.filter(each => each !== layer)
}

/** Whether any frames are played. */
export function isPlayed({ layers }: LayerChoice): boolean {
  return layers.includes('radar') || layers.includes('road-conditions')
}

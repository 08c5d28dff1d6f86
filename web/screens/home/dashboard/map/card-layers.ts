import { mapLayers, type LayerChoice, type MapLayer } from '#web/map/radar/layer-choice.ts'
import type { LayerNote } from '#web/map/weather/layer-note.ts'

type Notes = ReadonlyMap<MapLayer, LayerNote>

/** Radar or roads, whichever is on: the one layer that is a picture of a time. */
function picturedLayer({ layers }: LayerChoice): MapLayer | undefined {
  return layers.find(layer => layer === 'radar' || layer === 'road-conditions')
}

/** The card has its strikes with the state of the place: of lightning nothing else is asked for. */
export function askedChoice(choice: LayerChoice): LayerChoice {
  return { ...choice, layers: choice.layers.filter(layer => layer !== 'lightning') }
}

/** A frame whose picture could not be had is not on the map, whatever its time. */
export function notesWith(notes: Notes, choice: LayerChoice, hasPictureFailed: boolean): Notes {
  const layer = picturedLayer(choice)
  if (!layer || !hasPictureFailed) return notes
  return new Map(notes).set(layer, { text: 'not available', isWorry: true })
}

/** `Radar as of 3:10 PM CST`; null where there is no such picture, or where it is a worry and told as one. */
export function pictureWords(notes: Notes, choice: LayerChoice): string | null {
  const layer = picturedLayer(choice)
  const note = layer && notes.get(layer)
  if (!note || note.isWorry) return null
  return `${mapLayers.find(each => each.layer === layer)?.label ?? ''} ${note.text}`
}

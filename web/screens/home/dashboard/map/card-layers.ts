import { mapLayers, type LayerChoice, type MapLayer } from '#web/map/radar/layer-choice.ts'
import type { LayerNote } from '#web/map/weather/layer-note.ts'

type Notes = ReadonlyMap<MapLayer, LayerNote>

/** Returns radar or road conditions, whichever is on: the only layer whose image has a time. */
function picturedLayer({ layers }: LayerChoice): MapLayer | undefined {
  return layers.find(layer => layer === 'radar' || layer === 'road-conditions')
}

/** The card gets its strikes with the place's state, so it does not fetch other lightning data. */
export function askedChoice(choice: LayerChoice): LayerChoice {
  return { ...choice, layers: choice.layers.filter(layer => layer !== 'lightning') }
}

/** Returns the notes, including one for an image that failed to load, because its frame is not on the map. */
export function notesWith(notes: Notes, choice: LayerChoice, hasPictureFailed: boolean): Notes {
  const layer = picturedLayer(choice)
  if (!layer || !hasPictureFailed) return notes
  return new Map(notes).set(layer, { text: 'not available', isWorry: true })
}

/** Returns `Radar as of 3:10 PM CST`; null if radar and roads are off, or if the note is shown as a warning. */
export function pictureWords(notes: Notes, choice: LayerChoice): string | null {
  const layer = picturedLayer(choice)
  const note = layer && notes.get(layer)
  if (!note || note.isWorry) return null
  return `${mapLayers.find(each => each.layer === layer)?.label ?? ''} ${note.text}`
}

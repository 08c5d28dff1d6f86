import type { LayerNote } from './layer-note.ts'
import { useMapLayers } from '#web/data/weather/radar.ts'
import classes from '#web/map/controls/Choices.module.css'
import { firstChoice, mapLayers, type MapLayer } from '#web/map/radar/layer-choice.ts'

interface LayerChoicesProps {
  layers: readonly MapLayer[]
  notes: ReadonlyMap<MapLayer, LayerNote>
  /** The server's layers. Pages may offer only some of them. */
  among?: readonly MapLayer[]
  onToggle: (layer: MapLayer) => void
}

/** The map's layer choices, with the time of each active layer. */
export function LayerChoices({ layers, notes, among, onToggle }: LayerChoicesProps) {
  const { data: known = firstChoice.layers } = useMapLayers()
  const offered = mapLayers.filter(
    ({ layer }) =>
      (known.includes(layer) || layers.includes(layer)) && (among === undefined || among.includes(layer)),
  )
  return (
    <fieldset className={classes.choices}>
      <legend>Layers</legend>
      {offered.map(({ layer, label }) => {
        const note = notes.get(layer)
        return (
          <label key={layer} className={classes.choice}>
            <input type="checkbox" checked={layers.includes(layer)} onChange={() => onToggle(layer)} />
            <span>
              {label}
              {note && (
                <span className={classes.note} data-worry={note.isWorry || undefined}>
                  {note.text}
                </span>
              )}
            </span>
          </label>
        )
      })}
    </fieldset>
  )
}

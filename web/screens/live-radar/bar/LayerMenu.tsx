import classes from './Bar.module.css'
import { useMapLayers } from '#web/data/radar.ts'
import { firstChoice, mapLayers, type MapLayer } from '#web/map/radar/layer-choice.ts'
import type { LayerNote } from '#web/screens/live-radar/layer-note.ts'
import type { PageAct } from '#web/screens/live-radar/page-state.ts'
import type { Dispatch } from 'react'

interface LayerMenuProps {
  layers: readonly MapLayer[]
  notes: ReadonlyMap<MapLayer, LayerNote>
  act: Dispatch<PageAct>
}

/** What may be laid on the map, and of when what lies on it is. */
export function LayerMenu({ layers, notes, act }: LayerMenuProps) {
  const { data: known = firstChoice.layers } = useMapLayers()
  const offered = mapLayers.filter(({ layer }) => known.includes(layer) || layers.includes(layer))
  return (
    <fieldset className={classes.choices}>
      <legend>Layers</legend>
      {offered.map(({ layer, label }) => {
        const note = notes.get(layer)
        return (
          <label key={layer} className={classes.choice}>
            <input
              type="checkbox"
              checked={layers.includes(layer)}
              onChange={() => act({ kind: 'toggle-layer', layer })}
            />
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

import classes from './Panel.module.css'
import { PlacePicker } from './PlacePicker.tsx'
import type { Location } from '#contract/places/locations'
import type { Point } from '#domain/geo/distance'
import { mapStyles, type MapStyle } from '#web/map/colours.ts'
import { ChoiceList } from '#web/map/controls/Choices.tsx'
import { zoomBy } from '#web/map/controls/zoom-by.ts'
import type { Map } from '#web/map/maplibre.ts'
import type { MapLayer } from '#web/map/radar/layer-choice.ts'
import { offeredTypes } from '#web/map/radar/radar-types.ts'
import type { LayerNote } from '#web/map/weather/layer-note.ts'
import { LayerChoices } from '#web/map/weather/LayerChoices.tsx'
import { speeds, wallLayers, wallRadar, type Choices as Chosen } from '#web/screens/broadcast/choices.ts'
import type { PanelState } from '#web/screens/broadcast/left-alone.ts'
import type { Choose } from '#web/screens/broadcast/use-choices.ts'
import {
  IconAdjustmentsHorizontal,
  IconMaximize,
  IconMinimize,
  IconMinus,
  IconPlus,
  IconX,
} from '@tabler/icons-react'
import { useId } from 'react'

interface SidePanelProps {
  state: PanelState
  isFolded: boolean
  choices: Chosen
  /** The map's style, chosen or from the theme. */
  base: MapStyle
  locations: readonly Location[]
  selected: Location | null
  /** The map's center. */
  centre: Point
  notes: ReadonlyMap<MapLayer, LayerNote>
  /** Null while there is no map to zoom. */
  map: Map | null
  isFull: boolean
  /** Null if this browser has no full screen. */
  onFull: (() => void) | null
  onMoved: () => void
  choose: Choose
}

const speedChoices = speeds.map(name => [name, name] as const)

/** The side panel, in the order of the specification. The layers are our addition. */
export function SidePanel(props: SidePanelProps) {
  const {
    isFolded,
    choices,
    base,
    locations,
    selected,
    centre,
    notes,
    map,
    isFull,
    onFull,
    onMoved,
    choose,
  } = props
  const id = useId()
  const zoom = (levels: number) => {
    if (!map) return
    zoomBy(map, levels)
    onMoved()
  }
  const types = offeredTypes(choices.radar, centre).flatMap(({ style, label }) => {
    const offered = wallRadar.find(each => each === style)
    return offered ? [[offered, label] as const] : []
  })
  const toggle = (layer: MapLayer) => {
    const others = choices.layers.filter(each => each !== layer)
    const added = wallLayers.filter(each => each === layer)
    choose({ layers: others.length < choices.layers.length ? others : [...others, ...added] })
  }
  return (
    <aside className={classes.side} data-state={props.state} aria-label="Radar controls">
      <button
        type="button"
        className={classes.fold}
        aria-expanded={!isFolded}
        aria-controls={isFolded ? undefined : id}
        aria-label={isFolded ? 'Show controls' : 'Hide controls'}
        title={isFolded ? 'Show controls' : 'Hide controls'}
        onClick={() => choose({ isFolded: !isFolded })}
      >
        {isFolded ? <IconAdjustmentsHorizontal size={20} aria-hidden /> : <IconX size={18} aria-hidden />}
      </button>
      {!isFolded && (
        <div id={id} className={classes.panel}>
          <div className={classes.scroller}>
            <div className={classes.buttons}>
              {onFull && (
                <button type="button" onClick={onFull}>
                  {isFull ? <IconMinimize size={18} aria-hidden /> : <IconMaximize size={18} aria-hidden />}
                  {isFull ? 'Exit full screen' : 'Full Screen'}
                </button>
              )}
              <button type="button" disabled={!map} onClick={() => zoom(1)}>
                <IconPlus size={18} aria-hidden /> Zoom In
              </button>
              <button type="button" disabled={!map} onClick={() => zoom(-1)}>
                <IconMinus size={18} aria-hidden /> Zoom Out
              </button>
            </div>
            <PlacePicker locations={locations} selected={selected} isAll={choices.isAll} choose={choose} />
            <div className={classes.pairs}>
              <ChoiceList
                legend="Radar Type"
                choices={types}
                chosen={types.length > 1 ? choices.radar : 'past'}
                onChoose={radar => choose({ radar })}
              />
              <ChoiceList
                legend="Playback Speed"
                choices={speedChoices}
                chosen={choices.speed}
                onChoose={speed => choose({ speed })}
              />
              <ChoiceList
                legend="Map Style"
                choices={mapStyles}
                chosen={base}
                onChoose={mapStyle => choose({ mapStyle })}
              />
            </div>
            <LayerChoices layers={choices.layers} notes={notes} among={wallLayers} onToggle={toggle} />
          </div>
        </div>
      )}
    </aside>
  )
}

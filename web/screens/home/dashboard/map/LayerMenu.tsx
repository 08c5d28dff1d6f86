import classes from './LayerMenu.module.css'
import { MapButton, MapButtonStack } from '#web/map/controls/MapButton.tsx'
import type { MapLayer } from '#web/map/radar/layer-choice.ts'
import { useEscape } from '#web/map/use-escape.ts'
import { LayerChoices } from '#web/map/weather/LayerChoices.tsx'
import type { LayerNote } from '#web/map/weather/layer-note.ts'
import { IconStack2 } from '@tabler/icons-react'
import { useRef, useState } from 'react'

interface LayerMenuProps {
  layers: readonly MapLayer[]
  notes: ReadonlyMap<MapLayer, LayerNote>
  onToggle: (layer: MapLayer) => void
}

/** A button on the map with the layer menu below it. The menu stays open while the map moves. */
export function LayerMenu({ layers, notes, onToggle }: LayerMenuProps) {
  const root = useRef<HTMLDivElement>(null)
  const [isOpen, setOpen] = useState(false)
  useEscape(root, isOpen, () => {
    setOpen(false)
    root.current?.querySelector('button')?.focus()
  })
  return (
    <div ref={root} className={classes.menu}>
      <MapButtonStack label="Map layers">
        <MapButton label="Layers" icon={IconStack2} isExpanded={isOpen} onClick={() => setOpen(!isOpen)} />
      </MapButtonStack>
      {isOpen && (
        <div className={classes.panel}>
          <LayerChoices layers={layers} notes={notes} onToggle={onToggle} />
        </div>
      )}
    </div>
  )
}

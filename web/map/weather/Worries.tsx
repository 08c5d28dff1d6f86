import type { LayerNote } from './layer-note.ts'
import classes from './Weather.module.css'
import { mapLayers, type MapLayer } from '#web/map/radar/layer-choice.ts'
import { IconAlertTriangle } from '@tabler/icons-react'

interface WorriesProps {
  notes: ReadonlyMap<MapLayer, LayerNote>
  /** Whether the models' image could not be loaded although its URL is known. */
  hasModelFailed?: boolean
  /** Problems with other data. */
  others?: readonly Worry[]
}

export interface Worry {
  readonly label: string
  readonly text: string
}

/** Lists active layers that are unreliable, so that an empty map is not mistaken for a quiet sky. */
export function Worries({ notes, hasModelFailed = false, others = [] }: WorriesProps) {
  const layers = mapLayers.flatMap(({ layer, label }) => {
    const note = notes.get(layer)
    if (layer === 'tropical-models' && hasModelFailed) return [{ label, text: 'not available' }]
    return note?.isWorry ? [{ label, text: note.text }] : []
  })
  return (
    <div className={classes.worries} role="status">
      {[...others, ...layers].map(({ label, text }) => (
        <p key={label}>
          <IconAlertTriangle aria-hidden />
          {label}: {text}
        </p>
      ))}
    </div>
  )
}

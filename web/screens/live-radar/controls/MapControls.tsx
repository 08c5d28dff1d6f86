import classes from './Controls.module.css'
import { FullscreenButton } from './FullscreenButton.tsx'
import { useStandingMap } from '#web/map/standing-map.ts'
import type { PageAct, PageState } from '#web/screens/live-radar/page-state.ts'
import {
  IconList,
  IconMapPins,
  IconMinus,
  IconPlus,
  IconRoad,
  IconRuler2,
  IconTemperature,
} from '@tabler/icons-react'
import type { Dispatch, RefObject } from 'react'

interface MapControlsProps {
  /** What a full screen shows. */
  stage: RefObject<HTMLElement | null>
  state: PageState
  act: Dispatch<PageAct>
}

/** The specification's: one level in a fifth of a second. */
const zoomMs = 200

/** At the left how it is looked at, and the tools; at the right the legends and, where there is little room, the tools. */
export function MapControls({ stage, state, act }: MapControlsProps) {
  const { map } = useStandingMap()
  const zoomBy = (levels: number) => map.zoomTo(map.getZoom() + levels, { duration: zoomMs })
  const { tool, menu, showsPlaces, choice } = state
  return (
    <div className={classes.controls}>
      <div className={classes.view} role="group" aria-label="Map controls">
        <button type="button" aria-label="Zoom in" title="Zoom in" onClick={() => zoomBy(1)}>
          <IconPlus size={18} aria-hidden />
        </button>
        <button type="button" aria-label="Zoom out" title="Zoom out" onClick={() => zoomBy(-1)}>
          <IconMinus size={18} aria-hidden />
        </button>
        <FullscreenButton stage={stage} />
      </div>
      <div className={classes.tools} role="group" aria-label="Tools">
        <button
          type="button"
          aria-label="Measure"
          title="Measure a distance"
          aria-pressed={tool === 'measure'}
          onClick={() => act({ kind: 'toggle-tool', tool: 'measure' })}
        >
          <IconRuler2 size={18} aria-hidden />
        </button>
        <button
          type="button"
          aria-label="Observation"
          title="Click the map to read the weather there"
          aria-pressed={tool === 'observation'}
          onClick={() => act({ kind: 'toggle-tool', tool: 'observation' })}
        >
          <IconTemperature size={18} aria-hidden />
        </button>
        <button
          type="button"
          aria-label="Own locations and rings"
          title={showsPlaces ? 'Hide all own locations and rings' : 'Show all own locations and rings'}
          aria-pressed={showsPlaces}
          onClick={() => act({ kind: 'toggle-places' })}
        >
          <IconMapPins size={18} aria-hidden />
        </button>
      </div>
      <div className={classes.legends} role="group" aria-label="Legends">
        <button
          type="button"
          aria-label="Legend"
          title="Legend"
          aria-expanded={menu === 'legend'}
          onClick={() => act({ kind: 'toggle-menu', menu: 'legend' })}
        >
          <IconList size={18} aria-hidden />
        </button>
        {choice.layers.includes('road-conditions') && (
          <button
            type="button"
            aria-label="Road conditions legend"
            title="Road conditions legend"
            aria-expanded={menu === 'road-conditions'}
            onClick={() => act({ kind: 'toggle-menu', menu: 'road-conditions' })}
          >
            <IconRoad size={18} aria-hidden />
          </button>
        )}
      </div>
    </div>
  )
}

import classes from './Controls.module.css'
import type { Location } from '#contract/places/locations'
import { FullscreenButton } from '#web/map/controls/FullscreenButton.tsx'
import { MapButton, MapButtonStack } from '#web/map/controls/MapButton.tsx'
import { ZoomButtons } from '#web/map/controls/ZoomButtons.tsx'
import { flyHome } from '#web/map/home-view.ts'
import { useStandingMap } from '#web/map/standing-map.ts'
import type { PageAct, PageState } from '#web/screens/live-radar/page-state.ts'
import { centreOf } from '#web/screens/live-radar/view.ts'
import {
  IconFocusCentered,
  IconList,
  IconMapPins,
  IconRoad,
  IconRuler2,
  IconTemperature,
} from '@tabler/icons-react'
import type { Dispatch, RefObject } from 'react'

interface MapControlsProps {
  /** The element shown in full screen. */
  stage: RefObject<HTMLElement | null>
  state: PageState
  act: Dispatch<PageAct>
  selected: Location | null
}

/** View controls and tools on the left. Legends on the right, together with the tools if there is little room. */
export function MapControls({ stage, state, act, selected }: MapControlsProps) {
  const { map } = useStandingMap()
  const { tool, menu, showsPlaces, choice } = state
  return (
    <div className={classes.controls}>
      <div className={classes.view}>
        <MapButtonStack label="Map controls">
          <ZoomButtons />
          <FullscreenButton stage={stage} />
          <MapButton
            label="Re-center the map"
            icon={IconFocusCentered}
            onClick={() => flyHome(map, centreOf(selected))}
          />
        </MapButtonStack>
      </div>
      <div className={classes.tools}>
        <MapButtonStack label="Tools">
          <MapButton
            label="Measure"
            hint="Measure a distance"
            icon={IconRuler2}
            isPressed={tool === 'measure'}
            onClick={() => act({ kind: 'toggle-tool', tool: 'measure' })}
          />
          <MapButton
            label="Observation"
            hint="Click the map to read the weather there"
            icon={IconTemperature}
            isPressed={tool === 'observation'}
            onClick={() => act({ kind: 'toggle-tool', tool: 'observation' })}
          />
          <MapButton
            label="Your locations and rings"
            hint={showsPlaces ? 'Hide all your locations and rings' : 'Show all your locations and rings'}
            icon={IconMapPins}
            isPressed={showsPlaces}
            onClick={() => act({ kind: 'toggle-places' })}
          />
        </MapButtonStack>
      </div>
      <div className={classes.legends}>
        <MapButtonStack label="Legends">
          <MapButton
            label="Legend"
            icon={IconList}
            isExpanded={menu === 'legend'}
            onClick={() => act({ kind: 'toggle-menu', menu: 'legend' })}
          />
          {choice.layers.includes('road-conditions') && (
            <MapButton
              label="Road conditions legend"
              icon={IconRoad}
              isExpanded={menu === 'road-conditions'}
              onClick={() => act({ kind: 'toggle-menu', menu: 'road-conditions' })}
            />
          )}
        </MapButtonStack>
      </div>
    </div>
  )
}

import classes from './Bar.module.css'
import { MenuPanel } from './MenuPanel.tsx'
import type { Point } from '#domain/geo/distance'
import { plainReason } from '#web/data/requests/failures.ts'
import { mapStyles, type MapStyle } from '#web/map/colours.ts'
import { ChoiceList } from '#web/map/controls/Choices.tsx'
import { isPlayed } from '#web/map/radar/layer-choice.ts'
import { opacities, type OpacityName, type PlaybackStep, type SpeedName } from '#web/map/radar/playback.ts'
import { PlayButton } from '#web/map/radar/PlayButton.tsx'
import { offeredTypes } from '#web/map/radar/radar-types.ts'
import { TimeSlider } from '#web/map/radar/TimeSlider.tsx'
import type { Player } from '#web/map/radar/use-radar-player.ts'
import { LayerChoices } from '#web/map/weather/LayerChoices.tsx'
import type { Layers } from '#web/map/weather/use-layers.ts'
import type { PageAct, PageState } from '#web/screens/live-radar/page-state.ts'
import { Button } from '@mantine/core'
import { IconAdjustmentsHorizontal, IconMap2, IconRadar2, IconStack2 } from '@tabler/icons-react'
import type { Dispatch } from 'react'

interface BottomBarProps {
  state: PageState
  base: MapStyle
  player: Player
  layers: Layers
  /** The map's center. */
  centre: Point
  zone: string
  act: Dispatch<PageAct>
  onBase: (base: MapStyle) => void
}

const opacityNames = Object.keys(opacities) as OpacityName[]
/** 'Very Fast' is for the Broadcast View. */
const speedNames = ['Slow', 'Normal', 'Fast'] as const satisfies readonly SpeedName[]
const named = <Name extends string>(names: readonly Name[]) => names.map(name => [name, name] as const)

export function BottomBar({ state, base, player, layers, centre, zone, act, onBase }: BottomBarProps) {
  const { choice, menu, opacity, speed } = state
  const types = offeredTypes(choice.style, centre)
  const onStep = (step: PlaybackStep) => act({ kind: 'play', step })
  const type = types.find(({ style }) => style === choice.style) ?? types[0]
  return (
    <div className={classes.bar}>
      <div className={classes.menus}>
        <MenuPanel
          menu="layer"
          open={menu}
          label="Layers"
          button={
            <>
              <IconStack2 size={18} aria-hidden /> Layers
            </>
          }
          act={act}
        >
          <LayerChoices
            layers={choice.layers}
            notes={layers.notes}
            onToggle={layer => act({ kind: 'toggle-layer', layer })}
          />
        </MenuPanel>
        <MenuPanel
          menu="base"
          open={menu}
          label="Base map"
          button={
            <>
              <IconMap2 size={18} aria-hidden /> Base map
            </>
          }
          act={act}
        >
          <ChoiceList legend="Base map" choices={mapStyles} chosen={base} onChoose={onBase} />
        </MenuPanel>
        <MenuPanel
          menu="options"
          open={menu}
          label="Radar options"
          button={
            <>
              <IconAdjustmentsHorizontal size={18} aria-hidden /> Options
            </>
          }
          act={act}
        >
          <ChoiceList
            legend="Transparency"
            choices={named(opacityNames)}
            chosen={opacity}
            onChoose={name => act({ kind: 'choose-opacity', opacity: name })}
          />
          <ChoiceList
            legend="Speed"
            choices={named(speedNames)}
            chosen={speed}
            onChoose={name => act({ kind: 'choose-speed', speed: name })}
          />
        </MenuPanel>
        <MenuPanel
          menu="radar"
          open={menu}
          label="Radar type"
          button={
            <>
              <IconRadar2 size={18} aria-hidden /> {type?.label}
            </>
          }
          act={act}
        >
          <ChoiceList
            legend="Radar type"
            choices={types.map(({ style, label }) => [style, label] as const)}
            chosen={type?.style ?? choice.style}
            onChoose={style => act({ kind: 'choose-style', style })}
          />
        </MenuPanel>
      </div>
      {isPlayed(choice) && (
        <div className={classes.player}>
          {layers.radarError ? (
            <div className={classes.failed} role="alert">
              <p>
                <strong>{missingWords(choice.layers)}</strong> {plainReason(layers.radarError)}
              </p>
              <Button variant="default" size="xs" onClick={layers.retryRadar}>
                Try again
              </Button>
            </div>
          ) : (
            <>
              <PlayButton
                playback={state.playback}
                player={player}
                frames={layers.frames.length}
                onStep={onStep}
              />
              <TimeSlider
                player={player}
                frames={layers.frames}
                progress={state.playback.progress}
                nowMs={layers.nowMs}
                zone={zone}
                onStep={onStep}
              />
              {player.hasFailed && (
                <Button variant="default" size="xs" onClick={player.retry}>
                  Try again
                </Button>
              )}
            </>
          )}
        </div>
      )}
    </div>
  )
}

function missingWords(layers: PageState['choice']['layers']): string {
  return layers.includes('road-conditions') ? 'Road conditions are not available.' : 'Radar is not available.'
}

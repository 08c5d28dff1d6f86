import classes from './Bar.module.css'
import { Choices } from './Choices.tsx'
import { LayerMenu } from './LayerMenu.tsx'
import { MenuPanel } from './MenuPanel.tsx'
import { TimeSlider } from './TimeSlider.tsx'
import type { Point } from '#domain/geo/distance'
import { plainReason } from '#web/data/failures.ts'
import type { BaseName } from '#web/map/colours.ts'
import { isPlayed } from '#web/map/radar/layer-choice.ts'
import { opacities, type OpacityName, type SpeedName } from '#web/map/radar/playback.ts'
import { offeredTypes } from '#web/map/radar/radar-types.ts'
import type { Player } from '#web/map/radar/use-radar-player.ts'
import type { PageAct, PageState } from '#web/screens/live-radar/page-state.ts'
import { bases } from '#web/screens/live-radar/use-base.ts'
import type { Layers } from '#web/screens/live-radar/use-layers.ts'
import { Button, Loader } from '@mantine/core'
import {
  IconAdjustmentsHorizontal,
  IconMap2,
  IconPlayerPauseFilled,
  IconPlayerPlayFilled,
  IconRadar2,
  IconStack2,
} from '@tabler/icons-react'
import type { Dispatch } from 'react'

interface BottomBarProps {
  state: PageState
  base: BaseName
  player: Player
  layers: Layers
  /** Where the map looks. */
  centre: Point
  zone: string
  act: Dispatch<PageAct>
  onBase: (base: BaseName) => void
}

const opacityNames = Object.keys(opacities) as OpacityName[]
/** Very Fast belongs to the broadcast view. */
const speedNames = ['Slow', 'Normal', 'Fast'] as const satisfies readonly SpeedName[]
const named = <Name extends string>(names: readonly Name[]) => names.map(name => [name, name] as const)

export function BottomBar({ state, base, player, layers, centre, zone, act, onBase }: BottomBarProps) {
  const { choice, menu, opacity, speed } = state
  const types = offeredTypes(choice.style, centre)
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
          <LayerMenu layers={choice.layers} notes={layers.notes} act={act} />
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
          <Choices legend="Base map" choices={bases} chosen={base} onChoose={onBase} />
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
          <Choices
            legend="Transparency"
            choices={named(opacityNames)}
            chosen={opacity}
            onChoose={name => act({ kind: 'choose-opacity', opacity: name })}
          />
          <Choices
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
          <Choices
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
              <PlayButton state={state} player={player} frames={layers.frames.length} act={act} />
              <TimeSlider
                player={player}
                frames={layers.frames}
                progress={state.playback.progress}
                nowMs={layers.nowMs}
                zone={zone}
                onStep={step => act({ kind: 'play', step })}
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
  return layers.includes('road-conditions')
    ? 'The road conditions are not available.'
    : 'The radar is not available.'
}

interface PlayButtonProps {
  state: PageState
  player: Player
  frames: number
  act: Dispatch<PageAct>
}

function PlayButton({ state, player, frames, act }: PlayButtonProps) {
  const isPlaying = state.playback.mode === 'PLAY'
  const isBusy = player.isLoading && (isPlaying || player.picture === null)
  return (
    <button
      type="button"
      className={classes.play}
      aria-label={isPlaying ? 'Pause' : 'Play'}
      title={isPlaying ? 'Pause (space bar)' : 'Play (space bar)'}
      disabled={frames === 0}
      aria-busy={isBusy}
      onClick={() => act({ kind: 'play', step: { kind: 'play-pressed' } })}
    >
      {isPlaying ? (
        <IconPlayerPauseFilled size={20} aria-hidden />
      ) : (
        <IconPlayerPlayFilled size={20} aria-hidden />
      )}
      {isBusy && (
        <Loader
          className={classes.spinner ?? ''}
          size={40}
          role="status"
          aria-label="Loading radar pictures"
        />
      )}
    </button>
  )
}

import type { Playback, PlaybackStep } from './playback.ts'
import classes from './Player.module.css'
import type { Player } from './use-radar-player.ts'
import { Loader } from '@mantine/core'
import { IconPlayerPauseFilled, IconPlayerPlayFilled } from '@tabler/icons-react'

interface PlayButtonProps {
  playback: Playback
  player: Player
  /** The number of frames to play. */
  frames: number
  onStep: (step: PlaybackStep) => void
}

export function PlayButton({ playback, player, frames, onStep }: PlayButtonProps) {
  const isPlaying = playback.mode === 'PLAY'
  const isBusy = player.isLoading && (isPlaying || player.picture === null)
  return (
    <button
      type="button"
      className={classes.play}
      aria-label={isPlaying ? 'Pause' : 'Play'}
      title={isPlaying ? 'Pause (space bar)' : 'Play (space bar)'}
      disabled={frames === 0}
      aria-busy={isBusy}
      onClick={() => onStep({ kind: 'play-pressed' })}
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
          color="var(--on-brand)"
          role="status"
          aria-label="Loading radar images"
        />
      )}
    </button>
  )
}

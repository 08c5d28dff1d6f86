import classes from './Hardware.module.css'
import { runningWords } from './test-text.ts'
import type { TestKind } from '#domain/hardware/siren-settings'
import { Button } from '@mantine/core'
import { IconPlayerStop } from '@tabler/icons-react'
import { useEffect, useId, useState } from 'react'

interface TestProgressProps {
  kind: TestKind
  /** How long the test takes; undefined while unknown. */
  seconds: number | undefined
  isStopping: boolean
  onStop: () => void
  /** Names the units, for people who cannot see which card the button is on. */
  of: string
}

const stepMs = 500

/** Shows a running test, from the moment it was first seen running. */
export function TestProgress({ kind, seconds, isStopping, onStop, of }: TestProgressProps) {
  const id = useId()
  const [passed, setPassed] = useState(0)
  useEffect(() => {
    const beganMs = performance.now()
    const timer = setInterval(() => setPassed((performance.now() - beganMs) / 1000), stepMs)
    return () => clearInterval(timer)
  }, [])
  return (
    <div className={classes.running}>
      <p id={id} role="status">
        {runningWords(kind)}
      </p>
      <progress
        aria-labelledby={id}
        className={classes.progress}
        {...(seconds === undefined ? {} : { max: seconds, value: Math.min(passed, seconds) })}
      />
      <Button
        size="xs"
        color="danger"
        leftSection={<IconPlayerStop size={14} aria-hidden />}
        loading={isStopping}
        aria-label={`Stop Test of ${of}`}
        onClick={onStop}
      >
        Stop Test
      </Button>
    </div>
  )
}

import classes from './Hardware.module.css'
import { TestProgress } from './TestProgress.tsx'
import { longestTestSeconds, startLabels, testOf } from './test-text.ts'
import { useSirenTests } from './use-siren-tests.ts'
import type { Hardware } from '#contract/devices/hardware'
import type { Siren, UnitResult } from '#contract/devices/sirens'
import type { TestKind } from '#domain/hardware/siren-settings'
import { plainReason } from '#web/data/requests/failures.ts'
import { Dialog } from '#web/parts/dialogs/Dialog.tsx'
import { SaveNote } from '#web/parts/fields/SaveNote.tsx'
import { Button } from '@mantine/core'
import { useState } from 'react'

interface BulkTestProps {
  kind: TestKind
  /** The current units. Their reports show what they are doing. */
  units: readonly Hardware[]
  sirens: readonly Siren[]
  onClose: () => void
}

/** Runs one test on many sirens. Shows progress from their reports, and names the sirens that did not start. */
export function BulkTest({ kind, units, sirens, onClose }: BulkTestProps) {
  const { send, isStarting, isStopping, error } = useSirenTests()
  const [results, setResults] = useState<readonly UnitResult[]>()
  const ids = units.map(({ id }) => id)
  const own = sirens.filter(({ id }) => ids.includes(id))
  const isRunning = units.some(unit => testOf(unit) !== null)
  const failures = new Map(results?.flatMap(({ id, because }) => (because === null ? [] : [[id, because]])))
  return (
    <Dialog
      title={startLabels[kind]}
      onClose={onClose}
      note={error && <SaveNote failure={plainReason(error)} lead="Not tested." />}
      actions={
        <>
          <Button variant="default" onClick={onClose}>
            Close
          </Button>
          {!isRunning && (
            <Button
              loading={isStarting}
              data-autofocus
              onClick={() => void send(kind, ids).then(answered => answered && setResults(answered))}
            >
              {startLabels[kind]}
            </Button>
          )}
        </>
      }
    >
      <p className={classes.caution}>Make sure to stop testing to turn off all OWS Systems.</p>
      <ul className={classes.tested}>
        {units.map(({ id, name }) => (
          <li key={id}>
            {name}
            {failures.has(id) && <span className={classes.error}>{failures.get(id)}</span>}
          </li>
        ))}
      </ul>
      {isRunning && (
        <TestProgress
          kind={kind}
          seconds={own.length === 0 ? undefined : longestTestSeconds(kind, own)}
          isStopping={isStopping}
          onStop={() => void send('off', ids)}
          of="all selected units"
        />
      )}
    </Dialog>
  )
}

import { TestProgress } from './TestProgress.tsx'
import { longestTestSeconds, soundWords, startLabels, testKinds, testOf } from './test-text.ts'
import { useSirenTests } from './use-siren-tests.ts'
import type { Hardware } from '#contract/devices/hardware'
import type { Siren } from '#contract/devices/sirens'
import type { TestKind } from '#domain/hardware/siren-settings'
import { ChoiceMenu } from '#web/parts/fields/ChoiceMenu.tsx'
import { WarningDialog } from '#web/parts/dialogs/WarningDialog.tsx'
import { IconBell, IconBulb, IconCircleCheck, type Icon } from '@tabler/icons-react'
import { useState } from 'react'

interface UnitTestProps {
  unit: Hardware
  /** Undefined while its settings are unknown. */
  siren: Siren | undefined
}

export const testIcons: Readonly<Record<TestKind, Icon>> = {
  delay: IconBell,
  'all clear': IconCircleCheck,
  light: IconBulb,
}

/**
 * Returns the test that a unit reports. After a delay test's sound ends, its light stays on; that is still the same
 * test.
 */
function useReportedTest(unit: Hardware): TestKind | null {
  const reported = testOf(unit)
  const [shown, setShown] = useState(reported)
  const next = shown === 'delay' && reported === 'light' ? shown : reported
  if (next !== shown) setShown(next)
  return next
}

/** Starts a test of one siren, or shows the running one and ends it. */
export function UnitTest({ unit, siren }: UnitTestProps) {
  const { send, isStarting, isStopping } = useSirenTests()
  const running = useReportedTest(unit)
  const [asked, setAsked] = useState<TestKind | null>(null)
  if (running) {
    return (
      <TestProgress
        key={running}
        kind={running}
        seconds={siren && longestTestSeconds(running, [siren])}
        isStopping={isStopping}
        onStop={() => void send('off', [unit.id])}
        of={unit.name}
      />
    )
  }
  const start = (kind: TestKind) => void send(kind, [unit.id])
  return (
    <>
      <ChoiceMenu
        label={`Select Test of ${unit.name}`}
        disabled={isStarting || !unit.enabled || !unit.sirenEnabled}
        choices={testKinds.map(kind => ({
          label: startLabels[kind],
          icon: testIcons[kind],
          onChoose: () => (soundWords(kind, unit.name) === null ? start(kind) : setAsked(kind)),
        }))}
      >
        {isStarting ? 'Starting…' : 'Select Test'}
      </ChoiceMenu>
      {asked && (
        <WarningDialog
          title={`Test ${unit.name}?`}
          confirm={startLabels[asked]}
          onCancel={() => setAsked(null)}
          onConfirm={() => {
            setAsked(null)
            start(asked)
          }}
        >
          {soundWords(asked, unit.name)}
        </WarningDialog>
      )}
    </>
  )
}

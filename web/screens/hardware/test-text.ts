import type { Hardware } from '#contract/devices/hardware'
import type { Siren, UnitResult } from '#contract/devices/sirens'
import { testSeconds, type TestKind } from '#domain/hardware/siren-settings'
import { plainReason } from '#web/data/requests/failures.ts'
import type { ToastRequest } from '#web/parts/toasts/use-toast.ts'

export const testKinds: readonly TestKind[] = ['delay', 'all clear', 'light']

export const startLabels: Readonly<Record<TestKind, string>> = {
  delay: 'Start Delay',
  'all clear': 'Start All Clear',
  light: 'Turn On Light',
}

const typeNames: Readonly<Record<TestKind, string>> = {
  delay: 'Delay',
  'all clear': 'All Clear',
  light: 'Light',
}

export function runningWords(kind: TestKind): string {
  return `Running Test of ${typeNames[kind]}...`
}

/** Returns what people will hear when a test starts, for confirmation; null if nothing sounds. */
export function soundWords(kind: TestKind, name: string): string | null {
  switch (kind) {
    case 'delay':
      return `${name} will sound its warning signal now, and its light stays on until you stop the test. Everyone nearby will hear it.`
    case 'all clear':
      return `${name} will sound its all clear signal now. Everyone nearby will hear it.`
    case 'light':
      return null
  }
}

/** Returns the test that a unit reports; null if none. */
export function testOf({
  doing,
  isTest,
  isTestLit,
}: Pick<Hardware, 'doing' | 'isTest' | 'isTestLit'>): TestKind | null {
  // A light test's light stays on until the test is stopped, even while a message is spoken.
  if (!isTest) return isTestLit ? 'light' : null
  switch (doing) {
    case 'warning':
    case 'speaking':
      return 'delay'
    case 'all clear':
    case 'light':
      return doing
    default:
      return isTestLit ? 'light' : null
  }
}

/** Returns how long the page shows a running test: as long as the slowest siren takes. */
export function longestTestSeconds(kind: TestKind, sirens: readonly Siren[]): number {
  const each = sirens.map(({ duration, frequency, allClearDuration, allClearFrequency }) =>
    testSeconds(kind, {
      warning: { seconds: duration, times: frequency },
      allClear: { seconds: allClearDuration, times: allClearFrequency },
    }),
  )
  return Math.max(0, ...each)
}

/** What was requested of sirens: a test, or the end of all tests. */
export type TestAct = TestKind | 'off'

const what: Readonly<Record<TestAct, readonly [done: string, undone: string]>> = {
  delay: ['tested Delay', 'test Delay'],
  'all clear': ['tested All Clear', 'test All Clear'],
  light: ['tested light', 'test light'],
  off: ['turned off tests', 'turn off tests'],
}

const unitWords = (count: number) => (count > 1 ? 'units' : 'unit')

/** Describes each siren's answer in a toast. The sirens that failed are named, with the reason. */
export function outcomeToast(act: TestAct, results: readonly UnitResult[]): ToastRequest {
  const [done, undone] = what[act]
  const units = unitWords(results.length)
  const failed = results.filter(({ status }) => status === 0)
  if (failed.length === 0)
    return { variant: 'success', header: `Successfully ${done} for selected ${units}.` }
  return {
    variant: 'error',
    header: `Unable to ${undone} for selected ${units}.`,
    text: failed.map(({ name, because }) => `${name}: ${because ?? 'The unit did not respond.'}`).join(' '),
  }
}

export function testFailureToast(act: TestAct, count: number, error: unknown): ToastRequest {
  return {
    variant: 'error',
    header: `Unable to ${what[act][1]} for selected ${unitWords(count)}.`,
    text: plainReason(error),
  }
}

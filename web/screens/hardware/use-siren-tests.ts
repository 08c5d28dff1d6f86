import { testFailureToast, outcomeToast, type TestAct } from './test-text.ts'
import type { UnitResult } from '#contract/devices/sirens'
import { useTestSirens, useTurnOffTests } from '#web/data/devices/hardware.ts'
import { useToast } from '#web/parts/toasts/use-toast.ts'

/** Starts and ends tests, and shows the sirens' answers. */
export function useSirenTests() {
  const test = useTestSirens()
  const off = useTurnOffTests()
  const toast = useToast()

  /** Each siren's answer; null if nothing was started. */
  async function send(act: TestAct, sirenIds: number[]): Promise<readonly UnitResult[] | null> {
    try {
      const asked = act === 'off' ? off.mutateAsync(sirenIds) : test.mutateAsync({ kind: act, sirenIds })
      const results = await asked
      toast(outcomeToast(act, results))
      return results
    } catch (error) {
      toast(testFailureToast(act, sirenIds.length, error))
      return null
    }
  }

  return { send, isStarting: test.isPending, isStopping: off.isPending, error: test.error ?? off.error }
}

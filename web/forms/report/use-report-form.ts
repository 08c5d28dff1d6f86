import {
  atInterval,
  builtReport,
  isUnsaved,
  draftReportName,
  newReportDraft,
  type ReportDraft,
} from './draft.ts'
import type { Preset } from './presets.ts'
import { requestFailure } from './request-failure.ts'
import { stationsById, todayAt, type OpenedStation } from './station-choices.ts'
import type { ReportInterval } from '#domain/reports/report'
import { fieldErrors } from '#web/data/requests/failures.ts'
import { useGenerateReport, useReportStations } from '#web/data/messages/reports.ts'
import { useMe } from '#web/data/people/users.ts'
import { useAttempts } from '#web/parts/fields/use-attempts.ts'
import { useNow } from '#web/parts/time/use-now.ts'
import { usableZone } from '#web/parts/time/zones.ts'
import { useMemo, useState } from 'react'

/** Manages a report that a person is putting together, and requests it. */
export function useReportForm(opened: OpenedStation | null) {
  const me = useMe()
  const now = useNow()
  const listed = useReportStations()
  const generate = useGenerateReport()
  const attempts = useAttempts(requestFailure)
  const [draft, setDraft] = useState(() => newReportDraft(opened?.hardwareId ?? null))
  const [step, setStep] = useState<'editing' | 'confirming' | 'done'>('editing')
  const [failures, setFailures] = useState(0)

  const stations = useMemo(() => stationsById(listed.data, opened), [listed.data, opened])
  const chosen = draft.hardwareIds.flatMap(id => stations.get(id) ?? [])
  const stationNames = chosen.map(({ locationName }) => locationName)
  const today = todayAt(chosen, usableZone(me.timeZone), now.getTime())
  const built = builtReport(draft, { requestor: me.id, stationNames, today })

  function replace(make: (before: ReportDraft) => ReportDraft) {
    setDraft(make)
    if (generate.isError) generate.reset() // the rejected value has been changed
  }

  async function send() {
    if (built.kind === 'incomplete') return
    await attempts.attempt(async () => {
      try {
        await generate.mutateAsync(built.request)
        setStep('done')
      } catch (error) {
        setStep('editing')
        setFailures(failures + 1)
        throw error
      }
    })
  }

  return {
    draft,
    requestor: me.id,
    name: draftReportName(draft, stationNames),
    listed,
    stations,
    chosen,
    today,
    step,
    failures,
    failure: attempts.failure,
    isSending: attempts.isRunning,
    because: built.kind === 'incomplete' ? built.because : null,
    isUnsaved: step !== 'done' && isUnsaved(draft),
    errors: fieldErrors(generate.error),
    change: (changed: Partial<ReportDraft>) => replace(before => ({ ...before, ...changed })),
    changeInterval: (interval: ReportInterval) => replace(before => atInterval(before, interval)),
    applyPreset: ({ apply }: Preset) => replace(before => apply(before, today)),
    confirm: () => built.kind === 'complete' && setStep('confirming'),
    reconsider: () => setStep('editing'),
    send,
  }
}

export type ReportForm = ReturnType<typeof useReportForm>

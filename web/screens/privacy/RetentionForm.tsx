import {
  choicesOf,
  deletesSooner,
  draftInWords,
  faultsOf,
  retentionDraftOf,
  usualInWords,
  type RetentionDraft,
} from './retention-draft.ts'
import classes from './Privacy.module.css'
import { setRetention, type Retention } from '#contract/people/privacy'
import { mergeEdits, sameValue } from '#domain/edits/merge'
import { retentionKinds, retentionRules } from '#domain/privacy/retention'
import { useSetRetention } from '#web/data/people/privacy.ts'
import { currentIn, plainReason } from '#web/data/requests/failures.ts'
import { saveOver } from '#web/data/requests/save-over.ts'
import { WarningDialog } from '#web/parts/dialogs/WarningDialog.tsx'
import { SaveNote } from '#web/parts/fields/SaveNote.tsx'
import { useAttempts } from '#web/parts/fields/use-attempts.ts'
import { contested } from '#web/parts/leaving/differences.ts'
import { OvertakenNote } from '#web/parts/leaving/OvertakenNote.tsx'
import { useLeaving } from '#web/parts/leaving/use-leaving.tsx'
import { TextInput } from '#web/parts/look/inputs.ts'
import { Card } from '#web/parts/page/Card.tsx'
import { useToast } from '#web/parts/toasts/use-toast.ts'
import { Button } from '@mantine/core'
import { useState } from 'react'

const draftOf = ({ days }: Retention) => retentionDraftOf(days)

/** Sets how long the organization keeps its people's data: the usual time or less. */
export function RetentionForm({ saved, organization }: { saved: Retention; organization: string }) {
  const toast = useToast()
  const set = useSetRetention()
  const [base, setBase] = useState(saved)
  const [draft, setDraft] = useState(() => draftOf(saved))
  const [newer, setNewer] = useState<Retention | null>(null)
  const [isAsking, setAsking] = useState(false)
  const isChanged = !sameValue(draft, draftOf(base))
  const leaving = useLeaving(isChanged)
  const faults = faultsOf(draft)
  const attempts = useAttempts(error => {
    const current = currentIn(setRetention, error)
    setNewer(current ?? null)
    return current ? null : { header: 'The times were not saved', text: plainReason(error) }
  })
  if (base !== saved && !isChanged) startFrom(saved)

  function startFrom(retention: Retention) {
    setBase(retention)
    setDraft(draftOf(retention))
    setNewer(null)
  }

  async function save(wanted: RetentionDraft, over: Retention) {
    const after = await saveOver({
      base: over,
      draft: wanted,
      draftOf,
      send: (each, current) => set.mutateAsync({ days: choicesOf(each), version: current.version }),
      currentIn: error => currentIn(setRetention, error),
    })
    startFrom(after)
    toast({ variant: 'success', header: 'Retention times saved' })
  }

  const settled = (theirs: Retention, whose: 'mine' | 'theirs') =>
    mergeEdits(draftOf(base), draft, draftOf(theirs))[whose]

  function takeTheirs(theirs: Retention) {
    const merged = settled(theirs, 'theirs')
    startFrom(theirs)
    setDraft(merged)
  }

  function submit() {
    if (Object.keys(faults).length > 0) return
    if (deletesSooner(base.days, choicesOf(draft))) setAsking(true)
    else void attempts.attempt(() => save(draft, base))
  }

  return (
    <Card title={`How long ${organization} keeps data`}>
      <p className={classes.text}>
        Days until data about your people is deleted. Leave a field empty for the usual time. Delays, commands
        and the audit log can’t be shortened: they prove what happened.
      </p>
      <form
        noValidate
        onSubmit={event => {
          event.preventDefault()
          submit()
        }}
      >
        <div className={classes.fields}>
          {retentionKinds.map(kind => (
            <TextInput
              key={kind}
              label={retentionRules[kind].title}
              description={usualInWords(kind)}
              inputWrapperOrder={['label', 'input', 'description', 'error']}
              inputMode="numeric"
              maxLength={5}
              placeholder="As usual"
              rightSection={draft[kind] && <span className={classes.unit}>days</span>}
              rightSectionWidth={48}
              error={faults[kind] && `It ${faults[kind]}.`}
              value={draft[kind]}
              onChange={event => setDraft({ ...draft, [kind]: event.currentTarget.value })}
            />
          ))}
        </div>
        <div className={classes.note}>
          {newer ? (
            <OvertakenNote
              rows={contested(draftInWords(draftOf(base)), draftInWords(draft), draftInWords(draftOf(newer)))}
              isBusy={attempts.isRunning}
              onKeepMine={() => void attempts.attempt(() => save(settled(newer, 'mine'), newer))}
              onUseTheirs={() => takeTheirs(newer)}
            />
          ) : (
            <SaveNote failure={attempts.failure} />
          )}
        </div>
        <div className={classes.actions}>
          <Button type="submit" disabled={!isChanged || newer !== null} loading={attempts.isRunning}>
            Save
          </Button>
        </div>
      </form>
      {leaving.question}
      <WarningDialog
        title="Delete older data"
        opened={isAsking}
        confirm="Save and delete"
        onCancel={() => setAsking(false)}
        onConfirm={() => {
          setAsking(false)
          void attempts.attempt(() => save(draft, base))
        }}
      >
        Data that is older than the new times is deleted within an hour, for everyone in {organization}. It
        cannot be restored.
      </WarningDialog>
    </Card>
  )
}

import classes from './Pa.module.css'
import {
  emptyPaDraft,
  paProblems,
  repeatChoices,
  repeatCountOf,
  sendFailure,
  type PaDraft,
} from './pa-draft.ts'
import { PaResults, type PaResult } from './PaResults.tsx'
import { fieldErrors, plainReason } from '#web/data/requests/failures.ts'
import { usePaUnits, useSendPaMessage, useStoredMessages } from '#web/data/devices/public-address.ts'
import { SpokenField } from '#web/forms/speech/SpokenField.tsx'
import { errorOf } from '#web/parts/fields/field-errors.ts'
import { FormDialog, insideForm } from '#web/parts/dialogs/FormDialog.tsx'
import { MultiSelect, Select } from '#web/parts/look/inputs.ts'
import { PlainSelect } from '#web/parts/fields/PlainSelect.tsx'
import { SaveNote } from '#web/parts/fields/SaveNote.tsx'
import { useAttempts } from '#web/parts/fields/use-attempts.ts'
import { useLeaving } from '#web/parts/leaving/use-leaving.tsx'
import { Button } from '@mantine/core'
import { IconSend } from '@tabler/icons-react'
import { useId, useState } from 'react'
import { Link } from 'react-router'

/** Makes units speak a message. The results stay in the foreground until they are dismissed. */
export function PaDialog({ onClose }: { onClose: () => void }) {
  const id = useId()
  const units = usePaUnits()
  const stored = useStoredMessages()
  const [draft, setDraft] = useState(emptyPaDraft)
  const [hasTried, setTried] = useState(false)
  const [failures, setFailures] = useState(0)
  const [results, setResults] = useState<readonly PaResult[]>()
  const send = useSendPaMessage()
  const attempts = useAttempts(error => {
    setFailures(count => count + 1)
    return sendFailure(error)
  })
  const isBegun = draft.unitIds.length > 0 || draft.message !== ''
  const leaving = useLeaving(isBegun && !results, onClose)
  const cancel = () => leaving.leave(onClose)
  const known = units.data ?? []
  const problems = paProblems(draft)
  const errors = { ...fieldErrors(send.error), ...(hasTried && problems) }
  const repeatCount = repeatCountOf(draft, known)

  function change(changed: Partial<PaDraft>) {
    setDraft(before => ({ ...before, ...changed }))
    if (send.isError) send.reset() // the rejected value has been changed
  }

  async function speak() {
    setTried(true)
    if (Object.keys(problems).length > 0) return setFailures(count => count + 1)
    await attempts.attempt(async () => {
      const { unitIds, message } = draft
      setResults(await send.mutateAsync({ pAList: [...unitIds], message, repeatCount }))
      setDraft(emptyPaDraft)
      setTried(false)
    })
  }

  return (
    <FormDialog
      title="Send PA Message"
      caption="Spoken right away by the units you choose"
      size={600}
      isCovered={leaving.isAsking || results !== undefined}
      failures={failures}
      onClose={cancel}
      onSubmit={() => void speak()}
      note={<SaveNote failure={attempts.failure} lead="Not sent." />}
      footer={
        <>
          <Button variant="default" onClick={cancel}>
            Cancel
          </Button>
          <Button
            type="submit"
            leftSection={<IconSend size={16} aria-hidden />}
            loading={attempts.isRunning}
            disabled={!units.data}
          >
            Send Message
          </Button>
        </>
      }
    >
      <div className={classes.fields}>
        <MultiSelect
          label="Hardware"
          withAsterisk
          data-autofocus
          searchable
          clearable
          hidePickedOptions
          comboboxProps={{ portalProps: insideForm }}
          disabled={!units.data}
          placeholder={draft.unitIds.length === 0 ? 'Units that will speak it' : ''}
          nothingFoundMessage="No units"
          data={known.map(unit => ({
            value: String(unit.id),
            label: unit.isOnline ? unit.name : `${unit.name} (cannot be reached)`,
          }))}
          value={draft.unitIds.map(String)}
          onChange={chosen => change({ unitIds: chosen.map(Number) })}
          error={
            units.isError
              ? `Units could not be loaded. ${plainReason(units.error)}`
              : errorOf(errors, 'PAList', 'Hardware')
          }
        />
        <div>
          <Select
            label="Stored message"
            placeholder="Choose one, or type your own below"
            clearable
            comboboxProps={{ portalProps: insideForm }}
            disabled={!stored.data}
            data={(stored.data ?? []).map(({ id: value, title }) => ({ value: String(value), label: title }))}
            value={draft.storedId === null ? null : String(draft.storedId)}
            onChange={chosen => {
              const found = stored.data?.find(each => String(each.id) === chosen)
              change({ storedId: found?.id ?? null, message: found?.message ?? '' })
            }}
            error={stored.isError && `Stored messages could not be loaded. ${plainReason(stored.error)}`}
          />
          <p className={classes.manage}>
            <Link to="/PAStoredMessages">Manage stored messages</Link>
          </p>
        </div>
        <SpokenField
          label="Message"
          isRequired
          value={draft.message}
          error={errorOf(errors, 'Message', 'Message')}
          onChange={message => change({ message, storedId: null })}
        />
        <div className={classes.repeat}>
          <label htmlFor={`${id}repeat`}>Repeat count</label>
          <PlainSelect
            id={`${id}repeat`}
            value={repeatCount}
            onChange={({ target }) => change({ repeatCount: Number(target.value) })}
          >
            {repeatChoices(known, draft.unitIds).map(count => (
              <option key={count}>{count}</option>
            ))}
          </PlainSelect>
          <span className={classes.error}>{errorOf(errors, 'RepeatCount', 'Repeat count')}</span>
        </div>
      </div>
      {leaving.question}
      {results && <PaResults results={results} onClose={() => setResults(undefined)} />}
    </FormDialog>
  )
}

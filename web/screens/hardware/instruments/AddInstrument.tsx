import {
  addBodyOf,
  emptyInstrumentDraft,
  instrumentProblems,
  type InstrumentDraft,
} from './instrument-draft.ts'
import { InstrumentsLink } from './InstrumentsLink.tsx'
import classes from './Instruments.module.css'
import { MakeChoice } from './MakeChoice.tsx'
import { makeTexts } from './make-text.ts'
import { PositionFields } from './PositionFields.tsx'
import { makeOf, type MakeId } from '#domain/instruments/makes'
import { useAddInstrument } from '#web/data/devices/instruments.ts'
import { fieldErrors, plainReason } from '#web/data/requests/failures.ts'
import { Card } from '#web/parts/page/Card.tsx'
import { PageHeader } from '#web/parts/page/PageHeader.tsx'
import { SaveNote } from '#web/parts/fields/SaveNote.tsx'
import { useAttempts } from '#web/parts/fields/use-attempts.ts'
import { useLeaving } from '#web/parts/leaving/use-leaving.tsx'
import { Button } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'

/** An instrument with the key that is shown only once. */
export interface NewInstrument {
  readonly id: number
  readonly key: string
  readonly mqttAddresses: readonly string[]
}

/** Shows the first two of four steps: the make and the position. The other steps are on the instrument's own page. */
export function AddInstrument({ onAdded }: { onAdded: (added: NewInstrument) => void }) {
  const [make, setMake] = useState<MakeId | null>(null)
  return (
    <>
      <PageHeader
        title="Add an instrument"
        sub="A weather station or lightning sensor that you already have"
        actions={<InstrumentsLink />}
      />
      <div className={classes.stack}>
        <Card
          title="1. Choose the make"
          {...(make !== null && {
            aside: (
              <Button variant="subtle" size="compact-sm" onClick={() => setMake(null)}>
                Choose another
              </Button>
            ),
          })}
        >
          {make === null ? (
            <MakeChoice onChoose={setMake} />
          ) : (
            <p>
              <strong>{makeOf(make).name}</strong>
              <span className={classes.dim}>{makeTexts[make].products}</span>
            </p>
          )}
        </Card>
        {make !== null && <WhereItStands make={make} onAdded={onAdded} />}
      </div>
    </>
  )
}

function WhereItStands({ make, onAdded }: { make: MakeId; onAdded: (added: NewInstrument) => void }) {
  const [draft, setDraft] = useState(emptyInstrumentDraft)
  const [hasTried, setTried] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  const add = useAddInstrument()
  const attempts = useAttempts(error => ({ header: 'Error adding instrument', text: plainReason(error) }))
  const leaving = useLeaving(draft !== emptyInstrumentDraft && !add.data)
  const problems = instrumentProblems(draft, make)
  const errors = { ...fieldErrors(add.error), ...(hasTried && problems) }
  const [failures, setFailures] = useState(0)
  useEffect(() => {
    if (failures > 0) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [failures])
  // The button that made the choice had the focus and has disappeared.
  useEffect(() => form.current?.querySelector<HTMLElement>('[data-autofocus]')?.focus(), [])

  function change(changed: Partial<InstrumentDraft>) {
    setDraft(before => ({ ...before, ...changed }))
    if (add.isError) add.reset() // the rejected value has been changed
  }

  function submit() {
    setTried(true)
    if (Object.keys(problems).length > 0) return setFailures(count => count + 1)
    void attempts.attempt(async () => onAdded(await add.mutateAsync(addBodyOf(draft, make))))
  }

  return (
    <Card title="2. Where it is">
      <form
        ref={form}
        noValidate
        className={classes.form}
        onSubmit={event => {
          event.preventDefault()
          submit()
        }}
      >
        <PositionFields make={make} draft={draft} errors={errors} onChange={change} />
        <div className={classes.submit}>
          <SaveNote failure={attempts.failure} lead="Not added." />
          <Button type="submit" loading={attempts.isRunning}>
            Add instrument
          </Button>
        </div>
      </form>
      {leaving.question}
    </Card>
  )
}

import { AreaFields } from './AreaFields.tsx'
import classes from './FeedKeys.module.css'
import { keyBodyOf, emptyKeyDraft, keyProblems, wireNames, type KeyDraft } from './key-draft.ts'
import { NewKey } from './NewKey.tsx'
import { fieldErrors, plainReason } from '#web/data/requests/failures.ts'
import { useCreateFeedKey } from '#web/data/health/feed-keys.ts'
import { EntryDialog } from '#web/parts/dialogs/EntryDialog.tsx'
import { errorOf } from '#web/parts/fields/field-errors.ts'
import { Switch, TextInput } from '#web/parts/look/inputs.ts'
import { SaveNote } from '#web/parts/fields/SaveNote.tsx'
import { useAttempts } from '#web/parts/fields/use-attempts.ts'
import { useLeaving } from '#web/parts/leaving/use-leaving.tsx'
import { WarningNote } from '#web/parts/page/WarningNote.tsx'
import { useState } from 'react'

const longestName = 80
const longestLicense = 200

export function AddKeyDialog({ onClose }: { onClose: () => void }) {
  const [draft, setDraft] = useState(emptyKeyDraft)
  const [hasTried, setTried] = useState(false)
  const create = useCreateFeedKey()
  const attempts = useAttempts(error => ({ header: 'Error adding key', text: plainReason(error) }))
  const leaving = useLeaving(!create.data && JSON.stringify(draft) !== JSON.stringify(emptyKeyDraft), onClose)
  const cancel = () => leaving.leave(onClose)
  const problems = keyProblems(draft)
  const errors = { ...fieldErrors(create.error), ...(hasTried && problems) }

  function change(changed: Partial<KeyDraft>) {
    setDraft(before => ({ ...before, ...changed }))
    if (create.isError) create.reset() // the rejected value has been changed
  }

  async function add() {
    setTried(true)
    if (Object.keys(problems).length > 0) return
    await attempts.attempt(async () => void (await create.mutateAsync(keyBodyOf(draft))))
  }

  const shownOnce = create.data && {
    title: `Key for ${create.data.name}`,
    done: 'I’ve saved the key',
    content: <NewKey secret={create.data.key} />,
  }
  return (
    <EntryDialog
      title="Add a key"
      onClose={cancel}
      isCovered={leaving.isAsking}
      note={<SaveNote failure={attempts.failure} />}
      submit="Add key"
      isBusy={attempts.isRunning}
      isBlocked={draft.name.trim() === ''}
      onSubmit={() => void add()}
      shownOnce={shownOnce}
    >
      <p>
        A key lets one source send strikes. Give each source its own key so that you can revoke one without
        affecting the others.
      </p>
      <TextInput
        label="Name"
        withAsterisk
        data-autofocus
        maxLength={longestName}
        placeholder="For example, the network's name"
        value={draft.name}
        onChange={event => change({ name: event.currentTarget.value })}
        error={errorOf(errors, 'Name', 'Name')}
      />
      <AreaFields draft={draft} errors={errors} onChange={change} />
      <div className={classes.pair}>
        <TextInput
          label="Silent after (seconds)"
          description="After this, the feed can't confirm All Clear"
          inputMode="numeric"
          value={draft.staleAfterSeconds}
          onChange={event => change({ staleAfterSeconds: event.currentTarget.value })}
          error={errorOf(errors, wireNames.staleAfterSeconds, 'Seconds')}
        />
        <TextInput
          label="Position error (miles)"
          description="Used when a strike doesn&rsquo;t include one"
          inputMode="decimal"
          value={draft.positionErrorMiles}
          onChange={event => change({ positionErrorMiles: event.currentTarget.value })}
          error={errorOf(errors, wireNames.positionErrorMiles, 'Miles')}
        />
      </div>
      <TextInput
        label="License line"
        description="What its license requires you to show, if anything"
        maxLength={longestLicense}
        value={draft.license}
        onChange={event => change({ license: event.currentTarget.value })}
        error={errorOf(errors, 'License', 'License line')}
      />
      <Switch
        label="Its coverage may prove All Clear"
        description="Only in its area. Its strikes are used everywhere, either way."
        checked={draft.provesAbsence}
        onChange={event => change({ provesAbsence: event.currentTarget.checked })}
      />
      {draft.provesAbsence && (
        <WarningNote
          title="Does it detect every strike in this area?"
          text="Otherwise a location could show All Clear while lightning is near."
        />
      )}
      {leaving.question}
    </EntryDialog>
  )
}

import type { CurrentUser } from '#contract/people/users'
import { mayManage } from '#domain/access/people'
import { isAdminRole, effectiveRole } from '#domain/access/roles'
import { useCreateApiToken } from '#web/data/people/api-tokens.ts'
import { memberOf, usePeople } from '#web/data/people/people.ts'
import { fieldErrors, plainReason } from '#web/data/requests/failures.ts'
import { EntryDialog } from '#web/parts/dialogs/EntryDialog.tsx'
import { CopyText } from '#web/parts/fields/CopyText.tsx'
import { errorOf } from '#web/parts/fields/field-errors.ts'
import { SaveNote } from '#web/parts/fields/SaveNote.tsx'
import { useAttempts } from '#web/parts/fields/use-attempts.ts'
import { Select, Switch, Textarea, TextInput } from '#web/parts/look/inputs.ts'
import { useState } from 'react'

const lifetimes = [
  { value: '7', label: '7 days' },
  { value: '30', label: '30 days' },
  { value: '90', label: '90 days' },
  { value: '365', label: '1 year' },
]

export function NewTokenDialog({ me, onClose }: { me: CurrentUser; onClose: () => void }) {
  const create = useCreateApiToken()
  const [draft, setDraft] = useState({ name: '', ownerId: me.id, mayRead: true, calls: '', days: '90' })
  const change = (changed: Partial<typeof draft>) => setDraft(before => ({ ...before, ...changed }))
  const attempts = useAttempts(error => ({ header: 'Error creating the token', text: plainReason(error) }))
  const errors = fieldErrors(create.error)

  async function add() {
    const { calls, days, ...rest } = draft
    const body = { ...rest, calls: calls.split(/[\s,]+/).filter(Boolean), days: Number(days) }
    await create.mutateAsync(body)
  }

  const shownOnce = create.data && {
    title: `Token for ${create.data.name}`,
    done: 'I’ve saved the token',
    content: <NewToken token={create.data.token} />,
  }
  return (
    <EntryDialog
      title="New API token"
      onClose={onClose}
      note={<SaveNote failure={attempts.failure} />}
      submit="Create token"
      isBusy={attempts.isRunning}
      isBlocked={draft.name.trim() === ''}
      onSubmit={() => void attempts.attempt(add)}
      shownOnce={shownOnce}
    >
      <TextInput
        label="Name"
        withAsterisk
        data-autofocus
        maxLength={80}
        placeholder="What it is for, such as the lobby display"
        value={draft.name}
        onChange={event => change({ name: event.currentTarget.value })}
        error={errorOf(errors, 'Name', 'Name')}
      />
      {isAdminRole(effectiveRole(me.roleName)) && (
        <OwnerField me={me} value={draft.ownerId} onChange={ownerId => change({ ownerId })} />
      )}
      <Select
        label="Works for"
        allowDeselect={false}
        data={lifetimes}
        value={draft.days}
        onChange={days => days !== null && change({ days })}
      />
      <Switch
        label="May read everything that this person can see"
        checked={draft.mayRead}
        onChange={event => change({ mayRead: event.currentTarget.checked })}
      />
      <Textarea
        label="Other calls"
        description="Names from the API documentation, separated by spaces, such as sendMassMessage"
        autosize
        minRows={2}
        value={draft.calls}
        onChange={event => change({ calls: event.currentTarget.value })}
        error={errorOf(errors, 'Calls', 'Calls')}
      />
    </EntryDialog>
  )
}

function NewToken({ token }: { token: string }) {
  return (
    <>
      <CopyText
        label="Token"
        text={token}
        about="Send it as a bearer token. It will not be shown again."
        takesFocus
      />
      <CopyText
        label="Try it"
        text={`curl -H 'Authorization: Bearer ${token}' ${location.origin}/api/user/current`}
      />
    </>
  )
}

interface OwnerFieldProps {
  me: CurrentUser
  value: string
  onChange: (id: string) => void
}

/**
 * A display or script of the organization gets its own account, so that it keeps working after the person who set it up
 * has left.
 */
function OwnerField({ me, value, onChange }: OwnerFieldProps) {
  const { data: people = [] } = usePeople()
  const managed = people.filter(person => person.isActive && mayManage(memberOf(me), memberOf(person)))
  return (
    <Select
      label="Acts for"
      description="It can see and do what this person can. For an organization’s own display, add a user for it."
      allowDeselect={false}
      searchable
      data={[
        { value: me.id, label: `${me.fullName} (you)` },
        ...managed.map(({ id, fullName }) => ({ value: id, label: fullName })),
      ]}
      value={value}
      onChange={id => id !== null && onChange(id)}
    />
  )
}

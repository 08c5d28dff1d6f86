import classes from './NewTokenDialog.module.css'
import type { CurrentUser } from '#contract/people/users'
import { mayManage } from '#domain/access/people'
import { isAdminRole, effectiveRole } from '#domain/access/roles'
import { useCreateApiToken } from '#web/data/people/api-tokens.ts'
import { memberOf, usePeople } from '#web/data/people/people.ts'
import { fieldErrors, plainReason } from '#web/data/requests/failures.ts'
import { Dialog } from '#web/parts/dialogs/Dialog.tsx'
import { CopyText } from '#web/parts/fields/CopyText.tsx'
import { errorOf } from '#web/parts/fields/field-errors.ts'
import { SaveNote } from '#web/parts/fields/SaveNote.tsx'
import { useAttempts } from '#web/parts/fields/use-attempts.ts'
import { Select, Switch, Textarea, TextInput } from '#web/parts/look/inputs.ts'
import { Button } from '@mantine/core'
import { useState } from 'react'

const formId = 'new-api-token'
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

  if (create.data)
    return (
      <Dialog
        title={`Token for ${create.data.name}`}
        opened
        staysOnClickBeside
        onClose={onClose}
        actions={<Button onClick={onClose}>I’ve saved the token</Button>}
      >
        <CopyText
          label="Token"
          text={create.data.token}
          about="Send it as a bearer token. It is not shown again."
          takesFocus
        />
        <CopyText
          label="Try it"
          text={`curl -H 'Authorization: Bearer ${create.data.token}' ${location.origin}/api/user/current`}
        />
      </Dialog>
    )
  return (
    <Dialog
      title="New API token"
      opened
      onClose={onClose}
      note={<SaveNote failure={attempts.failure} />}
      actions={
        <>
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button
            type="submit"
            form={formId}
            loading={attempts.isRunning}
            disabled={draft.name.trim() === ''}
          >
            Create token
          </Button>
        </>
      }
    >
      <form
        id={formId}
        noValidate
        className={classes.form}
        onSubmit={event => {
          event.preventDefault()
          void attempts.attempt(add)
        }}
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
      </form>
    </Dialog>
  )
}

interface OwnerFieldProps {
  me: CurrentUser
  value: string
  onChange: (id: string) => void
}

/** A display or script of the organization gets an account of its own, so that it outlives the person who set it up. */
function OwnerField({ me, value, onChange }: OwnerFieldProps) {
  const { data: people = [] } = usePeople()
  const managed = people.filter(person => person.isActive && mayManage(memberOf(me), memberOf(person)))
  return (
    <Select
      label="Acts for"
      description="It sees and does what this person can. For an organization’s own display, add a user for it."
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

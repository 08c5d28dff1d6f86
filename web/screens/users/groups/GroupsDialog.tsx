import { groupFailure, groupSuccesses } from './group-text.ts'
import { GroupFields } from './GroupFields.tsx'
import { GroupList } from './GroupList.tsx'
import classes from './Groups.module.css'
import { useGroupForm } from './use-group-form.ts'
import { addGroup, type UserGroup } from '#contract/people/groups'
import { may } from '#domain/access/may'
import { plainReason } from '#web/data/requests/failures.ts'
import { useDeleteGroup, useGroups } from '#web/data/people/groups.ts'
import { useMe } from '#web/data/people/users.ts'
import { memberOf } from '#web/data/people/people.ts'
import { ErrorNote } from '#web/parts/page/ErrorNote.tsx'
import { FormDialog } from '#web/parts/dialogs/FormDialog.tsx'
import { useLeaving } from '#web/parts/leaving/use-leaving.tsx'
import { OvertakenNote } from '#web/parts/leaving/OvertakenNote.tsx'
import { RemoveDialog } from '#web/parts/dialogs/RemoveDialog.tsx'
import { SaveNote } from '#web/parts/fields/SaveNote.tsx'
import { useToast } from '#web/parts/toasts/use-toast.ts'
import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useState } from 'react'

/** Shows the list of groups or, in its place, the group being edited. This avoids a dialog on top of a dialog. */
export function GroupsDialog({ onClose }: { onClose: () => void }) {
  const me = useMe()
  const groups = useGroups()
  const form = useGroupForm()
  const [search, setSearch] = useState('')
  const [returnTo, setReturnTo] = useState<number | null>(null)
  const [unwanted, setUnwanted] = useState<UserGroup>()
  const mayAddAndDelete = may({ ...memberOf(me), permissions: me.permissions }, addGroup.who)
  const { draft, newer } = form
  const leaving = useLeaving(form.isChanged, onClose)

  function edit(group: UserGroup) {
    setReturnTo(group.id)
    form.begin(group)
  }

  return (
    <FormDialog
      title={draft ? (form.isNew ? 'New user group' : 'Edit user group') : 'Manage User Groups'}
      size={640}
      isCovered={unwanted !== undefined || leaving.isAsking}
      failures={form.failures}
      onClose={() => leaving.leave(onClose)}
      onSubmit={() => void form.save()}
      note={
        newer ? (
          <OvertakenNote
            rows={newer}
            isBusy={form.isBusy}
            onKeepMine={() => void form.keepMine()}
            onUseTheirs={form.takeTheirs}
          />
        ) : (
          <SaveNote failure={form.failure} />
        )
      }
      footer={
        draft ? (
          <>
            <Button variant="default" onClick={() => leaving.leave(() => form.begin(null))}>
              Back
            </Button>
            <Button type="submit" loading={form.isBusy} disabled={draft.name.trim() === '' || newer !== null}>
              Save
            </Button>
          </>
        ) : (
          <>
            {mayAddAndDelete && (
              <Button
                className={classes.new ?? ''}
                variant="default"
                leftSection={<IconPlus size={16} aria-hidden />}
                onClick={() => form.begin('new')}
              >
                New group
              </Button>
            )}
            <Button onClick={onClose}>Done</Button>
          </>
        )
      }
    >
      {draft ? (
        <GroupFields draft={draft} errors={form.errors} onChange={form.change} />
      ) : groups.isError ? (
        <div className={classes.fields}>
          <ErrorNote
            title="User groups could not be loaded"
            text={plainReason(groups.error)}
            onRetry={() => void groups.refetch()}
          />
        </div>
      ) : groups.data ? (
        <GroupList
          groups={groups.data}
          search={search}
          onSearch={setSearch}
          mayDelete={mayAddAndDelete}
          returnTo={returnTo}
          onEdit={edit}
          onDelete={setUnwanted}
        />
      ) : (
        <p className={classes.waiting} role="status">
          Loading...
        </p>
      )}
      {leaving.question}
      {unwanted && <DeleteGroup group={unwanted} onClose={() => setUnwanted(undefined)} />}
    </FormDialog>
  )
}

function DeleteGroup({ group, onClose }: { group: UserGroup; onClose: () => void }) {
  const remove = useDeleteGroup()
  const toast = useToast()

  async function confirmed() {
    try {
      await remove.mutateAsync(group.id)
      toast({ variant: 'success', header: groupSuccesses.delete })
    } catch (error) {
      toast({ variant: 'error', ...groupFailure(error, 'delete') })
    }
    onClose()
  }

  return (
    <RemoveDialog
      name={group.name}
      busy={remove.isPending}
      onCancel={onClose}
      onRemove={() => void confirmed()}
    />
  )
}

import classes from './People.module.css'
import { InviteeFields } from './InviteeFields.tsx'
import { everyone, useGroupChoices } from './use-everyone.ts'
import { usePeopleTable } from './use-people-table.ts'
import { plainReason } from '#web/data/requests/failures.ts'
import type { PlaceStanding } from '#web/data/people/getting-started-steps.ts'
import { useMe } from '#web/data/people/users.ts'
import { memberOf } from '#web/data/people/people.ts'
import { ImportDialog } from '#web/forms/import/ImportDialog.tsx'
import { PlainSelect } from '#web/parts/fields/PlainSelect.tsx'
import { roleChoices } from '#web/parts/fields/role-choices.ts'
import { SaveNote } from '#web/parts/fields/SaveNote.tsx'
import { useLeaving } from '#web/parts/leaving/use-leaving.tsx'
import { useToast } from '#web/parts/toasts/use-toast.ts'
import { Button } from '@mantine/core'
import { IconPlus, IconUpload } from '@tabler/icons-react'
import { useId, useState } from 'react'

interface PeopleStepProps {
  place: PlaceStanding
  /**
   * Called when the work begins. The step then stays open, even if it is partly done, because rejected people must
   * still be fixed.
   */
  onBegin: () => void
  onDone: () => void
}

/** Adds people by hand, or many at once from a file. */
export function PeopleStep({ place, onBegin, onDone }: PeopleStepProps) {
  const me = useMe()
  const groups = useGroupChoices()
  const [group, setGroup] = useState<string | null>(null)
  const [isImporting, setImporting] = useState(false)
  const toast = useToast()
  const groupId = useId()
  const table = usePeopleTable({ place, groupId: () => groups.idOf(group ?? groups.first), onBegin, onDone })
  const leaving = useLeaving(table.filled > 0)
  const levels = roleChoices(memberOf(me)).filter(({ disabled }) => !disabled)

  /** A file names each person's group, so there must be at least one group. */
  async function beginImport() {
    try {
      await groups.idOf(groups.first)
      setImporting(true)
    } catch (error) {
      toast({ variant: 'error', header: 'Error creating user group', text: plainReason(error) })
    }
  }

  return (
    <>
      <form
        noValidate
        className={classes.form}
        onSubmit={event => {
          event.preventDefault()
          void table.submit()
        }}
      >
        <div className={classes.rows}>
          {table.rows.map((row, index) => (
            <InviteeFields
              key={row.key}
              number={index + 1}
              row={row}
              levels={levels}
              errors={table.errors.get(row.key) ?? {}}
              onChange={changed => table.change(row.key, changed)}
              onRemove={() => table.removeRow(row.key)}
            />
          ))}
        </div>
        <div>
          <Button variant="subtle" leftSection={<IconPlus size={16} aria-hidden />} onClick={table.addRow}>
            Add another
          </Button>
        </div>
        <p className={classes.group}>
          <label htmlFor={groupId}>User group</label>
          <PlainSelect
            id={groupId}
            value={group ?? groups.first}
            onChange={event => setGroup(event.currentTarget.value)}
          >
            {groups.choices.map(({ value, label }) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </PlainSelect>
        </p>
        <p className={classes.dim}>
          A new group is notified every day from 5 AM to 11 PM, and of an all clear at any time. Change it
          under Users, Manage Groups. People who sign in get an invitation by email.
        </p>
        <SaveNote failure={table.failure} />
        <div className={classes.acts}>
          <Button type="submit" loading={table.isBusy} disabled={table.filled === 0 || !groups.isKnown}>
            {table.filled < 2 ? 'Add person' : `Add ${table.filled} people`}
          </Button>
          <Button
            variant="default"
            leftSection={<IconUpload size={16} aria-hidden />}
            disabled={!groups.isKnown}
            onClick={() => void beginImport()}
          >
            Import a CSV file
          </Button>
        </div>
      </form>
      {leaving.question}
      {isImporting && <ImportDialog exampleGroup={everyone} onClose={() => setImporting(false)} />}
    </>
  )
}

import { AccessFields } from './AccessFields.tsx'
import { LocationsField } from './LocationsField.tsx'
import { NotifyFields } from './NotifyFields.tsx'
import { PersonFields } from './PersonFields.tsx'
import { useSaveUser } from './use-save-user.ts'
import { draftOf, isTouched, type UserDraft } from './user-draft.ts'
import classes from './UserForm.module.css'
import { demotionQuestion } from './way-of-saving.ts'
import type { User } from '#contract/users'
import { useOrganizationLocations } from '#web/data/locations.ts'
import { useMe } from '#web/data/users.ts'
import { FormDialog } from '#web/parts/FormDialog.tsx'
import { WarningDialog } from '#web/parts/WarningDialog.tsx'
import { Button } from '@mantine/core'
import { useState } from 'react'

interface UserFormProps {
  /** Who is edited; nobody for a new person. */
  subject: User | null
  onClose: () => void
}

export function UserForm({ subject, onClose }: UserFormProps) {
  const me = useMe()
  const places = useOrganizationLocations()
  const [draft, setDraft] = useState(() => draftOf(subject, me))
  const save = useSaveUser({ me, subject, draft, places: places.data, onSaved: onClose })
  const { person } = save

  function change(changed: Partial<UserDraft>) {
    setDraft(before => ({ ...before, ...changed }))
    save.forgetErrorsOf(changed)
  }

  const fields = { draft, errors: save.errors, onChange: change }
  return (
    <FormDialog
      title={person ? `Edit ${person.fullName}` : 'Add User'}
      size={680}
      isCovered={save.isAsking}
      isTouched={isTouched(draft, draftOf(person, me))}
      failures={save.failures}
      onClose={onClose}
      onSubmit={() => void save.submit()}
      footer={
        <>
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" loading={save.isBusy}>
            Save
          </Button>
        </>
      }
    >
      <div className={classes.sections}>
        <PersonFields {...fields} />
        <AccessFields {...fields} me={me} person={person} />
        <NotifyFields {...fields} />
        <LocationsField {...fields} places={places} />
      </div>
      {save.isAsking && person && (
        <WarningDialog
          title="Make Notification Only"
          opened
          busy={save.isBusy}
          onCancel={save.reconsider}
          onConfirm={() => void save.confirm()}
        >
          {demotionQuestion(person)}
        </WarningDialog>
      )}
    </FormDialog>
  )
}

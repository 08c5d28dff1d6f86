import { AccessFields } from './AccessFields.tsx'
import { DownloadData } from './DownloadData.tsx'
import { LocationsField } from './LocationsField.tsx'
import { PersonNotifyFields } from './PersonNotifyFields.tsx'
import { PersonFields } from './PersonFields.tsx'
import { useSaveUser } from './use-save-user.ts'
import { userDraftInWords, userDraftOf, isTouched, userMergeRule, type UserDraft } from './user-draft.ts'
import classes from './UserForm.module.css'
import { demotionQuestion } from './way-of-saving.ts'
import type { User } from '#contract/people/users'
import { useGroups } from '#web/data/people/groups.ts'
import { useOrganizationLocations } from '#web/data/places/locations.ts'
import { useMe } from '#web/data/people/users.ts'
import { mergeEdits } from '#domain/edits/merge'
import { contested } from '#web/parts/leaving/differences.ts'
import { FormButtons } from '#web/parts/dialogs/FormButtons.tsx'
import { FormDialog } from '#web/parts/dialogs/FormDialog.tsx'
import { useLeaving } from '#web/parts/leaving/use-leaving.tsx'
import { OvertakenNote } from '#web/parts/leaving/OvertakenNote.tsx'
import { SaveNote } from '#web/parts/fields/SaveNote.tsx'
import { WarningDialog } from '#web/parts/dialogs/WarningDialog.tsx'
import { useState } from 'react'

interface UserFormProps {
  /** The person to edit; null for a new one. */
  subject: User | null
  onClose: () => void
}

export function UserForm({ subject, onClose }: UserFormProps) {
  const me = useMe()
  const places = useOrganizationLocations()
  const [draft, setDraft] = useState(() => userDraftOf(subject, me))
  const save = useSaveUser({ me, subject, draft, places: places.data, onSaved: onClose })
  const { person, newer } = save
  const groups = useGroups().data ?? []
  const leaving = useLeaving(isTouched(draft, userDraftOf(person, me)), onClose)
  const cancel = () => leaving.leave(onClose)

  function change(changed: Partial<UserDraft>) {
    setDraft(before => ({ ...before, ...changed }))
    save.forgetErrorsOf(changed)
  }

  /**
   * Fields that both people changed take the chosen version. Every other field takes the value of the person who
   * changed it.
   */
  function settle(theirs: User, whose: 'mine' | 'theirs'): UserDraft {
    const merged = mergeEdits(userDraftOf(person, me), draft, userDraftOf(theirs, me), userMergeRule)[whose]
    setDraft(merged)
    save.startFrom(theirs)
    return merged
  }

  const inWords = (one: UserDraft) => userDraftInWords(one, groups)

  const fields = { draft, errors: save.errors, onChange: change }
  return (
    <FormDialog
      title={person ? `Edit ${person.fullName}` : 'Add User'}
      size={680}
      isCovered={save.isAsking || leaving.isAsking}
      failures={save.failures}
      onClose={cancel}
      onSubmit={() => void save.submit()}
      note={
        newer ? (
          <OvertakenNote
            rows={contested(
              inWords(userDraftOf(person, me)),
              inWords(draft),
              inWords(userDraftOf(newer, me)),
            )}
            isBusy={save.isBusy}
            onKeepMine={() => void save.keepMine(newer, settle(newer, 'mine'))}
            onUseTheirs={() => void settle(newer, 'theirs')}
          />
        ) : (
          <SaveNote failure={save.failure} />
        )
      }
      footer={<FormButtons submit="Save" isBusy={save.isBusy} isBlocked={newer !== null} onCancel={cancel} />}
    >
      <div className={classes.sections}>
        <PersonFields {...fields} />
        <AccessFields {...fields} me={me} person={person} />
        <PersonNotifyFields {...fields} />
        <LocationsField {...fields} places={places} />
        {person && <DownloadData person={person} />}
      </div>
      {leaving.question}
      {save.isAsking && person && (
        <WarningDialog
          title="Make notification only"
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

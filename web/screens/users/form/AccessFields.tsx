import { AccountHelp } from './AccountHelp.tsx'
import type { UserFieldsProps } from './fields.ts'
import { isNotificationOnlyDraft } from './user-draft.ts'
import classes from './UserForm.module.css'
import { userErrorUnder } from './way-of-saving.ts'
import type { CurrentUser, User } from '#contract/people/users'
import { plainReason } from '#web/data/requests/failures.ts'
import { useGroups } from '#web/data/people/groups.ts'
import { memberOf } from '#web/data/people/people.ts'
import { insideForm } from '#web/parts/dialogs/FormDialog.tsx'
import { Select, Switch } from '#web/parts/look/inputs.ts'
import { mayChooseGroup, roleChoices, roleDescription } from '#web/parts/fields/role-choices.ts'
import { hasNotificationsOnly } from '#web/screens/users/people-filter.ts'

interface AccessFieldsProps extends UserFieldsProps {
  me: CurrentUser
  person: User | null
}

/** Fields for what a person may do, and whose policies and alert times they share. */
export function AccessFields({ me, person, draft, errors, onChange }: AccessFieldsProps) {
  const groups = useGroups()
  const isFullUser = person !== null && !isNotificationOnlyDraft(draft) && !hasNotificationsOnly(person)
  const endsTokens = isFullUser && (draft.roleId !== person.roleId || draft.siteId !== person.siteId)
  return (
    <div className={classes.pairs}>
      <Select
        label="Permission Level"
        withAsterisk
        allowDeselect={false}
        comboboxProps={{ portalProps: insideForm }}
        placeholder="Choose a level"
        data={roleChoices(memberOf(me))}
        value={draft.roleId || null}
        onChange={roleId => roleId !== null && onChange({ roleId })}
        description={roleDescription(draft.roleId)}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        error={userErrorUnder(errors, 'roleId')}
      />
      <Select
        label="User Group"
        withAsterisk
        allowDeselect={false}
        comboboxProps={{ portalProps: insideForm }}
        placeholder="Choose a group"
        disabled={!mayChooseGroup(me.roleHierarchy)}
        data={(groups.data ?? []).map(({ id, name }) => ({ value: String(id), label: name }))}
        value={draft.siteId === null ? null : String(draft.siteId)}
        onChange={id => id !== null && onChange({ siteId: Number(id) })}
        description={endsTokens ? 'A new level or group ends this person’s API tokens.' : undefined}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        error={
          userErrorUnder(errors, 'siteId') ??
          (groups.isError ? `The groups could not be loaded. ${plainReason(groups.error)}` : undefined)
        }
      />
      {isFullUser && (
        <Switch
          className={classes.wide ?? ''}
          label="Active"
          description="If this is off, they cannot sign in."
          checked={draft.isActive}
          onChange={event => onChange({ isActive: event.currentTarget.checked })}
        />
      )}
      {isFullUser && me.roleHierarchy <= 2 && <AccountHelp person={person} />}
    </div>
  )
}

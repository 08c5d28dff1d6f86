import type { UserFieldsProps } from './fields.ts'
import classes from './UserForm.module.css'
import { Switch } from '#web/parts/look/inputs.ts'

export function PersonNotifyFields({ draft, onChange }: UserFieldsProps) {
  return (
    <fieldset className={classes.section}>
      <legend>Notifications</legend>
      <div className={classes.pairs}>
        <Switch
          label="Email notifications"
          description={
            draft.email.trim() === '' ? 'Needs an email address.' : `Sent to ${draft.email.trim()}.`
          }
          checked={draft.emailNotifications}
          onChange={event => onChange({ emailNotifications: event.currentTarget.checked })}
        />
        <Switch
          label="SMS notifications"
          description={
            draft.phoneNumber.trim() === '' ? 'Needs a phone number.' : `Sent to ${draft.phoneNumber.trim()}.`
          }
          checked={draft.smsNotifications}
          onChange={event => onChange({ smsNotifications: event.currentTarget.checked })}
        />
      </div>
    </fieldset>
  )
}

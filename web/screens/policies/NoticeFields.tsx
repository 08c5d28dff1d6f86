import classes from './Policies.module.css'
import type { PolicyDraft } from './policy-draft.ts'
import { Switch, Textarea } from '#web/parts/look/inputs.ts'

interface NoticeFieldsProps {
  draft: PolicyDraft
  onChange: (change: Partial<PolicyDraft>) => void
}

const longest = 300

/** Sets who is notified, and text to add to the usual message. */
export function NoticeFields({ draft, onChange }: NoticeFieldsProps) {
  return (
    <fieldset className={classes.notices}>
      <legend>Actions</legend>
      <Switch
        label="Notify Users"
        checked={draft.notifies}
        onChange={event => onChange({ notifies: event.currentTarget.checked })}
      />
      {draft.notifies && (
        <>
          <AdditionalText
            label="Additional text"
            value={draft.message}
            onChange={message => onChange({ message })}
          />
          <Switch
            label="Notify On All Clear"
            checked={draft.notifiesAllClear}
            onChange={event => onChange({ notifiesAllClear: event.currentTarget.checked })}
          />
          {draft.notifiesAllClear && (
            <AdditionalText
              label="Additional text on all clear"
              value={draft.allClearMessage}
              onChange={allClearMessage => onChange({ allClearMessage })}
            />
          )}
        </>
      )}
      <Switch
        className={classes.fixed ?? ''}
        label="Show on Dashboard"
        description="Warnings always show on the dashboard."
        checked
        disabled
        readOnly
      />
    </fieldset>
  )
}

interface AdditionalTextProps {
  label: string
  value: string
  onChange: (value: string) => void
}

function AdditionalText({ label, value, onChange }: AdditionalTextProps) {
  return (
    <Textarea
      className={classes.text ?? ''}
      label={label}
      placeholder="What to do, in a few words"
      autosize
      minRows={1}
      maxRows={4}
      maxLength={longest}
      value={value}
      onChange={event => onChange(event.currentTarget.value)}
    />
  )
}

import type { SettingsFieldsProps } from './fields.ts'
import classes from './NotificationSettings.module.css'
import { Card } from '#web/parts/page/Card.tsx'
import { errorOf } from '#web/parts/fields/field-errors.ts'
import { Switch } from '#web/parts/look/inputs.ts'
import { Segments } from '#web/parts/fields/Segments.tsx'
import { shownInstant } from '#web/parts/time/times.ts'
import { WarningNote } from '#web/parts/page/WarningNote.tsx'
import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { Link } from 'react-router'

interface WaysCardProps extends SettingsFieldsProps {
  isBusy: boolean
  onTurnEmailOnAgain: () => void
  /** Controls for push messages to this browser. */
  push: ReactNode
}

const deliveryTypes = [
  ['push', 'Push'],
  ['sms', 'SMS'],
] as const

/** Selects the channels on which a person is notified. */
export function WaysCard(props: WaysCardProps) {
  const { draft, settings, errors, isBusy, onChange, onTurnEmailOnAgain, push } = props
  const isSms = draft.notificationType === 1
  const error = errorOf(errors, 'NotificationType', 'SMS')
  return (
    <Card title="How you are notified">
      <div className={classes.stack}>
        {settings.emailUnsubscribed !== null && !draft.emailNotifications ? (
          <WarningNote
            title="You unsubscribed from email alerts"
            text={`On ${shownInstant(settings.emailUnsubscribed, settings.timeZone)}, through the link in an email. No alerts are sent to ${settings.email ?? 'your address'}.`}
            action={
              <Button variant="default" size="xs" loading={isBusy} onClick={onTurnEmailOnAgain}>
                Turn on again
              </Button>
            }
          />
        ) : (
          <Switch
            label="Email"
            description={settings.email === null ? 'Needs an email address.' : `Sent to ${settings.email}.`}
            checked={draft.emailNotifications}
            onChange={event => onChange({ emailNotifications: event.currentTarget.checked })}
          />
        )}
        <div className={classes.field}>
          <h3>Delivery type</h3>
          <p className={classes.dim}>
            In addition to email, alerts are sent as push messages or text messages.
          </p>
          <Segments
            label="Delivery type"
            choices={deliveryTypes}
            chosen={isSms ? 'sms' : 'push'}
            onChoose={chosen => onChange({ notificationType: chosen === 'sms' ? 1 : 0 })}
          />
          {error !== undefined && (
            <p role="alert" className={classes.error}>
              {error}
            </p>
          )}
        </div>
        {isSms ? <PhoneLine phoneNumber={settings.phoneNumber} /> : push}
      </div>
    </Card>
  )
}

function PhoneLine({ phoneNumber }: { phoneNumber: string | null }) {
  return (
    <p className={classes.dim}>
      {phoneNumber === null ? 'There is no phone number in your profile. ' : `Sent to ${phoneNumber}. `}
      <Link to="/Profile">{phoneNumber === null ? 'Add one' : 'Change it in your profile'}</Link>
    </p>
  )
}

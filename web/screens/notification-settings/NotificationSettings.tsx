import { KindsCard } from './KindsCard.tsx'
import classes from './NotificationSettings.module.css'
import { PositionPanel } from './PositionPanel.tsx'
import { PushPanel } from './PushPanel.tsx'
import { TestCard } from './TestCard.tsx'
import { TimesCard } from './TimesCard.tsx'
import { useSettingsForm } from './use-settings-form.ts'
import { WaysCard } from './WaysCard.tsx'
import type {
  NotificationSettings as Settings,
  OwnAlertTimes,
} from '#contract/messages/notification-settings'
import { may } from '#domain/access/may'
import { adminRoles, effectiveRole } from '#domain/access/roles'
import { plainReason } from '#web/data/requests/failures.ts'
import { useAlertTimes, useNotificationSettings } from '#web/data/messages/notification-settings.ts'
import { useMe } from '#web/data/people/users.ts'
import { ErrorNote } from '#web/parts/page/ErrorNote.tsx'
import { OvertakenNote } from '#web/parts/leaving/OvertakenNote.tsx'
import { PageHeader } from '#web/parts/page/PageHeader.tsx'
import { SaveNote } from '#web/parts/fields/SaveNote.tsx'
import { useLeaving } from '#web/parts/leaving/use-leaving.tsx'
import { useSession } from '#web/session/use-session.ts'
import { Button } from '@mantine/core'

/** From document 2, section 6, 'Alert Mode selector'. */
const geofenceRule = { roles: adminRoles, permissions: ['geofence.alerts.access'] } as const

export function NotificationSettings() {
  const settings = useNotificationSettings()
  const alertTimes = useAlertTimes()
  const failed = settings.error ?? alertTimes.error
  return (
    <>
      <PageHeader title="My Notification Settings" sub="What you are notified about, how and when" />
      {failed && (
        <ErrorNote
          title="Your settings could not be loaded"
          text={plainReason(failed)}
          onRetry={() => void Promise.all([settings.refetch(), alertTimes.refetch()])}
        />
      )}
      {!failed && (!settings.data || !alertTimes.data) && (
        <div className={`${classes.cards} ${classes.waiting}`} aria-busy="true" />
      )}
      {settings.data && alertTimes.data && (
        <SettingsForm settings={settings.data} alertTimes={alertTimes.data} />
      )}
    </>
  )
}

function SettingsForm({ settings, alertTimes }: { settings: Settings; alertTimes: OwnAlertTimes }) {
  const me = useMe()
  const session = useSession()
  const form = useSettingsForm(settings, alertTimes)
  const leaving = useLeaving(form.isChanged)
  const acting = session.state === 'signed-in' && session.acting
  const holder = { role: effectiveRole(me.roleName), permissions: me.permissions }
  const fields = { draft: form.draft, settings, errors: form.errors, onChange: form.change }
  return (
    <div className={classes.cards}>
      {acting && (
        <p className={classes.acting}>
          You are acting as {me.fullName}. Only they can change how they are notified.
        </p>
      )}
      <fieldset className={classes.form} disabled={acting}>
        <legend className="visually-hidden">Notification settings</legend>
        <KindsCard {...fields} />
        <WaysCard
          {...fields}
          isBusy={form.isBusy}
          onTurnEmailOnAgain={() => void form.turnEmailOnAgain()}
          push={<PushPanel knownBrowsers={settings.pushDevices} timeZone={settings.timeZone} />}
        />
        <TimesCard
          {...fields}
          stored={alertTimes}
          times={form.times}
          timeErrors={form.timeErrors}
          mayUseGeofence={may(holder, geofenceRule)}
          position={<PositionPanel settings={settings} />}
          onTimes={form.changeTimes}
        />
      </fieldset>
      <TestCard isUnsaved={form.isChanged} isRefused={acting} />
      {form.isChanged && (
        <div className={classes.saving}>
          <div className={classes.note}>
            {form.newer ? (
              <OvertakenNote
                rows={form.newer}
                isBusy={form.isBusy}
                onKeepMine={() => void form.save()}
                onUseTheirs={form.takeTheirs}
              />
            ) : (
              <SaveNote failure={form.failure} />
            )}
          </div>
          <p role="status">You have unsaved changes</p>
          <Button variant="default" disabled={form.isBusy} onClick={form.discard}>
            Discard
          </Button>
          <Button loading={form.isBusy} disabled={form.newer !== null} onClick={() => void form.save()}>
            Save
          </Button>
        </div>
      )}
      {leaving.question}
    </div>
  )
}

import { alertModeOf, alertModes, alertFlags } from './alert-mode.ts'
import type { SettingsFieldsProps } from './fields.ts'
import classes from './NotificationSettings.module.css'
import type { OwnTimes } from './settings-draft.ts'
import type { OwnAlertTimes } from '#contract/messages/notification-settings'
import { defaultAlertTimes } from '#domain/alert-times/alert-times'
import { weekOf } from '#web/data/messages/alert-times.ts'
import { AlertTimesEditor } from '#web/parts/fields/AlertTimesEditor.tsx'
import { errorsByDay, weekInWords } from '#web/parts/fields/alert-time-text.ts'
import { Card } from '#web/parts/page/Card.tsx'
import { errorOf } from '#web/parts/fields/field-errors.ts'
import { Select } from '#web/parts/look/inputs.ts'
import { Segments } from '#web/parts/fields/Segments.tsx'
import { zoneChoices } from '#web/parts/fields/zone-choices.ts'
import { useMemo, type ReactNode } from 'react'

interface TimesCardProps extends SettingsFieldsProps {
  stored: OwnAlertTimes
  times: OwnTimes
  timeErrors: Readonly<Record<string, readonly string[]>>
  mayUseGeofence: boolean
  /** Controls for sharing the person's position. */
  position: ReactNode
  onTimes: (times: OwnTimes) => void
}

const stepMinutes = 15

const whoseTimes = [
  ['group', 'Use my group’s times'],
  ['own', 'Use my own times'],
] as const

/** Sets when a person is notified, and where they must be. */
export function TimesCard(props: TimesCardProps) {
  const { draft, errors, stored, times, timeErrors, mayUseGeofence, position, onChange, onTimes } = props
  const zones = useMemo(
    () => zoneChoices(draft.timeZone, Intl.supportedValuesOf('timeZone')),
    [draft.timeZone],
  )
  const mode = alertModeOf(draft)
  const error =
    errorOf(errors, 'GeofenceAlertsEnabled', 'Geofence') ??
    errorOf(errors, 'AlertTimesEnabled', 'Alert times')
  return (
    <Card title="When you are notified">
      <div className={classes.stack}>
        <Select
          label="Time Zone"
          withAsterisk
          searchable
          allowDeselect={false}
          data={zones}
          limit={60}
          nothingFoundMessage="No matching time zone"
          value={draft.timeZone}
          onChange={timeZone => timeZone !== null && onChange({ timeZone })}
          error={errorOf(errors, 'TimeZone', 'Time Zone')}
        />
        {mayUseGeofence && (
          <div className={classes.field}>
            <h3>Alert Mode</h3>
            <Segments
              label="Alert Mode"
              choices={alertModes}
              chosen={mode}
              onChoose={chosen => onChange(alertFlags(chosen))}
            />
          </div>
        )}
        {error !== undefined && (
          <p role="alert" className={classes.error}>
            {error}
          </p>
        )}
        {mode !== 'times' && position}
        {mode !== 'geofence' && (
          <div className={classes.field}>
            <h3>Alert times</h3>
            <Segments
              label="Alert times"
              choices={whoseTimes}
              chosen={times === null ? 'group' : 'own'}
              onChoose={chosen => onTimes(chosen === 'group' ? null : (times ?? firstOwnTimes(stored)))}
            />
            {times === null ? (
              <p className={classes.dim}>{groupTimesInWords(stored)}</p>
            ) : (
              <AlertTimesEditor
                value={times}
                stepMinutes={stepMinutes}
                errors={errorsByDay(timeErrors)}
                onChange={onTimes}
              />
            )}
          </div>
        )}
      </div>
    </Card>
  )
}

/** A person's own times start as a copy of the times that applied before. */
function firstOwnTimes({ alertTimes }: OwnAlertTimes): OwnTimes {
  return alertTimes.length === 0 ? defaultAlertTimes : weekOf(alertTimes)
}

function groupTimesInWords({ isOwn, groupName, alertTimes }: OwnAlertTimes): string {
  if (groupName === null) return 'You are not in a user group, so alerts can arrive at any time.'
  if (isOwn) return `The times of ${groupName} apply again as soon as you save.`
  if (alertTimes.length === 0) return `${groupName} has no alert times, so alerts can arrive at any time.`
  return `${groupName}: ${weekInWords(weekOf(alertTimes))}`
}

import { alertsAreOn, withAlerts, type LocationDraft } from './draft.ts'
import classes from './LocationForm.module.css'
import { Switch } from '#web/parts/look/inputs.ts'

interface NotifyFieldsProps {
  draft: LocationDraft
  onChange: (change: (before: LocationDraft) => LocationDraft) => void
}

export function NotifyFields({ draft, onChange }: NotifyFieldsProps) {
  const isOn = alertsAreOn(draft)
  return (
    <fieldset className={classes.section}>
      <legend>Notifications</legend>
      <div className={classes.switches}>
        <Switch
          label="Alerts"
          description={
            isOn ? 'You will be alerted for this location.' : 'Notifications are silenced for this location.'
          }
          checked={isOn}
          onChange={event => {
            const { checked } = event.currentTarget
            onChange(before => withAlerts(before, checked))
          }}
        />
        <Switch
          label="Forecast location"
          description="You get forecasts for one location. Turning this on moves them here."
          checked={draft.forecastLocation}
          onChange={event => {
            const { checked } = event.currentTarget
            onChange(before => ({ ...before, forecastLocation: checked }))
          }}
        />
      </div>
    </fieldset>
  )
}

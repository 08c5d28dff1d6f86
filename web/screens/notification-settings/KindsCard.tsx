import type { SettingsFieldsProps } from './fields.ts'
import classes from './NotificationSettings.module.css'
import { Card } from '#web/parts/page/Card.tsx'
import { Switch } from '#web/parts/look/inputs.ts'
import { WarningNote } from '#web/parts/page/WarningNote.tsx'

/** Selects what a person is notified about. */
export function KindsCard({ draft, onChange }: Pick<SettingsFieldsProps, 'draft' | 'onChange'>) {
  return (
    <Card title="What you are notified about">
      <div className={classes.stack}>
        <Switch
          label="Decline notifications"
          description="You will not receive alerts on any channel."
          checked={draft.declinesNotifications}
          onChange={event => onChange({ declinesNotifications: event.currentTarget.checked })}
        />
        {draft.declinesNotifications && (
          <WarningNote
            title="You will not be warned"
            text="You will not receive alerts about lightning, policies or severe weather until you turn this off."
          />
        )}
      </div>
      <fieldset className={classes.kinds} disabled={draft.declinesNotifications}>
        <legend className="visually-hidden">Kinds of notifications</legend>
        <Switch
          label="Severe weather"
          description="National Weather Service alerts for your locations."
          checked={draft.severeWeatherNotification}
          onChange={event => onChange({ severeWeatherNotification: event.currentTarget.checked })}
        />
        <Switch
          label="Lightning in outer rings"
          description="One message when lightning approaches, before it reaches the ring where you act. Rings with a policy follow the policy."
          checked={draft.outerRingNotification}
          onChange={event => onChange({ outerRingNotification: event.currentTarget.checked })}
        />
        <Switch
          label="Precipitation"
          description="Policy alerts about rain and snow."
          checked={draft.precipitationNotification}
          onChange={event => onChange({ precipitationNotification: event.currentTarget.checked })}
        />
        <Switch
          label="Proactive forecasts"
          description="Messages from our meteorologists about upcoming weather."
          checked={draft.proactiveForecastNotification && !draft.optOutForecast}
          disabled={draft.optOutForecast}
          onChange={event => onChange({ proactiveForecastNotification: event.currentTarget.checked })}
        />
        <Switch
          label="Opt out of forecasts"
          description="No forecasts at all, proactive ones included."
          checked={draft.optOutForecast}
          onChange={event => onChange({ optOutForecast: event.currentTarget.checked })}
        />
      </fieldset>
    </Card>
  )
}

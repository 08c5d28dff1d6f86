import { newestFirst, type Tab } from './tabs.ts'
import { shortTime } from './warning-text.ts'
import classes from './Warnings.module.css'
import { WarningCountdown } from './WarningCountdown.tsx'
import type { WireAdvisory } from '#contract/weather/advisories'
import type { WireProactiveForecast } from '#contract/weather/forecasts'
import type { Location } from '#contract/places/locations'
import type { PolicyWarning } from '#contract/places/warnings'
import { shownWithUnit, thresholdWords } from '#domain/policies/policy'
import { lightningZoneOf } from '#domain/policies/policy-types'
import type { LiveLocation } from '#web/data/live/place.ts'
import { usePlace } from '#web/data/live/use-place.ts'
import { ringText } from '#web/screens/home/dashboard/lightning/hero.ts'
import { SafeHtml } from '#web/parts/page/SafeHtml.tsx'
import { StatusPill } from '#web/parts/page/StatusPill.tsx'
import { zoneAbbreviation } from '#web/parts/time/zones.ts'
import {
  IconAlertTriangle,
  IconBoltFilled,
  IconFlask,
  IconHourglass,
  IconQuestionMark,
} from '@tabler/icons-react'

interface PanelProps {
  location: Location
  tab: Tab
}

/** Shows the content of a tab. Times are in the place's zone. */
export function Panel({ location, tab }: PanelProps) {
  const { timeZone } = location
  const time = (instant: string) =>
    `${shortTime(instant, timeZone)} ${zoneAbbreviation(timeZone, new Date(instant))}`
  switch (tab.kind) {
    case 'delay':
      return <DelayPanel location={location} />
    case 'policy':
      return tab.warnings.map(warning => (
        <PolicyPanel key={warning.id} location={location} warning={warning} time={time} />
      ))
    case 'advisory':
      return <AdvisoryPanel advisory={tab.advisory} time={time} />
    case 'forecast':
      return <ForecastPanel forecast={tab.forecast} time={time} />
  }
}

/** Lists the rings in delay. They come from the location's settings, not from a policy. */
function DelayPanel({ location }: { location: Location }) {
  const rings = usePlace(location, delayedRings)
  return (
    <div className={classes.entry}>
      <div className={classes.head}>
        <h3>Lightning Delay</h3>
        <StatusPill tone="bad" icon={IconBoltFilled}>
          In delay
        </StatusPill>
      </div>
      <p>Lightning struck inside a ring of this location.</p>
      <dl className={classes.facts}>
        {rings.map(({ name, text }) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd role="timer">{text}</dd>
          </div>
        ))}
      </dl>
    </div>
  )
}

const delayedRings = ({ rings }: LiveLocation) =>
  rings
    .filter(({ shown }) => shown.show === 'Delay')
    .map(({ ring, radiusMiles, shown }) => ({
      name: `All clear in Ring ${ring} (${radiusMiles} mi)`,
      text: ringText(shown),
    }))

type Time = (instant: string) => string

interface PolicyPanelProps {
  location: Location
  warning: PolicyWarning
  time: Time
}

function PolicyPanel({ location, warning, time }: PolicyPanelProps) {
  const { policyDisplayName, message, value, startedTime, lastAlertTime, lastUpdateTime, allClearTime } =
    warning
  const { policyTypeShortName: type } = warning
  const zone = lightningZoneOf[type]
  const facts = [
    ['Value', shownWithUnit(type, value)],
    ['Threshold', thresholdWords(type, warning.thresholdValue)],
    ['Started', time(startedTime)],
    ['Last alert', time(lastAlertTime)],
    ['Last update', time(lastUpdateTime)],
    ['All-clear time', `${warning.allClearMinutes} min`],
    ...(warning.source ? [['Measured by', warning.source] as const] : []),
  ] as const
  return (
    <div className={classes.entry}>
      <div className={classes.head}>
        <h3>{policyDisplayName}</h3>
        {allClearTime === null ? (
          <StatusPill tone="bad" icon={IconAlertTriangle}>
            In breach
          </StatusPill>
        ) : (
          <span className={classes.counting}>
            <IconHourglass size={14} aria-hidden />
            All clear in <WarningCountdown location={location} warnings={[warning]} />
          </span>
        )}
        {warning.unsure && (
          <StatusPill tone="unknown" icon={IconQuestionMark}>
            {warning.unsure === 'stale' ? 'Data is old' : 'Data is missing'}
          </StatusPill>
        )}
      </div>
      <p>{message}</p>
      {zone !== undefined && <p>It ends and counts down with Ring {zone}.</p>}
      {warning.unsure && <p>{unsureWords(warning)}</p>}
      <dl className={classes.facts}>
        {facts.map(([label, shown]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{shown}</dd>
          </div>
        ))}
      </dl>
    </div>
  )
}

function unsureWords({ source }: PolicyWarning): string {
  if (!source) return 'The warning stays active until there is fresh data.'
  return `Only ${source} or a source as near and as direct can end this warning. If none reports for 2 hours, it is no longer measured there, which is not an all clear.`
}

function AdvisoryPanel({ advisory, time }: { advisory: WireAdvisory; time: Time }) {
  return (
    <div className={classes.entry} style={{ borderColor: advisory.Color }} data-coloured>
      <div className={classes.head}>
        <h3>{advisory.Headline ?? advisory.Event}</h3>
        {advisory.Exercise && (
          <StatusPill tone="info" icon={IconFlask}>
            EXERCISE
          </StatusPill>
        )}
      </div>
      <p className={classes.meta}>
        {advisory.Sender} · {advisory.Severity === 'Unknown' ? 'severity not given' : advisory.Severity} ·{' '}
        {time(advisory.Onset)} to {time(advisory.Ends)}
      </p>
      {advisory.Instruction && <p className={classes.instruction}>{advisory.Instruction}</p>}
      <p className={classes.words}>{advisory.Description}</p>
      <p className={classes.meta}>{advisory.Area}</p>
    </div>
  )
}

function ForecastPanel({ forecast, time }: { forecast: WireProactiveForecast; time: Time }) {
  const { forecastType, expiresAt } = forecast
  return (
    <div className={classes.entry} style={{ borderColor: forecastType.color }} data-coloured>
      <p className={classes.meta}>
        {forecastType.name} · until {time(expiresAt)}
      </p>
      {newestFirst(forecast).map(message => (
        <div key={message.id} className={classes.message}>
          <h3>{message.headline}</h3>
          <p className={classes.meta}>{time(message.createdAt)}</p>
          <SafeHtml html={message.message} />
        </div>
      ))}
    </div>
  )
}

import { missingOf, summaryWords } from './summary-text.ts'
import classes from '#web/screens/welcome/Welcome.module.css'
import { effectiveRole } from '#domain/access/roles'
import type { PlaceStanding, SetupState, TestStanding } from '#web/data/people/getting-started-steps.ts'
import type { LiveLocation } from '#web/data/live/place.ts'
import { usePlace } from '#web/data/live/use-place.ts'
import { useMe } from '#web/data/people/users.ts'
import { useSimulatedWeather } from '#web/data/weather/weather-kind.ts'
import { IconAlertTriangle, IconShieldCheck } from '@tabler/icons-react'
import { useId } from 'react'
import { Link } from 'react-router'

interface SummaryProps {
  place: Extract<PlaceStanding, { kind: 'watched' }>
  standing: SetupState
  test: TestStanding
}

/** Leaves out countdowns, because a view that changes on every check would render endlessly. */
function viewOf({ rings, worst }: LiveLocation) {
  return {
    radiusMiles: rings[0]?.radiusMiles ?? null,
    unknownBecause: worst.show === 'Unknown' ? worst.because : null,
  }
}

/** Summarizes the setup and what is still missing. */
export function Summary({ place, standing, test }: SummaryProps) {
  const me = useMe()
  const id = useId()
  const { radiusMiles, unknownBecause } = usePlace(place.location, viewOf)
  const missing = missingOf({
    standing,
    test,
    meId: me.id,
    role: effectiveRole(me.roleName),
    unknownBecause,
    isSimulated: useSimulatedWeather(),
  })
  const isWhole = missing.length === 0
  const { title, text } = summaryWords(place.place.name, radiusMiles, standing.people.told.length, isWhole)
  const TitleIcon = isWhole ? IconShieldCheck : IconAlertTriangle
  return (
    <section className={classes.summary} data-whole={isWhole || undefined} aria-labelledby={id}>
      <TitleIcon size={28} stroke={1.75} aria-hidden />
      <div>
        <h2 id={id}>{title}</h2>
        <p>{text}</p>
        {!isWhole && (
          <ul className={classes.missing}>
            {missing.map(({ text: words, link }) => (
              <li key={words}>
                {words} {link && <Link to={link.to}>{link.label}</Link>}
              </li>
            ))}
          </ul>
        )}
        <p>
          <Link to={`/?location=${place.location.id}`}>Open the dashboard</Link>
        </p>
      </div>
    </section>
  )
}

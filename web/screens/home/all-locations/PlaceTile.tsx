import classes from './AllLocations.module.css'
import { placeIcons, placeSummary } from '#web/screens/home/dashboard/strip/place-look.ts'
import type { Location } from '#contract/places/locations'
import { otherHazards, type Warned } from '#web/data/weather/hazards.ts'
import { usePlace } from '#web/data/live/use-place.ts'
import { StatusPill } from '#web/parts/page/StatusPill.tsx'
import { threatIcons } from '#web/parts/weather/threat-icons.ts'
import { IconQuestionMark } from '@tabler/icons-react'
import { Link } from 'react-router'

interface PlaceTileProps {
  location: Location
  warned: Warned
}

/** Shows one of many places: its lightning state under the lease rules, and the worst of all other hazards. */
export function PlaceTile({ location, warned }: PlaceTileProps) {
  const { show, text, tone, why } = usePlace(location, placeSummary)
  return (
    <li className={classes.tile} data-shown={show} aria-labelledby={`place-${location.id}`}>
      <h3 id={`place-${location.id}`}>
        <Link to={`/?location=${location.id}`} data-place>
          {location.label}
        </Link>
      </h3>
      <p className={classes.state}>
        <span className={classes.pill}>
          <StatusPill tone={tone} icon={placeIcons[show]}>
            {text}
          </StatusPill>
        </span>
        {why !== null && <span className={classes.why}>{why}</span>}
      </p>
      <TileHazards warned={warned} />
    </li>
  )
}

/** In words, because there is room, and no one should have to hover over sixty icons. */
function TileHazards({ warned }: { warned: Warned }) {
  const { hazards, unknown } = otherHazards(warned)
  if (hazards.length === 0 && unknown.length === 0) return null
  return (
    <ul className={classes.hazards}>
      {hazards.map(({ threat, name }) => {
        const ThreatIcon = threatIcons[threat]
        return (
          <li key={name}>
            <ThreatIcon size={14} aria-hidden />
            <span>{name}</span>
          </li>
        )
      })}
      {unknown.length > 0 && (
        <li className={classes.unsure}>
          <IconQuestionMark size={14} aria-hidden />
          <span>Not known: {unknown.join(' and ')}</span>
        </li>
      )}
    </ul>
  )
}

import { CardFoot } from './CardFoot.tsx'
import classes from './MapCard.module.css'
import { mapStrikes, reachMilesOf, ringsWords, strikesText } from './map-text.ts'
import type { Location } from '#contract/places/locations'
import { serverNowInSteps } from '#web/data/live/server-now.ts'
import type { LiveLocation } from '#web/data/live/place.ts'
import { useLiveView, usePlace, useRingCircles, useRingStrikes } from '#web/data/live/use-place.ts'
import { useStrikesAround } from '#web/data/weather/strikes.ts'
import { hasWebGl } from '#web/map/has-webgl.ts'
import { MapLost } from '#web/map/MapLost.tsx'
import { useNearAndIdle } from '#web/map/use-near-and-idle.ts'
import { Card } from '#web/parts/page/Card.tsx'
import { fetchedPart } from '#web/parts/page/fetched-part.tsx'
import { shownTimeInZone } from '#web/parts/time/times.ts'
import { useComputedColorScheme } from '@mantine/core'
import { useMemo, useReducer, useRef, type ComponentProps } from 'react'
import { Link } from 'react-router'

const FetchedMap = fetchedPart(() => import('./CardMap.tsx').then(file => file.CardMap), <Awaited />)

interface MapCardProps {
  location: Location
  /** The viewer's. */
  zone: string
}

/** Shows the location on a map, with its rings in force, the strikes around it and the active layers. */
export function MapCard({ location, zone }: MapCardProps) {
  const { rings, show } = usePlace(location, ringsOf)
  const reachMiles = reachMilesOf(rings)
  const { data, isError, dataUpdatedAt } = useStrikesAround(location, reachMiles, show === 'Delay')
  const ringStrikes = useRingStrikes(location.id)
  const circles = useRingCircles(location.id)
  const nowMs = useLiveView(serverNowInSteps)
  const strikes = useMemo(() => mapStrikes(ringStrikes ?? [], data ?? []), [ringStrikes, data])
  const seen = strikesText(location, strikes, {
    nowMs,
    circles,
    reachMiles,
    // An empty strike list does not prove that there was no strike.
    areProven: data !== undefined && !isError && (show !== 'Unknown' || strikes.length + circles.length > 0),
  })
  const shown =
    data && isError ? `shown as of ${shownTimeInZone(new Date(dataUpdatedAt).toISOString(), zone)}` : null

  const place = useRef<HTMLDivElement>(null)
  const mayBegin = useNearAndIdle(place)
  const base = useComputedColorScheme('light', { getInitialValueInEffect: false })
  return (
    <Card title="Map" aside={<Link to="/LiveRadar">Open Live Radar</Link>}>
      <div ref={place} className={classes.map}>
        {mayBegin ? (
          <DrawnMap
            base={base}
            label={`${location.label} with ${ringsWords(rings)}; ${seen}`}
            location={location}
            rings={rings}
            strikes={strikes}
            circles={circles}
            nowMs={nowMs}
            zone={zone}
          />
        ) : (
          <Awaited />
        )}
      </div>
      <CardFoot base={base} words={shown === null ? seen : `${seen}; ${shown}`} />
    </Card>
  )
}

function DrawnMap(props: ComponentProps<typeof FetchedMap>) {
  const [canDraw, lookAgain] = useReducer(hasWebGl, undefined, hasWebGl)
  return canDraw ? <FetchedMap {...props} /> : <MapLost reason="no-webgl" onRetry={lookAgain} />
}

function Awaited() {
  return <div className={classes.skeleton} role="status" aria-label="Loading the map" />
}

function ringsOf({ rings, worst }: LiveLocation) {
  return { rings: rings.map(({ ring, radiusMiles }) => ({ ring, radiusMiles })), show: worst.show }
}

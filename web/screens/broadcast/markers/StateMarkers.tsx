import { mapMarkOf, type MapMark } from './marks.ts'
import { MarkIcon } from './MarkIcon.tsx'
import classes from './Markers.module.css'
import type { Location } from '#contract/places/locations'
import { readPlace } from '#web/data/live/place.ts'
import { useLiveView } from '#web/data/live/use-place.ts'
import { useStandingMap } from '#web/map/standing-map.ts'
import { useCallback, useEffect, useRef } from 'react'

/** Shows each location's state at its position on the map, by color, icon and pattern. */
export function StateMarkers({ locations }: { locations: readonly Location[] }) {
  const marks = useLiveView(
    useCallback(
      () =>
        locations.map((location): readonly [number, MapMark] => [
          location.id,
          mapMarkOf(readPlace(location).worst),
        ]),
      [locations],
    ),
  )
  const markById = new Map(marks)
  return locations.map(location => (
    <StateMarker key={location.id} location={location} mark={markById.get(location.id) ?? 'unknown'} />
  ))
}

function StateMarker({ location, mark }: { location: Location; mark: MapMark }) {
  const { map } = useStandingMap()
  const marker = useRef<HTMLSpanElement>(null)
  const { latitude, longitude, label } = location
  useEffect(() => {
    const place = () => {
      const { x, y } = map.project([longitude, latitude])
      marker.current?.style.setProperty('transform', `translate(${x}px, ${y}px)`)
    }
    place()
    map.on('move', place)
    map.on('resize', place)
    return () => {
      map.off('move', place)
      map.off('resize', place)
    }
  }, [map, latitude, longitude])
  return (
    <span ref={marker} className={classes.place}>
      <MarkIcon mark={mark} label={label} />
    </span>
  )
}

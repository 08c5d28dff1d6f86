import { AlertsPopup } from './AlertsPopup.tsx'
import { ObservationPopup } from './ObservationPopup.tsx'
import { StormPopup } from './StormPopup.tsx'
import { strikePopupFacts } from './strike-text.ts'
import { tropicalFacts } from './tropical-text.ts'
import type { Location } from '#contract/places/locations'
import { MapPopup } from '#web/map/popups/MapPopup.tsx'
import type { Picked } from '#web/map/weather/picked.ts'
import type { Layers } from '#web/map/weather/use-layers.ts'
import { FactList } from '#web/parts/page/Facts.tsx'

interface PickedPopupProps {
  picked: Picked
  layers: Layers
  locations: readonly Location[]
  zone: string
  onClose: () => void
}

/** Shows details of what was clicked. Renders nothing if that has since disappeared from the map. */
export function PickedPopup({ picked, layers, locations, zone, onClose }: PickedPopupProps) {
  switch (picked.kind) {
    case 'observation':
      return <ObservationPopup at={picked.at} zone={zone} nowMs={layers.nowMs} onClose={onClose} />
    case 'station': {
      const { at, name, isAirport } = picked
      return (
        <ObservationPopup
          // Picking another station starts over with its preferred source.
          key={name}
          at={at}
          title={name}
          first={isAirport ? 'metar' : 'preferred'}
          zone={zone}
          nowMs={layers.nowMs}
          onClose={onClose}
        />
      )
    }
    case 'alerts':
      return <AlertsPopup at={picked.at} zone={zone} onClose={onClose} />
    case 'storm': {
      const cell = layers.cells?.find(({ properties }) => properties.Id === picked.id)
      return (
        cell && (
          <StormPopup
            cell={cell}
            // The heading of a past storm does not predict its arrival.
            locations={layers.time.kind === 'now' ? locations : []}
            zone={zone}
            nowMs={layers.nowMs}
            onClose={onClose}
          />
        )
      )
    }
    case 'strike': {
      const { at, timeMs } = picked
      const strike = layers.strikes?.find(
        each => each.timeMs === timeMs && each.latitude === at.latitude && each.longitude === at.longitude,
      )
      return (
        strike && (
          <MapPopup at={strike} title="Lightning strike" onClose={onClose}>
            <FactList facts={strikePopupFacts(strike, zone)} />
          </MapPopup>
        )
      )
    }
    case 'tropical': {
      const issue = layers.tropical?.find(({ data }) => data.some(({ id }) => id === picked.storm))
      const storm = issue?.data.find(({ id }) => id === picked.storm)
      const point = storm?.points[picked.point]
      if (!issue || !storm || !point) return null
      const [longitude, latitude] = point.coordinates
      return (
        <MapPopup at={{ latitude, longitude }} title={storm.name} onClose={onClose}>
          <FactList facts={tropicalFacts(storm, issue.issued, picked.point, zone)} />
        </MapPopup>
      )
    }
  }
}

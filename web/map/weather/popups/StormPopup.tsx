import classes from './Popups.module.css'
import { ownArrivals, stormFacts } from './storm-text.ts'
import type { Location } from '#contract/places/locations'
import type { StormFeature } from '#contract/weather/storms'
import { MapPopup } from '#web/map/popups/MapPopup.tsx'
import { FactList } from '#web/parts/page/Facts.tsx'

interface StormPopupProps {
  cell: StormFeature
  locations: readonly Location[]
  zone: string
  nowMs: number
  onClose: () => void
}

export function StormPopup({ cell, locations, zone, nowMs, onClose }: StormPopupProps) {
  const [longitude, latitude] = cell.geometry.coordinates
  const arrivals = ownArrivals(cell, locations, nowMs, zone)
  return (
    <MapPopup at={{ latitude, longitude }} title={`Storm cell ${cell.properties.Id}`} onClose={onClose}>
      {arrivals.length > 0 && (
        <div className={classes.arrivals}>
          <p>If it stays on course, it reaches</p>
          <ul>
            {arrivals.map(({ label, text }) => (
              <li key={label}>
                <strong>{label}</strong> {text}
              </li>
            ))}
          </ul>
        </div>
      )}
      <FactList facts={stormFacts(cell, zone)} />
    </MapPopup>
  )
}

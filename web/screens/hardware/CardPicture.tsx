import classes from './Hardware.module.css'
import type { Hardware } from '#contract/devices/hardware'
import { timeAgo } from '#domain/units/time-ago'
import { useUnitImage } from '#web/data/devices/hardware.ts'
import { StillMap } from '#web/map/still/StillMap.tsx'
import { StationPicture } from '#web/parts/weather/StationPicture.tsx'

/** The fragment is not sent to the server. It only makes the browser reload an image that has changed. */
function imageAt(imageUrl: string, lastModified: string | null): string {
  return lastModified === null ? imageUrl : `${imageUrl}#${Date.parse(lastModified)}`
}

/** Shows the station camera's last image, or the unit's position. */
export function CardPicture({ unit, nowMs }: { unit: Hardware; nowMs: number }) {
  const { data } = useUnitImage(unit)
  if (data?.imageUrl) {
    const { imageUrl, lastModified } = data
    const age = timeAgo(lastModified === null ? null : Date.parse(lastModified), nowMs)
    return (
      <div className={classes.picture}>
        <StationPicture imageUrl={imageAt(imageUrl, lastModified)} alt={`View from ${unit.name}`} status="" />
        {age !== null && <p className={classes.imageAge}>Image updated {age}</p>}
      </div>
    )
  }
  return (
    <div className={classes.picture} data-map>
      <StillMap latitude={unit.latitude} longitude={unit.longitude} />
      <p className={classes.where}>
        <span>{unit.locationName || unit.name}</span>
        <span className={classes.coordinates}>
          {unit.latitude.toFixed(4)}, {unit.longitude.toFixed(4)}
        </span>
      </p>
    </div>
  )
}

import { isOwnImage } from './image-choice.ts'
import classes from '#web/screens/station/Station.module.css'
import type { WeatherStation } from '#contract/devices/stations'
import { timeAgo } from '#domain/units/time-ago'
import { useStationImageTime } from '#web/data/devices/stations.ts'
import { Card } from '#web/parts/page/Card.tsx'
import { EmptyState } from '#web/parts/page/EmptyState.tsx'
import { StationPicture } from '#web/parts/weather/StationPicture.tsx'
import { IconPhotoOff } from '@tabler/icons-react'
import { Link } from 'react-router'

interface LatestImageProps {
  station: WeatherStation
  /** The image named in the page's URL. That image itself is never shown. */
  asked: string | undefined
  nowMs: number
}

export function LatestImage({ station, asked, nowMs }: LatestImageProps) {
  const { id, imageUrl, locationName } = station
  const { data: time } = useStationImageTime(String(id))
  if (asked !== undefined && !isOwnImage(asked, imageUrl, location.origin)) {
    return (
      <Card title="Station image">
        <EmptyState
          icon={<IconPhotoOff size={32} stroke={1.5} aria-hidden />}
          title="This image is not shown"
          text="The image in this address is not from this station."
        >
          <Link to={`/Historical/${id}`} replace>
            Open the page without it
          </Link>
        </EmptyState>
      </Card>
    )
  }
  const takenMs = time?.lastModified ? Date.parse(time.lastModified) : null
  const age = imageUrl === null ? null : timeAgo(takenMs, nowMs)
  return (
    <Card title="Station image" aside={age === null ? undefined : `Image updated ${age}`}>
      <div className={classes.picture}>
        <StationPicture
          // The fragment is not sent to the server. It only makes the browser reload an image that has changed.
          imageUrl={imageUrl === null || takenMs === null ? imageUrl : `${imageUrl}#${takenMs}`}
          alt={`View from ${locationName}`}
          status="This station has no camera"
        />
      </div>
    </Card>
  )
}

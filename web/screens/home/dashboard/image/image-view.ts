import type { PlaceObservation } from '#contract/weather/conditions'
import { timeAgo } from '#domain/units/time-ago'

export interface ImageView {
  readonly name: string
  readonly imageUrl: string | null
  /** Why there is no image. */
  readonly status: string
  /** `Image updated 5 minutes ago`; null if unknown. */
  readonly updated: string | null
  /** The text below the name when there is no image. */
  readonly below: string
}

const nothing = { imageUrl: null, updated: null, below: '' }

/** Returns what the card shows for a station, using the data received so far. */
export function imageView(
  observation: PlaceObservation | undefined,
  hasFailed: boolean,
  changedMs: number | null,
  nowMs: number,
): ImageView {
  if (!observation) {
    const status = hasFailed ? 'The station could not be loaded' : 'Loading...'
    return { ...nothing, name: '--', status, below: hasFailed ? 'We’ll try again every minute.' : '' }
  }
  const { weatherStation } = observation
  if (!weatherStation) return { ...nothing, name: 'No weather station nearby', status: 'No image available' }
  const { name, imageUrl, distanceInMiles, type } = weatherStation
  const age = imageUrl === null ? null : timeAgo(changedMs, nowMs)
  return {
    name,
    // The fragment is not sent to the server. It only makes the browser reload an image that has changed.
    imageUrl: imageUrl === null || changedMs === null ? imageUrl : `${imageUrl}#${changedMs}`,
    status: type === 0 ? 'Airports have no camera' : 'This station has no camera',
    updated: age === null ? null : `Image updated ${age}`,
    below: `${distanceInMiles.toFixed(1)} miles away`,
  }
}

import type { StrikeFact } from './strike-text.ts'
import type { Location } from '#contract/places/locations'
import type { StormFeature } from '#contract/weather/storms'
import { minutesToCircle, arrivalOfStorm } from '#domain/radar/storm-arrival'
import { motionOf, stormAfter } from '#domain/radar/storm-motion'
import { aheadMinutes } from '#domain/radar/storm-outlook'
import { vectorTo } from '#domain/radar/vector'
import { compass16 } from '#domain/units/compass'
import { shownClock } from '#web/parts/time/times.ts'

/** A constant from the specification. */
const mphPerMs = 2.236936
const minuteMs = 60_000

const shown = (value: number | null, unit: string) =>
  value === null ? 'Not known' : `${Math.round(value).toLocaleString('en-US')}${unit}`

/** Returns everything a radar reports about a cell. */
export function stormFacts({ properties }: StormFeature, zone: string): StrikeFact[] {
  const {
    IssueTime,
    Type,
    Flags,
    Movement,
    Height,
    MaxReflectivity,
    HailChance,
    SevereHailChance,
    Top,
    Vil,
  } = properties
  return [
    { label: 'Issued', value: shownClock(new Date(IssueTime), zone) },
    { label: 'Type', value: Type },
    { label: 'Flags', value: flagWords(Flags) },
    { label: 'Movement', value: movementWords(Movement) },
    { label: 'Height', value: shown(Height, ' ft') },
    { label: 'Top', value: shown(Top, ' ft') },
    { label: 'Max reflectivity', value: shown(MaxReflectivity, ' dBZ') },
    { label: 'Hail', value: shown(HailChance, '%') },
    { label: 'Severe hail', value: shown(SevereHailChance, '%') },
    { label: 'VIL', value: shown(Vil, ' kg/m²') },
  ]
}

function flagWords({ Tvs, Meso, SevereHail, Hail }: StormFeature['properties']['Flags']): string {
  const words = [
    Tvs && 'tornado signature',
    Meso && 'rotation',
    SevereHail && 'severe hail',
    Hail && !SevereHail && 'hail',
  ].filter(word => word !== false)
  if (words.length === 0) return 'None'
  const text = words.join(', ')
  return text.charAt(0).toUpperCase() + text.slice(1)
}

function movementWords(movement: StormFeature['properties']['Movement']): string {
  if (!movement) return 'Not known'
  const mph = movement.SpeedMs * mphPerMs
  return mph < 1 ? 'Not moving' : `${compass16(movement.Heading)} at ${Math.round(mph)} mph`
}

export interface OwnArrival {
  readonly label: string
  readonly text: string
}

/**
 * Returns the viewer's locations whose widest ring the cell reaches within the hour if it stays on course, soonest
 * first.
 */
export function ownArrivals(
  { geometry, properties }: StormFeature,
  locations: readonly Location[],
  nowMs: number,
  zone: string,
): OwnArrival[] {
  const { Movement, IssueTime } = properties
  const motion = Movement && motionOf(vectorTo(Movement.SpeedMs, Movement.Heading))
  const [longitude, latitude] = geometry.coordinates
  const ageMinutes = Math.max(0, nowMs - Date.parse(IssueTime)) / minuteMs
  const now = motion && stormAfter({ latitude, longitude }, motion, ageMinutes)
  if (!motion || !now) return []
  return locations
    .flatMap(location => {
      const { label, radius1, radius2, radius3, radius4 } = location
      const arrival = arrivalOfStorm(now, motion, location)
      const minutes =
        arrival && minutesToCircle(arrival, motion, Math.max(radius1, radius2, radius3, radius4))
      return minutes === null || minutes > aheadMinutes ? [] : [{ label, minutes }]
    })
    .toSorted((one, other) => one.minutes - other.minutes)
    .map(({ label, minutes }) => ({ label, text: arrivalWords(minutes, nowMs, zone) }))
}

/** Rounds down to whole minutes, so that no storm arrives earlier than shown. */
function arrivalWords(minutes: number, nowMs: number, zone: string): string {
  if (minutes === 0) return 'inside its rings now'
  if (minutes < 1) return 'any minute'
  return `about ${shownClock(new Date(nowMs + minutes * minuteMs), zone)} (${Math.floor(minutes)} min)`
}

import { savedRings, type FormSubject } from './subject.ts'
import { zoneMiles } from './zone-rows.ts'
import type { Asked } from '#contract/call'
import type { addLocation } from '#contract/places/locations'
import type { Point } from '#domain/geo/distance'
import type { MergeRule } from '#domain/edits/merge'
import type { RingSet } from '#domain/lightning/ring-rules'
import { onOrOff, type Described } from '#web/parts/leaving/differences.ts'
import { noPlace, placeDraftOf, placeProblems, type PlaceDraft } from '#web/forms/place/place-draft.ts'

/** Everything in the form that can be changed. */
export interface LocationDraft extends PlaceDraft {
  readonly label: string
  readonly rings: RingSet
  readonly flags: number
  readonly forecastLocation: boolean
}

/** Any of these bits silences some alert. The form can only set all or none. */
const silenced = 30
const alertsOnFlags = 0

export function locationDraftOf(subject: FormSubject): LocationDraft {
  const rings = savedRings(subject)
  if (subject.kind === 'edit') {
    const { location } = subject
    const { label, flags, forecastLocation } = location
    const place = placeDraftOf({ ...location, address: location.locationName })
    return { label, ...place, rings, flags, forecastLocation }
  }
  const empty = { rings, flags: alertsOnFlags, forecastLocation: false }
  const place = subject.organizationLocation
  return place ? { label: place.name, ...placeDraftOf(place), ...empty } : { label: '', ...noPlace, ...empty }
}

/** The position is merged as a whole, each zone separately. */
export const locationMergeRule: MergeRule<LocationDraft> = {
  together: [['address', 'addressBy', 'addressIsOpen', 'latitude', 'longitude', 'placeIsChosen']],
  deep: ['rings'],
}

/** Returns the draft as readable text, with the rings as changed by policies. */
export function locationDraftInWords(draft: LocationDraft, rings: RingSet): Described {
  return [
    ['Location Name', draft.label],
    ['Address', draft.address],
    ['Latitude', draft.latitude],
    ['Longitude', draft.longitude],
    ...rings.radii.map(
      (miles, index) => [`Zone ${index + 1}`, miles > 0 ? zoneMiles(miles) : 'Off'] as const,
    ),
    ['All-clear timer', `${rings.allClearMinutes} minutes`],
    ['Alerts', onOrOff(alertsAreOn(draft))],
    ['Forecast location', onOrOff(draft.forecastLocation)],
  ]
}

// Alerts

export function alertsAreOn({ flags }: Pick<LocationDraft, 'flags'>): boolean {
  return (flags & silenced) === 0
}

export function withAlerts(draft: LocationDraft, on: boolean): LocationDraft {
  return { ...draft, flags: on ? alertsOnFlags : silenced }
}

// Saving

/** Errors found before calling the server, keyed like the server's errors. */
export function locationProblems(draft: LocationDraft): Readonly<Record<string, readonly string[]>> {
  return { ...(draft.label.trim() === '' && { Label: ['is required'] }), ...placeProblems(draft) }
}

/** Returns the request body. Its rings are those in the form, as changed by policies. */
export function wireOf(draft: LocationDraft, subject: FormSubject, place: Point, rings: RingSet) {
  const [radius1, radius2, radius3, radius4] = rings.radii
  const organizationLocationId =
    subject.kind === 'edit'
      ? subject.location.organizationLocationId
      : (subject.organizationLocation?.id ?? null)
  return {
    label: draft.label.trim(),
    locationName: draft.address.trim(),
    ...place,
    radius1,
    radius2,
    radius3,
    radius4,
    allClearMinutes: rings.allClearMinutes,
    flags: draft.flags,
    forecastLocation: draft.forecastLocation,
    organizationLocationId,
  } satisfies Asked<typeof addLocation>['body']
}

/** Whether the place must be checked before saving, because it is new or was moved. */
export function isMoved(subject: FormSubject, place: Point): boolean {
  if (subject.kind === 'new') return true
  const { latitude, longitude } = subject.location
  return place.latitude !== latitude || place.longitude !== longitude
}

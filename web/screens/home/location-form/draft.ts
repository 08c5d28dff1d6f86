import { savedRings, type Subject } from './subject.ts'
import type { Asked } from '#contract/call'
import type { addLocation, FoundPlace } from '#contract/locations'
import type { RingSet } from '#domain/lightning/ring-rules'

/** Everything in the form that can be changed, as it stands there. */
export interface Draft {
  readonly label: string
  readonly address: string
  /** Who wrote the address: what a lookup wrote goes when the coordinates are changed, a person's words stay. */
  readonly addressBy: 'person' | 'lookup'
  /** The address was typed, and not yet said where it is: the coordinates may be of another place. */
  readonly addressIsOpen: boolean
  /** Texts, since a person may be in the middle of a number. */
  readonly latitude: string
  readonly longitude: string
  /** Nobody has said yet where a new location is: its coordinates are only those that every new one begins with. */
  readonly placeIsChosen: boolean
  readonly rings: RingSet
  readonly flags: number
  readonly forecastLocation: boolean
}

export interface Point {
  readonly latitude: number
  readonly longitude: number
}

/** Where new locations begin: the middle of the continental United States. */
const middle: Point = { latitude: 39.8283, longitude: -98.5795 }

/** Any of these silences some alert; the form knows all or none. */
const silenced = 30
const alertsOnFlags = 0

const settled = { addressBy: 'lookup', addressIsOpen: false, placeIsChosen: true } as const

function coordinatesOf({ latitude, longitude }: Point) {
  return { latitude: String(latitude), longitude: String(longitude) }
}

export function draftOf(subject: Subject): Draft {
  const rings = savedRings(subject)
  if (subject.kind === 'edit') {
    const { location } = subject
    const { label, flags, forecastLocation } = location
    const place = { address: location.locationName, ...coordinatesOf(location), ...settled }
    return { label, ...place, rings, flags, forecastLocation }
  }
  const empty = { rings, flags: alertsOnFlags, forecastLocation: false }
  const place = subject.organizationLocation
  if (place)
    return { label: place.name, address: place.address, ...coordinatesOf(place), ...settled, ...empty }
  return { label: '', address: '', ...coordinatesOf(middle), ...settled, placeIsChosen: false, ...empty }
}

export function isSame(one: Draft, other: Draft): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}

// The place

export function typeAddress(draft: Draft, address: string): Draft {
  return { ...draft, address, addressBy: 'person', addressIsOpen: address.trim() !== '' }
}

export function choosePlace(draft: Draft, place: FoundPlace): Draft {
  return { ...draft, address: place.address, ...coordinatesOf(place), ...settled }
}

/** The coordinates stay, under the words that were typed. */
export function keepCoordinates(draft: Draft): Draft {
  return { ...draft, addressIsOpen: false, placeIsChosen: true }
}

/** The coordinates stay, under the name of what is near. */
export function nameCoordinates(draft: Draft, description: string): Draft {
  return { ...draft, address: description, ...settled }
}

export function typeCoordinate(draft: Draft, field: 'latitude' | 'longitude', text: string): Draft {
  const typed = { ...draft, [field]: text }
  if (!pointOf(typed)) return typed
  return { ...keepCoordinates(typed), address: draft.addressBy === 'lookup' ? '' : draft.address }
}

/** Whether the coordinates were typed and wait for somebody to name them. */
export function isNameless(draft: Draft): boolean {
  return draft.placeIsChosen && draft.addressBy === 'lookup' && draft.address === ''
}

function degrees(text: string, most: number): number | null {
  if (!/^\s*[+-]?(\d+\.?\d*|\.\d+)\s*$/.test(text)) return null
  const value = Number(text)
  return Math.abs(value) <= most ? value : null
}

/** The coordinates, if both can be read. */
export function pointOf({ latitude, longitude }: Pick<Draft, 'latitude' | 'longitude'>): Point | null {
  const [north, east] = [degrees(latitude, 90), degrees(longitude, 180)]
  return north === null || east === null ? null : { latitude: north, longitude: east }
}

// Alerts

export function alertsAreOn({ flags }: Pick<Draft, 'flags'>): boolean {
  return (flags & silenced) === 0
}

export function withAlerts(draft: Draft, on: boolean): Draft {
  return { ...draft, flags: on ? alertsOnFlags : silenced }
}

// Saving

/** What can be told before asking the server, keyed as the server would. */
export function problemsOf(draft: Draft): Readonly<Record<string, readonly string[]>> {
  const problems: Record<string, string[]> = {}
  if (draft.label.trim() === '') problems['Label'] = ['is required']
  if (degrees(draft.latitude, 90) === null) problems['Latitude'] = ['must be from -90 to 90']
  if (degrees(draft.longitude, 180) === null) problems['Longitude'] = ['must be from -180 to 180']
  if (draft.addressIsOpen)
    problems['LocationName'] = ['Choose a place from the list, or enter its coordinates.']
  else if (!draft.placeIsChosen)
    problems['LocationName'] = ['Search for an address, or enter the coordinates.']
  return problems
}

/** What is sent. The rings are those in the form, with what policies have made of them. */
export function wireOf(draft: Draft, subject: Subject, place: Point, rings: RingSet) {
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

/** Whether something may have to be said about the place before it is saved: it is new, or it was moved. */
export function isMoved(subject: Subject, place: Point): boolean {
  if (subject.kind === 'new') return true
  const { latitude, longitude } = subject.location
  return place.latitude !== latitude || place.longitude !== longitude
}

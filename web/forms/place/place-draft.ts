import type { FoundPlace } from '#contract/places/locations'
import type { Point } from '#domain/geo/distance'

/** A position in a form. */
export interface PlaceDraft {
  readonly address: string
  /** Who wrote the address: text from a lookup is dropped when the coordinates change, text from a person stays. */
  readonly addressBy: 'person' | 'lookup'
  /** The address was typed but not resolved, so the coordinates may belong to another place. */
  readonly addressIsOpen: boolean
  /** Strings, because a person may be in the middle of typing a number. */
  readonly latitude: string
  readonly longitude: string
  /** False for a new place without a chosen position, because its coordinates are the initial defaults. */
  readonly placeIsChosen: boolean
}

/** A change to a draft, which may contain other fields. */
export type PlaceChange = <Draft extends PlaceDraft>(before: Draft) => Draft

/** Where new places start: the middle of the continental United States. */
const middle: Point = { latitude: 39.8283, longitude: -98.5795 }

const settled = { addressBy: 'lookup', addressIsOpen: false, placeIsChosen: true } as const

function coordinatesOf({ latitude, longitude }: Point) {
  return { latitude: String(latitude), longitude: String(longitude) }
}

export const noPlace: PlaceDraft = {
  address: '',
  ...coordinatesOf(middle),
  ...settled,
  placeIsChosen: false,
}

export function placeDraftOf(place: Point & { readonly address: string }): PlaceDraft {
  return { address: place.address, ...coordinatesOf(place), ...settled }
}

export function typeAddress<Draft extends PlaceDraft>(draft: Draft, address: string): Draft {
  return { ...draft, address, addressBy: 'person', addressIsOpen: address.trim() !== '' }
}

export function choosePlace<Draft extends PlaceDraft>(draft: Draft, place: FoundPlace): Draft {
  return { ...draft, ...placeDraftOf(place) }
}

/** Keeps the coordinates under the typed text. */
export function keepCoordinates<Draft extends PlaceDraft>(draft: Draft): Draft {
  return { ...draft, addressIsOpen: false, placeIsChosen: true }
}

/** Keeps the coordinates and names them after what is nearby. */
export function nameCoordinates<Draft extends PlaceDraft>(draft: Draft, description: string): Draft {
  return { ...draft, address: description, ...settled }
}

function withoutOldName<Draft extends PlaceDraft>(moved: Draft): Draft {
  return { ...keepCoordinates(moved), address: moved.addressBy === 'lookup' ? '' : moved.address }
}

export function typeCoordinate<Draft extends PlaceDraft>(
  draft: Draft,
  field: 'latitude' | 'longitude',
  text: string,
): Draft {
  const typed = { ...draft, [field]: text }
  return pointOf(typed) ? withoutOldName(typed) : typed
}

/** Precise to a few feet. A finger on a map is not more precise. */
const decimals = 5

export function pointAt<Draft extends PlaceDraft>(draft: Draft, { latitude, longitude }: Point): Draft {
  const rounded = (value: number) => Number(value.toFixed(decimals))
  const point = { latitude: rounded(latitude), longitude: rounded(longitude) }
  // Text that was still being searched for referred to another place.
  const words = draft.addressIsOpen ? { address: '', addressBy: 'lookup' as const } : {}
  return withoutOldName({ ...draft, ...words, ...coordinatesOf(point) })
}

/** Whether the coordinates were chosen and have no name yet. */
export function isNameless(draft: PlaceDraft): boolean {
  return draft.placeIsChosen && draft.addressBy === 'lookup' && draft.address === ''
}

function degrees(text: string, most: number): number | null {
  if (!/^\s*[+-]?(\d+\.?\d*|\.\d+)\s*$/.test(text)) return null
  const value = Number(text)
  return Math.abs(value) <= most ? value : null
}

/** Returns the coordinates, if both are valid. */
export function pointOf({ latitude, longitude }: Pick<PlaceDraft, 'latitude' | 'longitude'>): Point | null {
  const [north, east] = [degrees(latitude, 90), degrees(longitude, 180)]
  return north === null || east === null ? null : { latitude: north, longitude: east }
}

/** Errors found before the server is called, keyed by the server's field names for a location. */
export function placeProblems(draft: PlaceDraft): Readonly<Record<string, readonly string[]>> {
  const problems: Record<string, string[]> = {}
  if (degrees(draft.latitude, 90) === null) problems['Latitude'] = ['must be from -90 to 90']
  if (degrees(draft.longitude, 180) === null) problems['Longitude'] = ['must be from -180 to 180']
  if (draft.addressIsOpen)
    problems['LocationName'] = ['Choose a place from the list, or enter its coordinates.']
  else if (!draft.placeIsChosen)
    problems['LocationName'] = ['Search for an address, or enter the coordinates.']
  return problems
}

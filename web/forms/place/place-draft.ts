import type { FoundPlace } from '#contract/locations'
import type { Point } from '#domain/geo/distance'

/** Where something is, as it stands in a form. */
export interface PlaceDraft {
  readonly address: string
  /** Who wrote the address: what a lookup wrote goes when the coordinates are changed, a person's words stay. */
  readonly addressBy: 'person' | 'lookup'
  /** The address was typed, and not yet said where it is: the coordinates may be of another place. */
  readonly addressIsOpen: boolean
  /** Texts, since a person may be in the middle of a number. */
  readonly latitude: string
  readonly longitude: string
  /** Nobody has said yet where a new place is: its coordinates are only those that every new one begins with. */
  readonly placeIsChosen: boolean
}

/** A change to a draft, whatever else stands in it. */
export type PlaceChange = <Draft extends PlaceDraft>(before: Draft) => Draft

/** Where new places begin: the middle of the continental United States. */
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

/** The coordinates stay, under the words that were typed. */
export function keepCoordinates<Draft extends PlaceDraft>(draft: Draft): Draft {
  return { ...draft, addressIsOpen: false, placeIsChosen: true }
}

/** The coordinates stay, under the name of what is near. */
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

/** A few feet: more is not meant by a finger on a map. */
const decimals = 5

export function pointAt<Draft extends PlaceDraft>(draft: Draft, { latitude, longitude }: Point): Draft {
  const rounded = (value: number) => Number(value.toFixed(decimals))
  const point = { latitude: rounded(latitude), longitude: rounded(longitude) }
  // Words that were still searched for meant another place.
  const words = draft.addressIsOpen ? { address: '', addressBy: 'lookup' as const } : {}
  return withoutOldName({ ...draft, ...words, ...coordinatesOf(point) })
}

/** Whether the coordinates were chosen and wait for somebody to name them. */
export function isNameless(draft: PlaceDraft): boolean {
  return draft.placeIsChosen && draft.addressBy === 'lookup' && draft.address === ''
}

function degrees(text: string, most: number): number | null {
  if (!/^\s*[+-]?(\d+\.?\d*|\.\d+)\s*$/.test(text)) return null
  const value = Number(text)
  return Math.abs(value) <= most ? value : null
}

/** The coordinates, if both can be read. */
export function pointOf({ latitude, longitude }: Pick<PlaceDraft, 'latitude' | 'longitude'>): Point | null {
  const [north, east] = [degrees(latitude, 90), degrees(longitude, 180)]
  return north === null || east === null ? null : { latitude: north, longitude: east }
}

/** What can be told before asking the server, keyed as a location's fields are there. */
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

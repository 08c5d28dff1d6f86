import type { FoundPlace } from '#contract/places/locations'

/** An entry in the list below the address. */
export type AddressChoice =
  | { readonly kind: 'found'; readonly place: FoundPlace }
  /** Keeps the coordinates and names them after what is nearby. */
  | { readonly kind: 'nearest'; readonly description: string }
  /** Keeps the coordinates under the typed text. */
  | { readonly kind: 'as-typed' }

export interface Searched {
  /** Undefined until the search responds, null if it failed. */
  readonly found: readonly FoundPlace[] | null | undefined
  /** What is near the coordinates. Fetched if nothing was found. */
  readonly nearest: string | undefined
  /** Whether a person chose the coordinates, which can then be kept. */
  readonly placeIsChosen: boolean
}

export function addressChoices({ found, nearest, placeIsChosen }: Searched): AddressChoice[] {
  if (found === undefined) return []
  const asTyped: AddressChoice[] = placeIsChosen ? [{ kind: 'as-typed' }] : []
  if (found && found.length > 0)
    return [...found.map(place => ({ kind: 'found', place }) as const), ...asTyped]
  return nearest === undefined ? asTyped : [{ kind: 'nearest', description: nearest }, ...asTyped]
}

/** Returns the place whose address was fully typed, if there is only one. */
export function exactlyNamed(text: string, found: readonly FoundPlace[]): FoundPlace | undefined {
  const typed = text.trim().toLowerCase()
  const named = found.filter(({ address }) => address.toLowerCase() === typed)
  return named.length === 1 ? named[0] : undefined
}

/** Returns the text above the list, which is also read out. */
export function searchWords(text: string, found: Searched['found']): string {
  if (found === undefined) return 'Searching…'
  if (found === null) return 'Address search is not responding.'
  if (found.length === 0) return `No place found for “${text.trim()}”.`
  return found.length === 1 ? '1 place found' : `${found.length} places found`
}

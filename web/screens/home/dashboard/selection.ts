import type { Location } from '#contract/places/locations'
import * as z from 'zod/mini'

/** The first location in trouble, otherwise the first. */
export function firstLocation<Of extends Pick<Location, 'id'>>(
  locations: readonly Of[],
  troubledIds: readonly number[],
): Of | undefined {
  return locations.find(({ id }) => troubledIds.includes(id)) ?? locations.at(0)
}

/** The location in a link to the dashboard, as messages contain it: `/?location=7`. */
export function askedId(search: URLSearchParams): number | null {
  const id = Number(search.get('location'))
  return Number.isSafeInteger(id) && id > 0 ? id : null
}

const keptShape = z.object({ locationId: z.int() })

/** The location in a history entry. The stored value is untrusted. */
export function keptId(state: unknown): number | null {
  return keptShape.safeParse(state).data?.locationId ?? null
}

/** Any of these bits silences some of a location's alerts. */
const silencedBits = 2 | 4 | 8 | 16

export function hasNoSound({ flags }: Pick<Location, 'flags'>): boolean {
  return (flags & silencedBits) !== 0
}

/** The specification's text. Unknown places are not counted as zero. */
export function warnedWords(count: number, unknown: number): string {
  const reported = `You have ${count} location(s) in a policy warning`
  return unknown === 0 ? reported : `${reported}; ${unknown} unknown`
}

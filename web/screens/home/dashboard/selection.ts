import type { Location } from '#contract/places/locations'
import * as z from 'zod/mini'

/** Returns the first location in trouble; without one, the first location. */
export function firstLocation<Of extends Pick<Location, 'id'>>(
  locations: readonly Of[],
  troubledIds: readonly number[],
): Of | undefined {
  return locations.find(({ id }) => troubledIds.includes(id)) ?? locations.at(0)
}

/** Returns the location in a link to the dashboard, as used in messages: `/?location=7`. */
export function askedId(search: URLSearchParams): number | null {
  const id = Number(search.get('location'))
  return Number.isSafeInteger(id) && id > 0 ? id : null
}

const keptShape = z.object({ locationId: z.int() })

/** Reads the location from a history entry. The stored value is untrusted. */
export function keptId(state: unknown): number | null {
  return keptShape.safeParse(state).data?.locationId ?? null
}

/** Any of these bits silences some of a location's alerts. */
const silencedBits = 2 | 4 | 8 | 16

export function hasNoSound({ flags }: Pick<Location, 'flags'>): boolean {
  return (flags & silencedBits) !== 0
}

/** Returns the specification's text. Unknown places do not count as zero warnings. */
export function warnedWords(count: number, unknown: number): string {
  const reported = `You have ${count} location(s) in a policy warning`
  return unknown === 0 ? reported : `${reported}; ${unknown} unknown`
}

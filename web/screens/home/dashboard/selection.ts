import type { Location } from '#contract/locations'
import * as z from 'zod/mini'

/** The first location in trouble; else the first. */
export function firstChoice<Of extends Pick<Location, 'id'>>(
  locations: readonly Of[],
  troubledIds: readonly number[],
): Of | undefined {
  return locations.find(({ id }) => troubledIds.includes(id)) ?? locations.at(0)
}

/** The location that a link to the dashboard names, as messages have it: `/?location=7`. */
export function askedId(search: URLSearchParams): number | null {
  const id = Number(search.get('location'))
  return Number.isSafeInteger(id) && id > 0 ? id : null
}

const keptShape = z.object({ locationId: z.int() })

/** The location that an entry of the browser's history keeps; what is kept there was written by anyone. */
export function keptId(state: unknown): number | null {
  return keptShape.safeParse(state).data?.locationId ?? null
}

/** Any of these bits silences some alert of a location. */
const silencedBits = 2 | 4 | 8 | 16

export function isSilenced({ flags }: Pick<Location, 'flags'>): boolean {
  return (flags & silencedBits) !== 0
}

/** The specification's words; what is not known is not counted as nothing. */
export function warnedWords(count: number, unknown: number): string {
  const said = `You have ${count} location(s) in a policy warning`
  return unknown === 0 ? said : `${said}; ${unknown} unknown`
}

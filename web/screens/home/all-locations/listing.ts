import type { Location } from '#contract/places/locations'
import {
  dangerGroupOf,
  dangerGroups,
  type DangerGroup,
  type PlaceDanger,
} from '#domain/policies/place-danger'

/** A place in a list, with only what search and grouping need. */
export interface Listed {
  readonly location: Pick<Location, 'label' | 'locationName' | 'organizationLocationId'>
  readonly danger: PlaceDanger
}

export const groupings = [
  ['none', 'No groups'],
  ['state', 'By state'],
  ['organization', 'By owner'],
] as const
export type Grouping = (typeof groupings)[number][0]

export interface ListGroup<Of> {
  readonly key: string
  /** The group's name; null if there are no groups. */
  readonly title: string | null
  readonly places: readonly Of[]
}

const stateTitles: Readonly<Record<DangerGroup, string>> = {
  delay: 'Lightning delay',
  unknown: 'Unknown: treat as unsafe',
  warned: 'Other warnings',
  clear: 'Lightning: All Clear',
}

/** Every word must occur in the name or the address, ignoring case and accents. */
export function isFound({ location }: Listed, text: string): boolean {
  const within = folded(`${location.label} ${location.locationName}`)
  return folded(text)
    .split(/\s+/)
    .every(word => within.includes(word))
}

function folded(text: string): string {
  return text
    .normalize('NFD')
    .replace(/\p{Mn}/gu, '')
    .toLowerCase()
}

/** Groups places, keeping their order within each group. Empty groups are left out. */
export function groupedByDanger<Of extends Listed>(
  places: readonly Of[],
  grouping: Grouping,
): ListGroup<Of>[] {
  const groups: ListGroup<Of>[] =
    grouping === 'none'
      ? [{ key: 'all', title: null, places }]
      : grouping === 'state'
        ? dangerGroups.map(key => ({
            key,
            title: stateTitles[key],
            places: places.filter(({ danger }) => dangerGroupOf(danger) === key),
          }))
        : [
            {
              key: 'organization',
              title: 'Your organization’s',
              places: places.filter(({ location }) => location.organizationLocationId !== null),
            },
            {
              key: 'own',
              title: 'Your own',
              places: places.filter(({ location }) => location.organizationLocationId === null),
            },
          ]
  return groups.filter(group => group.places.length > 0)
}

/** Returns the summary above the list: `60 locations · 2 in delay · 1 unknown`. */
export function countWords(places: readonly Listed[]): string {
  const count = (group: DangerGroup) => places.filter(({ danger }) => dangerGroupOf(danger) === group).length
  const parts: string[] = [`${places.length} ${places.length === 1 ? 'location' : 'locations'}`]
  const say = (number: number, words: string) => number > 0 && parts.push(`${number} ${words}`)
  say(count('delay'), 'in delay')
  say(count('unknown'), 'unknown')
  say(count('warned'), 'with other warnings')
  return parts.join(' · ')
}

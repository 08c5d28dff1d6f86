import type { User } from '#contract/people/users'

/** Returns the list with one person updated, in their old position, or at the end if they are new. */
export function withPerson(people: readonly User[], person: User): readonly User[] {
  return people.some(({ id }) => id === person.id)
    ? people.map(each => (each.id === person.id ? person : each))
    : [...people, person]
}

/**
 * Updates what the client can derive from a person's new places; the rest is known once the list reloads. A person who
 * was given a place is alerted for it.
 */
export function withPlaces(
  people: readonly User[],
  personId: string,
  places: readonly number[],
): readonly User[] {
  return people.map(each =>
    each.id === personId
      ? { ...each, orgLocations: [...places], hasLocations: places.length > 0 || each.hasLocations }
      : each,
  )
}

export function withGroupName(people: readonly User[], groupId: number, name: string): readonly User[] {
  return people.map(each => (each.siteId === groupId ? { ...each, siteName: name } : each))
}

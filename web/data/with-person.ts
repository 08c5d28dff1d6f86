import type { User } from '#contract/users'

/** People with one of them as they are now: in their old place or, if they are new, at the end. */
export function withPerson(people: readonly User[], person: User): readonly User[] {
  return people.some(({ id }) => id === person.id)
    ? people.map(each => (each.id === person.id ? person : each))
    : [...people, person]
}

/** What else they have is known when the list comes again; a place that was given is one that they are alerted for. */
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

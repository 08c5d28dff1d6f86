import type { User } from '#contract/people/users'

export function peopleCount(count: number): string {
  return count === 1 ? '1 person' : `${count} people`
}

const mostNamed = 4

/** Lists who is notified about a place, by name if they are few. */
export function notifiedText(notified: readonly Pick<User, 'fullName'>[], place: string): string {
  if (notified.length === 0) return `No one is notified about ${place}.`
  const named = notified.slice(0, mostNamed).map(({ fullName }) => fullName)
  const more = notified.length - named.length
  const names = new Intl.ListFormat('en-US').format(more > 0 ? [...named, `${more} more`] : named)
  return `${peopleCount(notified.length)} ${notified.length === 1 ? 'is' : 'are'} notified about ${place}: ${names}.`
}

/** Lists the people who cannot be reached, each with the reason if they are few. */
export function unreachedWords(people: readonly Pick<User, 'fullName' | 'cannotBeReached'>[]): string {
  const named = people
    .slice(0, mostNamed)
    .map(({ fullName, cannotBeReached }) => `${fullName} (${cannotBeReached ?? ''})`)
  const more = people.length - named.length
  return `${new Intl.ListFormat('en-US').format(more > 0 ? [...named, `${more} more`] : named)}.`
}

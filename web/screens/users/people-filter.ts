import type { CurrentUser, User } from '#contract/people/users'

export type StatusFilter = 'all' | 'active' | 'inactive'
export type KindFilter = 'all' | 'full' | 'notification-only'

export interface PeopleFilter {
  readonly roleId: string | null
  readonly groupId: number | null
  readonly status: StatusFilter
  readonly kind: KindFilter
}

/** An Assistant Admin starts with their own group and cannot leave it. */
export function startFilter({ roleName, siteId }: Pick<CurrentUser, 'roleName' | 'siteId'>): PeopleFilter {
  return { roleId: null, groupId: roleName === 'AssistantAdmin' ? siteId : null, status: 'all', kind: 'all' }
}

/** Returns how many filters differ from their initial values. */
export function chosenCount(filter: PeopleFilter, start: PeopleFilter): number {
  const fields = ['roleId', 'groupId', 'status', 'kind'] as const
  return fields.filter(field => filter[field] !== start[field]).length
}

export function hasNotificationsOnly({ roleName }: Pick<User, 'roleName'>): boolean {
  return roleName === 'NotificationOnly'
}

/** The rule for '(inactive)' in the specification, by which a person who still receives notifications is not marked. */
export function isShownInactive({ isActive, smsNotifications, emailNotifications }: User): boolean {
  return !isActive && !smsNotifications && !emailNotifications
}

function passes(person: User, { roleId, groupId, status, kind }: PeopleFilter): boolean {
  return (
    (roleId === null || person.roleId === roleId) &&
    (groupId === null || person.siteId === groupId) &&
    (status === 'all' || person.isActive === (status === 'active')) &&
    (kind === 'all' || hasNotificationsOnly(person) === (kind === 'notification-only'))
  )
}

/** Every typed word must occur somewhere in the row. */
function isFound(person: User, words: readonly string[]): boolean {
  const { fullName, email, phoneNumber, roleDisplayName, siteName } = person
  const row = [fullName, email, phoneNumber, roleDisplayName, siteName].join('\n').toLowerCase()
  return words.every(word => row.includes(word))
}

function byFirstName(a: User, b: User): number {
  const options = { sensitivity: 'base' } as const
  return (
    a.firstName.localeCompare(b.firstName, 'en-US', options) ||
    a.lastName.localeCompare(b.lastName, 'en-US', options)
  )
}

/** Returns the people to list, sorted by first name. */
export function peopleShown(people: readonly User[], filter: PeopleFilter, search: string): User[] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean)
  return people.filter(person => passes(person, filter) && isFound(person, words)).sort(byFirstName)
}

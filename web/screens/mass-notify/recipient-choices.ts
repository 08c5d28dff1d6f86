import type { UserGroup } from '#contract/people/groups'
import type { User } from '#contract/people/users'

type Group = Pick<UserGroup, 'id' | 'name' | 'users' | 'notificationUsers'>
type Person = Pick<User, 'id' | 'fullName' | 'email' | 'isActive'>

/** Returns groups that have people, and active people. */
export function recipientChoices(groups: readonly Group[], people: readonly Person[]) {
  const active = people.filter(({ isActive }) => isActive)
  const counts = Map.groupBy(active, ({ fullName }) => fullName)
  return [
    {
      group: 'User groups',
      items: groups
        .map(({ id, name, users, notificationUsers }) => ({ id, name, count: users + notificationUsers }))
        .filter(({ count }) => count > 0)
        .map(({ id, name, count }) => ({ value: String(id), label: `${name} (${count})` })),
    },
    {
      group: 'People',
      items: active
        .map(({ id, fullName, email }) => ({
          value: id,
          // Email addresses tell people with the same name apart.
          label:
            (counts.get(fullName)?.length ?? 0) > 1 && email !== null ? `${fullName} (${email})` : fullName,
        }))
        .sort((a, b) => a.label.localeCompare(b.label, 'en-US', { sensitivity: 'base' })),
    },
  ]
}

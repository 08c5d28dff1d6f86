import { mayGrant, type Member } from '#domain/access/people'
import { roles, roleWithId } from '#domain/access/roles'

/** Super Admins are the provider's own staff and cannot be created here. */
const provider = '1'

/** Returns the roles an actor may assign to a person. Other roles are shown but disabled. */
export function roleChoices(actor: Member) {
  return roles
    .filter(({ id }) => id !== provider)
    .map(({ id, name, displayName }) => ({
      value: id as string,
      label: displayName as string,
      disabled: !mayGrant(actor, name),
    }))
}

const descriptions: Readonly<Record<string, string>> = {
  Admin: 'Has full permissions.',
  AssistantAdmin: 'Limited Admin: has full permissions for assigned user group(s) only.',
  Customer: 'Cannot edit policies, users or hardware settings and cannot use Talk to a Meteorologist.',
  NotificationOnly: 'Receives notifications only and cannot sign in on web or mobile.',
}

export function roleDescription(roleId: string): string | undefined {
  const role = roleWithId(roleId)
  return role && descriptions[role.name]
}

/** People in lower roles cannot choose a group; they always use their own. */
const choosesGroupUpTo = 2

export function mayChooseGroup(ownHierarchy: number): boolean {
  return ownHierarchy <= choosesGroupUpTo
}

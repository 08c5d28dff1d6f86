/** The five roles, most powerful first. A lower hierarchy number means more rights. */
export const roles = [
  { id: '1', name: 'SuperAdmin', displayName: 'Super Admin', hierarchy: 1 },
  { id: '2', name: 'Admin', displayName: 'Admin', hierarchy: 2 },
  { id: '3', name: 'AssistantAdmin', displayName: 'Assistant Admin', hierarchy: 3 },
  { id: '4', name: 'Customer', displayName: 'Customer', hierarchy: 4 },
  { id: '-1', name: 'NotificationOnly', displayName: 'Notification Only', hierarchy: 5 },
] as const

export type Role = (typeof roles)[number]
export type RoleName = Role['name']

export const roleNames: readonly RoleName[] = roles.map(role => role.name)

/** Most administrative pages are open to these three roles only. */
export const adminRoles = ['SuperAdmin', 'Admin', 'AssistantAdmin'] as const satisfies readonly RoleName[]

export function isAdminRole(role: RoleName): boolean {
  return adminRoles.some(admin => admin === role)
}

const least = roles[roles.length - 1] as Role

/** An unknown role is shown with this hierarchy, but has only the rights of the lowest role. */
const unknownHierarchy = 4

export function roleNamed(name: string): Role | undefined {
  return roles.find(role => role.name === name)
}

export function roleWithId(id: string): Role | undefined {
  return roles.find(role => role.id === id)
}

/** The role to use for decisions about a stored role name. Unknown names get the lowest role. */
export function effectiveRole(name: string): RoleName {
  return roleNamed(name)?.name ?? least.name
}

export function shownHierarchy(name: string): number {
  return roleNamed(name)?.hierarchy ?? unknownHierarchy
}

/** Notification-only people receive messages but have no account to sign in with. */
export function maySignIn(role: RoleName): boolean {
  return role !== 'NotificationOnly'
}

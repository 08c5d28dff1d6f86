import { may, type Holder } from '#domain/access/may'
import type { Permission } from '#domain/access/permissions'
import { adminRoles, type RoleName } from '#domain/access/roles'

const byRole: Readonly<Record<RoleName, readonly string[]>> = {
  SuperAdmin: [
    'Work for any customer, with every action logged',
    'Act as another person, for a stated reason',
    'Read outgoing messages and the audit log',
  ],
  Admin: ['Manage users, user groups, policies and hardware of the whole organization'],
  AssistantAdmin: ['Manage users and hardware of your user group', 'See the policies of your user group'],
  Customer: ['See conditions, warnings and forecasts', 'Manage your own locations and notification settings'],
  NotificationOnly: ['Receive notifications'],
}

interface Ability {
  readonly words: string
  /** Absent if every role may use the ability. */
  readonly roles?: readonly RoleName[]
}

const keepers: readonly RoleName[] = ['SuperAdmin', 'Admin']

/** Null for permissions that the specification names but that are not built yet. */
const byPermission: Readonly<Record<Permission, Ability | null>> = {
  'gps.tracking': null,
  'met.support': { words: 'Ask a meteorologist', roles: adminRoles },
  'pa.full_access': { words: 'Speak through public-address units', roles: adminRoles },
  'massnotify.access': { words: 'Notify many people at once', roles: adminRoles },
  'widget.access': { words: 'Build widgets for other websites', roles: adminRoles },
  'live_camera.access': { words: 'Watch live cameras', roles: adminRoles },
  'fourth_lightning_zone.support': { words: 'Use a fourth lightning ring' },
  'integrations.singlewire.access': { words: 'Trigger Singlewire scenarios', roles: keepers },
  'integrations.sso.access': { words: 'Set up single sign-on', roles: keepers },
  'broadcast.view.access': { words: 'Open the broadcast view' },
  'historical_report.access': { words: 'Request reports of past weather' },
  'geofence.alerts.access': { words: 'Get alerts based on where you are', roles: adminRoles },
  'location_cards.own_only.access': null,
  'mesonet.access': { words: 'See mesonet stations' },
  'write:integrations': { words: 'Change integrations', roles: keepers },
  'read:integrations': { words: 'See integrations', roles: adminRoles },
}

/** Describes what an account may do: first by role, then by the customer's grants. */
export function personAbilities(holder: Holder): { byRole: readonly string[]; granted: string[] } {
  const changes = byPermission['write:integrations']?.roles?.includes(holder.role)
  const implied =
    changes && holder.permissions.includes('write:integrations') ? 'read:integrations' : undefined
  const granted = holder.permissions
    .filter(permission => permission !== implied)
    .flatMap(permission => {
      const ability = byPermission[permission]
      if (!ability) return []
      const { words, roles } = ability
      return may(holder, { permissions: [permission], ...(roles && { roles }) }) ? [words] : []
    })
  return { byRole: byRole[holder.role], granted }
}

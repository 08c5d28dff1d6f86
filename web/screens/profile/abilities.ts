import type { Holder } from '#domain/access/may'
import type { Permission } from '#domain/access/permissions'
import type { RoleName } from '#domain/access/roles'

const byRole: Readonly<Record<RoleName, readonly string[]>> = {
  SuperAdmin: [
    'Work for any customer, with every action logged',
    'Act as another person, for a stated reason',
    'Read outgoing messages and the audit log',
  ],
  Admin: ['Manage users, user groups, policies and hardware of the whole organization'],
  AssistantAdmin: ['Manage users, policies and hardware of your user group'],
  Customer: ['See conditions, warnings and forecasts', 'Manage your own locations and notification settings'],
  NotificationOnly: ['Receive notifications'],
}

const byPermission: Readonly<Record<Permission, string>> = {
  'gps.tracking': 'Follow people and vehicles by GPS',
  'met.support': 'Ask a meteorologist',
  'pa.full_access': 'Speak through public-address units',
  'massnotify.access': 'Notify many people at once',
  'widget.access': 'Build widgets for other websites',
  'live_camera.access': 'Watch live cameras',
  'fourth_lightning_zone.support': 'Use a fourth lightning ring',
  'integrations.singlewire.access': 'Trigger Singlewire scenarios',
  'integrations.sso.access': 'Set up single sign-on',
  'broadcast.view.access': 'Open the broadcast view',
  'historical_report.access': 'Order reports of past weather',
  'geofence.alerts.access': 'Get alerts based on where you are',
  'location_cards.own_only.access': 'See only your own location cards',
  'mesonet.access': 'See mesonet stations',
  'write:integrations': 'Change integrations',
  'read:integrations': 'See integrations',
}

/** What an account may do, in plain words: first by its role, then by what its customer was granted. */
export function abilitiesOf({ role, permissions }: Holder): { byRole: readonly string[]; granted: string[] } {
  const may = new Set(permissions)
  const implied = may.has('write:integrations') ? 'read:integrations' : undefined
  return {
    byRole: byRole[role],
    granted: permissions
      .filter(permission => permission !== implied)
      .map(permission => byPermission[permission]),
  }
}

/** Permissions, with the names that the profile uses. */
export const permissions = [
  'gps.tracking',
  'met.support',
  'pa.full_access',
  'massnotify.access',
  'widget.access',
  'live_camera.access',
  'fourth_lightning_zone.support',
  'integrations.singlewire.access',
  'integrations.sso.access',
  'broadcast.view.access',
  'historical_report.access',
  'geofence.alerts.access',
  'location_cards.own_only.access',
  'mesonet.access',
  'write:integrations',
  'read:integrations',
] as const

export type Permission = (typeof permissions)[number]

/** A customer's feature flags, with their wire numbers and the permission that each one grants to its people. */
export const featureFlags = [
  { name: 'GPS_Tracking', number: 1, grants: 'gps.tracking' },
  { name: 'MET_SUPPORT', number: 2, grants: 'met.support' },
  { name: 'PA_FULL_ACCESS', number: 3, grants: 'pa.full_access' },
  { name: 'MASS_NOTIFY_ACCESS', number: 6, grants: 'massnotify.access' },
  { name: 'WIDGET_ACCESS', number: 7, grants: 'widget.access' },
  { name: 'LIVE_CAMERA_ACCESS', number: 8, grants: 'live_camera.access' },
  { name: 'FOURTH_LIGHTNING_ZONE_SUPPORT', number: 9, grants: 'fourth_lightning_zone.support' },
  { name: 'INTEGRATIONS_SINGLEWIRE_ACCESS', number: 10, grants: 'integrations.singlewire.access' },
] as const satisfies readonly { name: string; number: number; grants: Permission }[]

export function isPermission(name: string): name is Permission {
  return (permissions as readonly string[]).includes(name)
}

/** The customer's flags, derived from what it was granted. */
export function flagsOf(granted: readonly Permission[]): number[] {
  return featureFlags.filter(flag => granted.includes(flag.grants)).map(flag => flag.number)
}

/** When a person is notified: at their times, near the place, or both. */
export type AlertMode = 'times' | 'geofence' | 'both'

export interface AlertModeFlags {
  readonly alertTimesEnabled: boolean
  readonly geofenceAlertsEnabled: boolean
}

/** The specification's names, in its order. */
export const alertModes = [
  ['times', 'Alert times'],
  ['geofence', 'Geofence'],
  ['both', 'Alert times and geofence'],
] as const satisfies readonly (readonly [AlertMode, string])[]

/** With neither chosen, a person is notified at any time, which is the same as alert times without limits. */
export function alertModeOf({ alertTimesEnabled, geofenceAlertsEnabled }: AlertModeFlags): AlertMode {
  if (!geofenceAlertsEnabled) return 'times'
  return alertTimesEnabled ? 'both' : 'geofence'
}

export function alertFlags(mode: AlertMode): AlertModeFlags {
  return { alertTimesEnabled: mode !== 'geofence', geofenceAlertsEnabled: mode !== 'times' }
}

import { alertModeOf, alertModes, alertFlags } from './alert-mode.ts'
import { expect, test } from 'vitest'

test.each([
  ['times', { alertTimesEnabled: true, geofenceAlertsEnabled: false }],
  ['geofence', { alertTimesEnabled: false, geofenceAlertsEnabled: true }],
  ['both', { alertTimesEnabled: true, geofenceAlertsEnabled: true }],
] as const)('converts %s to %o and back', (mode, flags) => {
  expect(alertFlags(mode)).toEqual(flags)
  expect(alertModeOf(flags)).toBe(mode)
})

test('shows a person with neither as using alert times', () => {
  expect(alertModeOf({ alertTimesEnabled: false, geofenceAlertsEnabled: false })).toBe('times')
})

test('uses the specification’s mode names', () => {
  expect(alertModes.map(([, name]) => name)).toEqual(['Alert times', 'Geofence', 'Alert times and geofence'])
})

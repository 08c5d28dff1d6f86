import { alertModeOf, alertModes, flagsOf } from './alert-mode.ts'
import { expect, test } from 'vitest'

test.each([
  ['times', { alertTimesEnabled: true, geofenceAlertsEnabled: false }],
  ['geofence', { alertTimesEnabled: false, geofenceAlertsEnabled: true }],
  ['both', { alertTimesEnabled: true, geofenceAlertsEnabled: true }],
] as const)('%s is %o, and back', (mode, flags) => {
  expect(flagsOf(mode)).toEqual(flags)
  expect(alertModeOf(flags)).toBe(mode)
})

test('whoever has neither is shown as by alert times', () => {
  expect(alertModeOf({ alertTimesEnabled: false, geofenceAlertsEnabled: false })).toBe('times')
})

test('the modes are named as the specification names them', () => {
  expect(alertModes.map(([, name]) => name)).toEqual(['Alert times', 'Geofence', 'Alert times and geofence'])
})

import type { Hardware } from '#contract/devices/hardware'

/** A healthy siren for tests to modify. */
export const siren: Hardware = {
  id: 1,
  name: 'North Field',
  modelId: 'OWS',
  enabled: true,
  sirenEnabled: true,
  voltage: 12.8,
  connectedAt: '2026-07-04T11:58:00.000Z',
  isOnline: true,
  timeZoneId: 'America/Chicago',
  latitude: 35.2,
  longitude: -97.4,
  ipAddress: '10.0.0.7',
  afterSirenPaId: null,
  hasRemoteRelays: false,
  remoteRelays: [],
  organizationLocationId: 3,
  locationName: 'Norman',
  weatherStationId: null,
  isAlertTime: true,
  doing: 'nothing',
  isTest: false,
  isTestLit: false,
  clockAheadSeconds: 0.2,
  notProtected: null,
}

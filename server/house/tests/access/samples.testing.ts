import type { Sample, SampleWorld } from './sample.testing.ts'
import { samplesOfCameras } from './samples-of-cameras.testing.ts'
import { samplesOfIdentity } from './samples-of-identity.testing.ts'
import { samplesOfInstruments } from './samples-of-instruments.testing.ts'
import { samplesOfIntegrations } from './samples-of-integrations.testing.ts'
import { samplesOfPast } from './samples-of-past.testing.ts'
import { samplesOfSso } from './samples-of-sso.testing.ts'
import { samplesOfWidgets } from './samples-of-widgets.testing.ts'

const nobody = '00000000-0000-4000-8000-000000000000'
const somebody = {
  firstName: 'Some',
  lastName: 'Body',
  email: 'some.body@example.test',
  phoneNumber: null,
  timeZone: 'EST',
}
const workday = { day: 1, startTime: '08:00:00', endTime: '17:00:00', allDay: false, enabled: true }

export const usualNotificationSettings = {
  declinesNotifications: false,
  optOutForecast: false,
  precipitationNotification: true,
  severeWeatherNotification: true,
  outerRingNotification: true,
  proactiveForecastNotification: true,
  emailNotifications: true,
  notificationType: 0,
  geofenceAlertsEnabled: false,
  alertTimesEnabled: true,
} as const

const noUnit = () => ({ params: { id: '999999' } })
const noSiren = () => ({ body: [999999] })
const switching = () => ({ body: { hardwareId: 999999, message: 'Being repaired' } })

/**
 * A well-formed request for every call, by name. The access matrix, the isolation test and the generated bad requests
 * start from these requests: a call without one fails all three.
 */
export const samples: Readonly<Record<string, (world: SampleWorld) => Sample>> = {
  // identity
  ...samplesOfIdentity,
  // users
  getCurrentUser: () => ({}),
  getRoles: () => ({}),
  updateProfile: ({ caller }) => ({
    body: { firstName: 'Some', lastName: 'One', email: caller.email, phoneNumber: null, timeZone: 'EST' },
  }),
  getCustomerUsers: () => ({}),
  listUsersByRole: () => ({ body: { roles: ['2', '3'] } }),
  addUser: () => ({ body: { ...somebody, siteId: 999999, roleId: '4' } }),
  updateUser: () => ({ body: { ...somebody, siteId: 999999, roleId: '4', id: nobody } }),
  deleteUser: () => ({ params: { id: nobody } }),
  demoteUser: () => ({ query: { id: nobody } }),
  promoteUser: () => ({ body: { ...somebody, siteId: 999999, roleId: '4', id: nobody } }),
  listNotificationUsers: () => ({}),
  addNotificationUser: () => ({ body: { ...somebody, siteId: 999999 } }),
  updateNotificationUser: () => ({ body: { ...somebody, siteId: 999999, id: nobody } }),
  deleteNotificationUser: () => ({ params: { id: nobody } }),
  getEmailSubscriptions: () => ({ params: { id: nobody } }),
  exportUsers: () => ({}),
  importUsers: () => ({ body: { text: 'First Name,Email\r\nSome,some@example.test\r\n', apply: false } }),
  // user groups
  listGroups: () => ({}),
  listOwnGroups: () => ({}),
  addGroup: ({ caller }) => ({ body: { name: `Group of ${caller.id}`, alertTimes: [workday] } }),
  updateGroup: () => ({ body: { id: 999999, name: 'Grounds', alertTimes: [workday] } }),
  deleteGroup: () => ({ params: { id: '999999' } }),
  // customers
  getCustomer: ({ colleague }) => ({ params: { customerId: String(colleague.customerId) } }),
  getSupport: () => ({}),
  getProvider: () => ({}),
  getBanner: ({ colleague }) => ({ params: { customerId: String(colleague.customerId) } }),
  setBanner: ({ colleague }) => ({
    params: { customerId: String(colleague.customerId) },
    body: { banner: 'The pool is closed' },
  }),
  listCustomers: () => ({}),
  listPeopleOfCustomer: ({ colleague }) => ({ params: { customerId: String(colleague.customerId) } }),
  readAudit: () => ({ query: { count: '5' } }),
  // analytics
  trackEvents: () => ({
    body: {
      visitId: '0b9c4a52-6a8e-4f39-9f0d-6a3c1de0f5a1',
      events: [{ name: 'page viewed', route: '/Users', isRecording: false }],
    },
  }),
  // instruments
  ...samplesOfInstruments,
  // single sign-on
  ...samplesOfSso,
  // locations
  listLocations: () => ({}),
  addLocation: () => ({
    body: {
      label: 'Stadium',
      locationName: 'Norman, OK',
      latitude: 35.2,
      longitude: -97.4,
      radius1: 8,
      radius2: 16,
      radius3: 26,
      radius4: 0,
      allClearMinutes: 30,
      flags: 2,
      forecastLocation: false,
      organizationLocationId: null,
      type: 0,
    },
  }),
  updateLocation: () => ({
    body: { id: 999999, label: 'Stadium', latitude: 35.2, longitude: -97.4, radius1: 8 },
  }),
  setForecastLocation: () => ({ params: { id: '999999' } }),
  deleteLocation: () => ({ params: { id: '999999' } }),
  checkRestriction: () => ({ body: { Latitude: 35.2, Longitude: -97.4 } }),
  searchAddress: () => ({ query: { text: 'Norman, OK' } }),
  reverseLookup: () => ({ query: { latitude: '35.2', longitude: '-97.4' } }),
  listLocationsOfUser: ({ colleague }) => ({ params: { userId: colleague.id } }),
  setOrganizationLocationsOfUser: ({ colleague }) => ({
    params: { userId: colleague.id },
    body: [
      {
        organizationLocationId: 999999,
        label: 'Stadium',
        locationName: 'Norman, OK',
        latitude: 35.2,
        longitude: -97.4,
        radius1: 10,
        radius2: 20,
        radius3: 30,
        allClearMinutes: 30,
        flags: 2,
        forecastLocation: false,
      },
    ],
  }),
  listOrganizationLocations: () => ({}),
  listOrganizationLocationsOfCustomer: ({ colleague }) => ({ params: { id: String(colleague.customerId) } }),
  listOrganizationLocationsOfUser: ({ colleague }) => ({ params: { id: colleague.id } }),
  listOrganizationLocationsOfNotificationUser: ({ colleague }) => ({ params: { id: colleague.id } }),
  addOrganizationLocation: () => ({
    body: { name: 'Stadium', address: 'Norman, OK', latitude: 35.2, longitude: -97.4, riskProfileId: null },
  }),
  updateOrganizationLocation: () => ({
    body: { id: 999999, name: 'Stadium', address: 'Norman, OK', latitude: 35.2, longitude: -97.4 },
  }),
  deleteOrganizationLocation: () => ({ params: { id: '999999' } }),
  listSitesOfOrganizationLocation: () => ({ params: { id: '999999' } }),
  linkSite: () => ({ body: { organizationLocationId: 999999, siteId: 999999 } }),
  unlinkSite: () => ({ params: { id: '999999' } }),
  // notifications
  listOutbox: () => ({ query: {} }),
  readDelivery: () => ({ params: { id: '999999' } }),
  listNotifications: () => ({
    body: { count: 20, startDate: '2026-07-01T00:00:00Z', endDate: '2026-07-08T00:00:00Z' },
  }),
  whyNotified: ({ colleague }) => ({ params: { id: colleague.id }, query: {} }),
  getNotificationSettings: () => ({}),
  setNotificationSettings: () => ({ body: { ...usualNotificationSettings, timeZone: 'EST' } }),
  getAlertTimes: () => ({}),
  setAlertTimes: () => ({ body: { alertTimes: [workday] } }),
  testNotification: () => ({}),
  setPosition: () => ({ body: { latitude: 35.2, longitude: -97.4 } }),
  forgetPosition: () => ({}),
  getPushKey: () => ({}),
  subscribePush: ({ caller }) => ({
    body: {
      endpoint: `https://push.example.test/${caller.id}`,
      keys: { p256dh: 'p'.repeat(87), auth: 'a'.repeat(22) },
    },
  }),
  unsubscribePush: () => ({ body: { endpoint: 'https://push.example.test/nobody' } }),
  checkPush: () => ({ body: { endpoint: 'https://push.example.test/nobody' } }),
  notePushShown: () => ({ params: { token: `1-${'a'.repeat(22)}` } }),
  listPushDevices: () => ({}),
  removePushDevice: noUnit,
  previewMassMessage: () => ({ body: { recipients: [nobody], channel: 3 } }),
  sendMassMessage: () => ({
    body: { key: nobody, recipients: [nobody], message: 'The pool is closed', channel: 3, expected: 1 },
  }),
  massHistory: () => ({ query: {} }),
  readMassMessage: () => ({ params: { id: '999999' } }),
  listConsultationCopies: () => ({}),
  askMeteorologist: () => ({
    body: {
      message: 'Will it rain at noon?',
      preferredContact: 'email',
      email: 'somebody@example.test',
      phone: null,
      ccdEmails: [],
    },
  }),
  // forecasts and alerts
  todayForecast: () => ({ params: { id: '999999' } }),
  hourlyForecasts: () => ({ params: { id: '999999' }, query: { hours: '12' } }),
  todayHours: () => ({ params: { id: '999999' } }),
  todayHoursAt: () => ({ query: { latitude: '35.2', longitude: '-97.4' } }),
  dailyForecasts: () => ({ params: { id: '999999' } }),
  proactiveForecasts: () => ({ params: { locationId: '999999' } }),
  proactiveForecastMessage: () => ({ params: { id: 'no-such-message' } }),
  listAdvisories: () => ({ params: { id: '999999' } }),
  advisoryDetail: () => ({ params: { id: 'no-such-alert' } }),
  advisoriesAtPoint: () => ({ query: { latitude: '35.2', longitude: '-97.4' } }),
  listMapAlerts: () => ({}),
  listMapStations: () => ({}),
  stationImage: () => ({ params: { id: '999999' }, query: { expires: '1794751200', key: 'not a key' } }),
  // storms
  listStormVectors: () => ({ query: {} }),
  getStormArrival: () => ({ params: { id: '999999' } }),
  // radar
  radarFrames: () => ({ params: { type: 'past' }, query: { future: 'false', frame: '0' } }),
  radarWms: () => ({ params: { type: 'past' }, query: { future: 'true' } }),
  radarTms: () => ({ params: { type: 'past' }, query: { product: 'surface-analysis' } }),
  mapUrl: () => ({ query: { product: 'road-condition', mask: 'true' } }),
  listMapLayers: () => ({}),
  getMapGrounds: () => ({}),
  tropicalForecasts: () => ({}),
  surfaceAnalysis: () => ({}),
  radarPicture: () => ({
    params: { type: 'past', picture: '20261115T095500Z.png' },
    query: {
      TIME: '2026-11-15T09:55:00Z',
      origin: 'observed',
      expires: '1794751200',
      key: 'not a key',
      BBOX: '-10900000,4100000,-10800000,4200000',
      width: '256',
      height: '256',
    },
  }),
  radarTile: () => ({
    params: { type: 'past', stamp: '20261115T095500Z', z: '6', x: '14', y: '25.png' },
    query: { TIME: '2026-11-15T09:55:00Z', origin: 'observed', expires: '1794751200', key: 'not a key' },
  }),
  // air
  airQualityAtLocation: () => ({ params: { id: '999999' } }),
  listAirSensors: () => ({}),
  airQualityCategories: () => ({}),
  // heat stress
  workRestForLocation: () => ({ params: { organizationLocationId: '999999' } }),
  getRiskProfile: () => ({ params: { id: '999999' } }),
  // policies
  listPolicies: () => ({}),
  listPoliciesOfOwnSite: () => ({}),
  listPoliciesOfSite: () => ({ params: { id: '999999' } }),
  listPoliciesOfCustomer: ({ colleague }) => ({ params: { id: String(colleague.customerId) } }),
  listPoliciesOfUser: ({ colleague }) => ({ params: { id: colleague.id } }),
  listPolicyTypes: () => ({}),
  listOutdatedRings: () => ({}),
  listPolicyStandards: () => ({}),
  addPolicy: () => ({
    body: {
      policyTypeShortName: 'HEAT',
      threshold: 95,
      allClearMinutes: 60,
      reAlertMinutes: 10,
      sites: [999999],
      allGroups: false,
      notificationActions: [{ allClear: false, message: 'Drink water.' }],
    },
  }),
  updatePolicy: () => ({
    body: {
      id: 999999,
      threshold: 95,
      allClearMinutes: 60,
      sites: [],
      allGroups: true,
      notificationActions: [],
    },
  }),
  deletePolicy: () => ({ params: { id: '999999' } }),
  listWarnings: () => ({ params: { id: '999999' } }),
  listViolations: () => ({ params: { id: '999999' } }),
  listThreats: () => ({ params: { id: '999999' } }),
  whyPolicies: () => ({ params: { locationId: '999999' } }),
  // conditions
  getObservation: () => ({ params: { id: '999999' } }),
  lookUpObservation: () => ({ query: { latitude: '35.2', longitude: '-97.4', preferred: 'true' } }),
  lookUpMetar: () => ({ query: { latitude: '35.2', longitude: '-97.4' } }),
  getCurrentObservation: () => ({ params: { id: '999999' } }),
  getWeatherStation: () => ({ params: { id: '999999' } }),
  listWeatherStations: () => ({}),
  shareWeatherStation: () => ({ params: { id: '999999' }, body: { isPublic: true } }),
  correctStationElevation: () => ({ params: { id: '999999' }, body: { elevationFeet: 1170 } }),
  proposeStationElevation: () => ({ query: { latitude: '35.2', longitude: '-97.4' } }),
  stationImageTime: () => ({ params: { id: '999999' } }),
  ...samplesOfCameras,
  ...samplesOfPast,
  // status
  getStatus: () => ({}),
  getWeatherSources: () => ({}),
  pauseSource: () => ({ body: { source: 'nws', paused: false } }),
  setFeedFault: () => ({ body: { feed: 'No such feed', fault: 'silent' } }),
  makeReal: () => ({ body: { since: '2026-01-01T00:00:00.000Z' } }),
  // lightning
  getDelay: () => ({ params: { id: '999999' } }),
  getSatelliteAcceptance: () => ({ params: { id: '999999' } }),
  acceptSatellite: () => ({ params: { id: '999999' }, body: { accept: false, words: 'none' } }),
  lightningCounts: () => ({ params: { id: '999999' } }),
  delayHistory: () => ({ params: { id: '999999' }, query: {} }),
  getDelaySummary: () => ({ params: { id: '999999' }, query: { days: '30' } }),
  delaysCsv: () => ({ params: { id: '999999' }, query: { days: '30' } }),
  delayEvidence: () => ({ params: { id: '999999' } }),
  delayEvidenceCsv: () => ({ params: { id: '999999' } }),
  getStrikes: () => ({}),
  mapLightning: () => ({ query: { top: '40', bottom: '30', left: '-100', right: '-90', zoom: '6' } }),
  clusterStrikes: () => ({ query: { top: '40', bottom: '30', left: '-100', right: '-90', zoom: '6' } }),
  hasCoverage: () => ({ params: { lat: '35.2', lon: '-97.4' } }),
  live: () => ({}),
  ...samplesOfIntegrations,
  listFeedKeys: () => ({}),
  createFeedKey: () => ({ body: { name: 'A network', provesAbsence: false } }),
  deleteFeedKey: () => ({ params: { id: '999999' } }),
  ingestStrikes: () => ({
    body: {
      strikes: [{ id: 'a1', time: '2026-11-15T12:00:00Z', latitude: 35.2, longitude: -97.4 }],
      coverage: [{ from: '2026-11-15T11:59:00Z', to: '2026-11-15T12:00:00Z' }],
    },
  }),
  // field devices
  listHardware: () => ({}),
  getHardware: noUnit,
  getHardwareStation: noUnit,
  getHardwareData: noUnit,
  getHardwareImageTime: noUnit,
  disableHardware: switching,
  enableHardware: switching,
  disableSiren: switching,
  enableSiren: switching,
  listRelays: () => ({ params: { ipAddress: '10.0.0.7' } }),
  setRelay: () => ({ params: { ipAddress: '10.0.0.7' }, body: { id: 'Lights', toggled: true } }),
  listUnitRelays: noUnit,
  listUnprotected: () => ({}),
  listSirens: () => ({}),
  getSiren: noUnit,
  updateSiren: () => ({
    body: {
      sirenId: 999999,
      duration: 15,
      frequency: 1,
      allClearDuration: 5,
      allClearFrequency: 3,
      postWarnMessage: 'Seek shelter',
      postAllClearMessage: '',
      alertTimes: [workday],
    },
  }),
  testDelay: noSiren,
  testAllClear: noSiren,
  testLight: noSiren,
  turnOffTests: noSiren,
  publicSiren: () => ({ params: { customerName: 'Nobody', sirenName: 'Nothing' } }),
  listDevices: () => ({}),
  registerDevice: () => ({
    body: {
      customerId: 999999,
      device: 'ows-1',
      name: 'Siren',
      model: 'OWS',
      latitude: 35.2,
      longitude: -97.4,
    },
  }),
  updateDevice: () => ({
    params: { id: '999999' },
    body: { name: 'Siren', latitude: 35.2, longitude: -97.4, organizationLocationId: null },
  }),
  changeDeviceKey: noUnit,
  removeDevice: noUnit,
  listPaUnits: () => ({}),
  sendPaMessage: () => ({ body: { pAList: [999999], message: 'Hello', repeatCount: 1 } }),
  listStoredMessages: () => ({}),
  addStoredMessage: ({ caller }) => ({ body: { title: `Hello of ${caller.id}`, message: 'Hello' } }),
  updateStoredMessage: () => ({ body: { id: 999999, title: 'Hello', message: 'Hello' } }),
  deleteStoredMessage: noUnit,
  previewSpeech: () => ({ body: { message: 'Hello' } }),
  recording: () => ({ params: { id: 'a'.repeat(64) }, query: { expires: '1', key: 'none' } }),
  ...samplesOfWidgets,
}

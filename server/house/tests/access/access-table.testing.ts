import type { Permission } from '#domain/access/permissions'
import type { RoleName } from '#domain/access/roles'

/** The specification's tables, written down again: the contract must agree with them, call by call. */
export interface Row {
  /** A call with its own key rejects every person without that key; the public never signs in. */
  readonly roles: readonly RoleName[] | 'everyone' | 'feed key' | 'key in the address' | 'the public'
  readonly permissions?: readonly Permission[]
  /** The response that another customer's administrator gets when requesting this customer's data. */
  readonly stranger: 'hidden' | 'own things only' | 'refused by role'
  readonly acting?: 'refused'
}

const admins: readonly RoleName[] = ['SuperAdmin', 'Admin', 'AssistantAdmin']
const support: readonly RoleName[] = ['SuperAdmin']
const keepers: readonly RoleName[] = ['SuperAdmin', 'Admin']
export const signInRoles = ['SuperAdmin', 'Admin', 'AssistantAdmin', 'Customer'] as const
const everyone = { roles: 'everyone', stranger: 'own things only' } as const
const massNotify = { roles: admins, permissions: ['massnotify.access'] } as const
const sounding = { roles: admins, stranger: 'hidden', acting: 'refused' } as const
const reporting = { roles: 'everyone', permissions: ['historical_report.access'] } as const
/** Anyone may ask; a station whose page is not public reveals nothing. */
const openStation = { roles: 'the public', stranger: 'hidden' } as const
const widgets = { roles: admins, permissions: ['widget.access'] } as const
const signOn = { permissions: ['integrations.sso.access'], stranger: 'hidden' } as const
const integrationReaders = {
  roles: admins,
  permissions: ['read:integrations', 'write:integrations'],
} as const
const integrationWriters = { roles: keepers, permissions: ['write:integrations'] } as const
const singlewireReaders = { roles: admins, permissions: ['integrations.singlewire.access'] } as const
const singlewireWriters = { ...singlewireReaders, roles: keepers } as const
const watchers = { roles: admins, permissions: ['live_camera.access'] } as const
const speakers = { roles: admins, permissions: ['pa.full_access'] } as const

export const matrix: Readonly<Record<string, Row>> = {
  // Document 2 section 2.11: everyone changes their own password and profile.
  changePassword: { ...everyone, acting: 'refused' },
  updateProfile: { ...everyone, acting: 'refused' },
  // Everyone sees and ends their own sessions; support staff who act as a person do not.
  listSessions: { ...everyone, acting: 'refused' },
  endSession: { ...everyone, acting: 'refused' },
  endOtherSessions: { ...everyone, acting: 'refused' },
  endSessionsOf: { roles: keepers, stranger: 'hidden', acting: 'refused' },
  listSignIns: { ...everyone, acting: 'refused' },
  listApiTokens: { ...everyone, acting: 'refused' },
  createApiToken: { ...everyone, acting: 'refused' },
  revokeApiToken: { roles: 'everyone', stranger: 'hidden', acting: 'refused' },
  getSecondFactor: { ...everyone, acting: 'refused' },
  startSecondFactor: { ...everyone, acting: 'refused' },
  confirmSecondFactor: { ...everyone, acting: 'refused' },
  renewRecoveryCodes: { ...everyone, acting: 'refused' },
  removeSecondFactorApp: { ...everyone, acting: 'refused' },
  startPasskey: { ...everyone, acting: 'refused' },
  addPasskey: { ...everyone, acting: 'refused' },
  removePasskey: { ...everyone, acting: 'refused' },
  turnOffSecondFactor: { ...everyone, acting: 'refused' },
  resetSecondFactor: { roles: keepers, stranger: 'hidden', acting: 'refused' },
  requireSecondFactor: { roles: keepers, stranger: 'own things only', acting: 'refused' },
  // Everyone downloads their own data; an organization's Admin decides how long it is kept.
  getRetention: everyone,
  setRetention: { roles: keepers, stranger: 'own things only', acting: 'refused' },
  downloadOwnData: { ...everyone, acting: 'refused' },
  downloadPersonData: { roles: admins, stranger: 'hidden', acting: 'refused' },
  getCurrentUser: everyone,
  // Document 3 section 4, 'Analytics': only for a known user, who is identified by the token.
  trackEvents: { ...everyone, acting: 'refused' },
  userInfo: everyone,
  getRoles: everyone,
  // Document 2 section 6, 'Resend invite': Super Admin and Admin for anyone, Assistant Admin for their own group.
  sendActivateEmail: { roles: admins, stranger: 'own things only' },
  // Document 2 section 6, 'Users page'.
  getCustomerUsers: { roles: admins, stranger: 'own things only' },
  listUsersByRole: { roles: admins, stranger: 'own things only' },
  addUser: { roles: admins, stranger: 'own things only' },
  updateUser: { roles: admins, stranger: 'hidden' },
  deleteUser: { roles: admins, stranger: 'hidden' },
  demoteUser: { roles: admins, stranger: 'hidden' },
  promoteUser: { roles: admins, stranger: 'hidden' },
  listNotificationUsers: { roles: admins, stranger: 'own things only' },
  addNotificationUser: { roles: admins, stranger: 'own things only' },
  updateNotificationUser: { roles: admins, stranger: 'hidden' },
  deleteNotificationUser: { roles: admins, stranger: 'hidden' },
  getEmailSubscriptions: { roles: admins, stranger: 'hidden' },
  exportUsers: { roles: admins, stranger: 'own things only' },
  importUsers: { roles: admins, stranger: 'own things only' },
  // Document 2 section 6, 'Manage Groups': visible to the three admin roles, 'New group' only Admin and Super Admin.
  listGroups: { roles: admins, stranger: 'own things only' },
  listOwnGroups: everyone,
  addGroup: { roles: keepers, stranger: 'own things only' },
  updateGroup: { roles: admins, stranger: 'hidden' },
  deleteGroup: { roles: keepers, stranger: 'hidden' },
  // Document 3 section 4: impersonation is for support staff; the impersonated session can end it.
  startImpersonation: { roles: support, stranger: 'refused by role', acting: 'refused' },
  resumeImpersonation: { roles: support, stranger: 'refused by role', acting: 'refused' },
  endImpersonation: everyone,
  // Document 3 section 7: the customer and its banner, for the customer's own people.
  getCustomer: { roles: 'everyone', stranger: 'hidden' },
  getSupport: everyone,
  // Document 3 section 2.2: the logo on a visitor's page opens the provider's site.
  getProvider: { roles: 'the public', stranger: 'own things only' },
  getBanner: { roles: 'everyone', stranger: 'hidden' },
  setBanner: { roles: support, stranger: 'refused by role' },
  listCustomers: { roles: support, stranger: 'refused by role' },
  listPeopleOfCustomer: { roles: support, stranger: 'refused by role' },
  // The design, section 5: Admin reads their own customer's log, Super Admin all.
  readAudit: { roles: ['SuperAdmin', 'Admin'], stranger: 'own things only' },
  // Document 1 section 7, 'Location': everyone has their own locations.
  listLocations: everyone,
  addLocation: everyone,
  updateLocation: { roles: 'everyone', stranger: 'hidden' },
  setForecastLocation: { roles: 'everyone', stranger: 'hidden' },
  deleteLocation: { roles: 'everyone', stranger: 'hidden' },
  checkRestriction: everyone,
  searchAddress: everyone,
  reverseLookup: everyone,
  // Document 2 sections 6 and 7, 'Users, groups and locations': the locations of people the caller manages.
  listLocationsOfUser: { roles: admins, stranger: 'hidden' },
  setOrganizationLocationsOfUser: { roles: admins, stranger: 'hidden' },
  // Organization locations are readable within their customer, and writable by its administrators.
  listOrganizationLocations: everyone,
  listOrganizationLocationsOfCustomer: { roles: 'everyone', stranger: 'hidden' },
  listOrganizationLocationsOfUser: { roles: 'everyone', stranger: 'hidden' },
  listOrganizationLocationsOfNotificationUser: { roles: admins, stranger: 'hidden' },
  listSitesOfOrganizationLocation: { roles: 'everyone', stranger: 'hidden' },
  addOrganizationLocation: { roles: keepers, stranger: 'own things only' },
  updateOrganizationLocation: { roles: keepers, stranger: 'hidden' },
  deleteOrganizationLocation: { roles: keepers, stranger: 'hidden' },
  linkSite: { roles: keepers, stranger: 'hidden' },
  unlinkSite: { roles: keepers, stranger: 'hidden' },
  // The design, section 3: the outbox is a page for Super Admin.
  listOutbox: { roles: support, stranger: 'refused by role' },
  readDelivery: { roles: support, stranger: 'refused by role' },
  // Document 2 sections 2.6 and 2.10: everyone sees their own notifications, and sets how they are notified.
  listNotifications: everyone,
  whyNotified: { roles: 'everyone', stranger: 'hidden' },
  getNotificationSettings: everyone,
  setNotificationSettings: { ...everyone, acting: 'refused' },
  getAlertTimes: everyone,
  setAlertTimes: { ...everyone, acting: 'refused' },
  testNotification: { ...everyone, acting: 'refused' },
  setPosition: { ...everyone, acting: 'refused' },
  forgetPosition: everyone,
  getPushKey: everyone,
  subscribePush: { ...everyone, acting: 'refused' },
  unsubscribePush: everyone,
  checkPush: { ...everyone, acting: 'refused' },
  notePushShown: { roles: 'key in the address', stranger: 'own things only' },
  listPushDevices: everyone,
  removePushDevice: { roles: 'everyone', stranger: 'hidden' },
  // Document 3 section 6, 'Mass Notify', and document 2 section 6, 'Consultation'.
  previewMassMessage: { ...massNotify, stranger: 'own things only' },
  sendMassMessage: { ...massNotify, stranger: 'own things only', acting: 'refused' },
  massHistory: { ...massNotify, stranger: 'own things only' },
  readMassMessage: { ...massNotify, stranger: 'hidden' },
  listConsultationCopies: { roles: admins, permissions: ['met.support'], stranger: 'own things only' },
  askMeteorologist: {
    roles: admins,
    permissions: ['met.support'],
    stranger: 'own things only',
    acting: 'refused',
  },
  // Document 1 section 7, forecasts and alerts: for anyone who may see the location; weather itself is public.
  todayForecast: { roles: 'everyone', stranger: 'hidden' },
  hourlyForecasts: { roles: 'everyone', stranger: 'hidden' },
  todayHours: { roles: 'everyone', stranger: 'hidden' },
  todayHoursAt: everyone,
  dailyForecasts: { roles: 'everyone', stranger: 'hidden' },
  proactiveForecasts: { roles: 'everyone', stranger: 'hidden' },
  proactiveForecastMessage: { roles: 'everyone', stranger: 'hidden' },
  listAdvisories: { roles: 'everyone', stranger: 'hidden' },
  advisoryDetail: everyone,
  advisoriesAtPoint: everyone,
  listMapAlerts: everyone,
  listMapStations: everyone,
  // Document 1 section 7, 'Map': weather is public; images are available at the signed addresses.
  radarFrames: everyone,
  radarWms: everyone,
  radarTms: everyone,
  mapUrl: everyone,
  listMapLayers: everyone,
  getMapGrounds: everyone,
  tropicalForecasts: everyone,
  surfaceAnalysis: everyone,
  stationImage: { roles: 'key in the address', stranger: 'own things only' },
  radarPicture: { roles: 'key in the address', stranger: 'own things only' },
  radarTile: { roles: 'key in the address', stranger: 'own things only' },
  listStormVectors: everyone,
  getStormArrival: { roles: 'everyone', stranger: 'hidden' },
  airQualityAtLocation: { roles: 'everyone', stranger: 'hidden' },
  listAirSensors: everyone,
  airQualityCategories: everyone,
  workRestForLocation: { roles: 'everyone', stranger: 'hidden' },
  getRiskProfile: { roles: 'everyone', stranger: 'hidden' },
  // Document 2 section 6, 'Policies page'; everyone sees what applies to them and to their own locations.
  listPolicies: { roles: admins, stranger: 'own things only' },
  listPoliciesOfOwnSite: everyone,
  listPoliciesOfSite: { roles: admins, stranger: 'hidden' },
  listPoliciesOfCustomer: { roles: admins, stranger: 'hidden' },
  listPoliciesOfUser: { roles: 'everyone', stranger: 'hidden' },
  listPolicyTypes: everyone,
  // Ours: for people who manage others, limited to those they see.
  listOutdatedRings: { roles: admins, stranger: 'own things only' },
  listPolicyStandards: { roles: admins, stranger: 'own things only' },
  addPolicy: { roles: keepers, stranger: 'own things only' },
  updatePolicy: { roles: keepers, stranger: 'hidden' },
  deletePolicy: { roles: keepers, stranger: 'hidden' },
  // Document 2 section 6, 'On-Site Hardware page'; only a person may sound, speak or switch something.
  listHardware: { roles: admins, stranger: 'own things only' },
  getHardware: { roles: admins, stranger: 'hidden' },
  getHardwareStation: { roles: admins, stranger: 'hidden' },
  getHardwareData: { roles: admins, stranger: 'hidden' },
  getHardwareImageTime: { roles: admins, stranger: 'hidden' },
  listSirens: { roles: admins, stranger: 'own things only' },
  getSiren: { roles: admins, stranger: 'hidden' },
  updateSiren: sounding,
  testDelay: sounding,
  testAllClear: sounding,
  testLight: sounding,
  turnOffTests: sounding,
  disableHardware: sounding,
  enableHardware: sounding,
  disableSiren: sounding,
  enableSiren: sounding,
  listRelays: { roles: admins, stranger: 'hidden' },
  setRelay: sounding,
  listUnitRelays: { roles: admins, stranger: 'hidden' },
  listUnprotected: everyone,
  // Customers' own instruments are hardware, too; only a person may give out or end their keys.
  listInstruments: { roles: admins, stranger: 'own things only' },
  getInstrument: { roles: admins, stranger: 'hidden' },
  addInstrument: { roles: keepers, stranger: 'own things only', acting: 'refused' },
  updateInstrument: { roles: keepers, stranger: 'hidden', acting: 'refused' },
  changeInstrumentKey: { roles: keepers, stranger: 'hidden', acting: 'refused' },
  removeInstrument: { roles: keepers, stranger: 'hidden', acting: 'refused' },
  publicSiren: { roles: 'the public', stranger: 'hidden' },
  // Document 2 section 6, 'Send PA Message'.
  listPaUnits: { ...speakers, stranger: 'own things only' },
  sendPaMessage: { ...speakers, stranger: 'own things only', acting: 'refused' },
  listStoredMessages: { ...speakers, stranger: 'own things only' },
  addStoredMessage: { ...speakers, stranger: 'own things only' },
  updateStoredMessage: { ...speakers, stranger: 'hidden' },
  deleteStoredMessage: { ...speakers, stranger: 'hidden' },
  previewSpeech: { ...speakers, stranger: 'own things only' },
  recording: { roles: 'key in the address', stranger: 'own things only' },
  // Document 3 section 6, 'Widgets': the caller's own customer's, and everyone's for Super Admin. Their content is
  // public.
  listWidgetsOfCustomer: { ...widgets, stranger: 'hidden' },
  listAllWidgets: { ...widgets, roles: support, stranger: 'refused by role' },
  getWidget: { ...widgets, stranger: 'hidden' },
  createWidget: { ...widgets, stranger: 'hidden' },
  updateWidget: { ...widgets, stranger: 'hidden' },
  deleteWidget: { ...widgets, stranger: 'hidden' },
  shareWidget: { ...widgets, stranger: 'hidden', acting: 'refused' },
  widgetChoices: { ...widgets, stranger: 'hidden' },
  previewWidget: { ...widgets, stranger: 'hidden' },
  embedWidget: { roles: 'the public', stranger: 'hidden' },
  // Ours: the provider's staff registers devices.
  listDevices: { roles: support, stranger: 'refused by role' },
  registerDevice: { roles: support, stranger: 'refused by role', acting: 'refused' },
  updateDevice: { roles: support, stranger: 'refused by role', acting: 'refused' },
  changeDeviceKey: { roles: support, stranger: 'refused by role', acting: 'refused' },
  removeDevice: { roles: support, stranger: 'refused by role', acting: 'refused' },
  listWarnings: { roles: 'everyone', stranger: 'hidden' },
  listViolations: { roles: 'everyone', stranger: 'hidden' },
  listThreats: { roles: 'everyone', stranger: 'hidden' },
  whyPolicies: { roles: 'everyone', stranger: 'hidden' },
  // Document 1 section 7 and document 3 section 6, 'Station page': places follow their location, stations their owner.
  getObservation: { roles: 'everyone', stranger: 'hidden' },
  lookUpObservation: everyone,
  lookUpMetar: everyone,
  getCurrentObservation: { roles: 'everyone', stranger: 'hidden' },
  getWeatherStation: openStation,
  listObservations: { roles: 'everyone', stranger: 'hidden' },
  historyOfDay: openStation,
  historyOfWeek: openStation,
  historyOfMonth: openStation,
  historyOfRange: openStation,
  getEvapotranspiration: openStation,
  getEvapotranspirationOfRange: openStation,
  evapotranspirationMissing: openStation,
  listConditionSnapshots: openStation,
  stationImageTime: openStation,
  listWeatherStations: everyone,
  shareWeatherStation: { roles: keepers, stranger: 'hidden' },
  correctStationElevation: { roles: keepers, stranger: 'hidden' },
  proposeStationElevation: { roles: support, stranger: 'refused by role' },
  exportHistory: { roles: 'everyone', stranger: 'hidden' },
  exportConditionSnapshots: { roles: 'everyone', stranger: 'hidden' },
  // Document 3 section 6, 'Historical report button'; files are available at the signed addresses.
  generateReport: { ...reporting, stranger: 'own things only' },
  listReportRecipients: { ...reporting, stranger: 'own things only' },
  deleteReport: { ...reporting, stranger: 'hidden' },
  listReports: everyone,
  reportCsv: { roles: 'key in the address', stranger: 'own things only' },
  reportPdf: { roles: 'key in the address', stranger: 'own things only' },
  // The design, sections 6 and 8: the status page is for Super Admin.
  getStatus: { roles: support, stranger: 'refused by role' },
  // An administrator accepts what a satellite misses; no one may do so while acting as them.
  getSatelliteAcceptance: { roles: 'everyone', stranger: 'hidden' },
  acceptSatellite: { roles: keepers, stranger: 'hidden', acting: 'refused' },
  setFeedFault: { roles: support, stranger: 'refused by role' },
  getWeatherSources: everyone,
  pauseSource: { roles: support, stranger: 'refused by role' },
  makeReal: { roles: support, stranger: 'refused by role' },
  // Document 1 section 7: lightning, for anyone who may see the location; weather itself is public.
  getDelay: { roles: 'everyone', stranger: 'hidden' },
  lightningCounts: { roles: 'everyone', stranger: 'hidden' },
  delayHistory: { roles: 'everyone', stranger: 'hidden' },
  getDelaySummary: { roles: 'everyone', stranger: 'hidden' },
  delaysCsv: { roles: 'everyone', stranger: 'hidden' },
  delayEvidence: { roles: 'everyone', stranger: 'hidden' },
  delayEvidenceCsv: { roles: 'everyone', stranger: 'hidden' },
  getStrikes: everyone,
  clusterStrikes: everyone,
  mapLightning: everyone,
  hasCoverage: everyone,
  live: everyone,
  // Document 3 section 6, 'SSO page': the three roles and the permission. A person who chooses the provider could
  // become any administrator through it. Saving is therefore for Admins only, and never while acting as a person.
  getSso: { ...signOn, roles: admins },
  getSsoSetup: { ...signOn, roles: admins },
  saveSso: { ...signOn, roles: keepers, acting: 'refused' },
  deleteSso: { ...signOn, roles: keepers, acting: 'refused' },
  addSsoDomain: { ...signOn, roles: keepers, acting: 'refused' },
  verifySsoDomain: { ...signOn, roles: keepers, acting: 'refused' },
  removeSsoDomain: { ...signOn, roles: keepers, acting: 'refused' },
  confirmSsoDomain: { roles: support, stranger: 'refused by role' },
  // The design, section 4: Super Admin manages keys; a key holder sends strikes. Document 3 section 6, 'Integrations';
  // adding them is for Super Admin and Admin.
  verifyConnection: { ...singlewireWriters, stranger: 'own things only' },
  getConnection: { ...singlewireReaders, stranger: 'hidden' },
  saveConnection: { ...singlewireWriters, stranger: 'hidden' },
  deleteConnection: { ...singlewireWriters, stranger: 'hidden' },
  listSinglewireSites: { ...singlewireReaders, stranger: 'hidden' },
  listSinglewireScenarios: { ...singlewireReaders, stranger: 'hidden' },
  listScenarioMappings: { ...singlewireReaders, stranger: 'hidden' },
  createScenarioMapping: { ...singlewireWriters, stranger: 'own things only' },
  deleteScenarioMapping: { ...singlewireWriters, stranger: 'hidden' },
  listScenarioFirings: { ...singlewireReaders, stranger: 'hidden' },
  listPlaceRings: { ...integrationReaders, stranger: 'own things only' },
  listCapFeeds: { ...integrationReaders, stranger: 'own things only' },
  createCapFeed: { ...integrationWriters, stranger: 'own things only' },
  deleteCapFeed: { ...integrationWriters, stranger: 'hidden' },
  getHomeAssistant: { ...integrationReaders, stranger: 'own things only' },
  makeHomeAssistantKey: { ...integrationWriters, stranger: 'own things only' },
  deleteHomeAssistantKey: { ...integrationWriters, stranger: 'own things only' },
  listWebhooks: { ...integrationReaders, stranger: 'own things only' },
  createWebhook: { ...integrationWriters, stranger: 'own things only' },
  updateWebhook: { ...integrationWriters, stranger: 'hidden' },
  deleteWebhook: { ...integrationWriters, stranger: 'hidden' },
  rotateWebhookSecret: { ...integrationWriters, stranger: 'hidden' },
  testWebhook: { ...integrationWriters, stranger: 'hidden' },
  listWebhookDeliveries: { ...integrationReaders, stranger: 'hidden' },
  replayWebhookDelivery: { ...integrationWriters, stranger: 'hidden' },
  listFeedKeys: { roles: support, stranger: 'refused by role' },
  createFeedKey: { roles: support, stranger: 'refused by role' },
  deleteFeedKey: { roles: support, stranger: 'refused by role' },
  ingestStrikes: { roles: 'feed key', stranger: 'own things only' },
  // Document 3 section 6, 'Live Camera and Logs': the permission and one of the three roles. Cameras belong to the
  // whole customer: the roles that manage all of it add them, and the provider sets how much may be watched.
  listAllCameras: { roles: support, permissions: ['live_camera.access'], stranger: 'refused by role' },
  listCameras: { ...watchers, stranger: 'hidden' },
  getConsumedMinutes: { ...watchers, stranger: 'hidden' },
  listCameraLogs: { ...watchers, stranger: 'hidden' },
  addCamera: { ...watchers, roles: keepers, stranger: 'hidden' },
  updateCamera: { ...watchers, roles: keepers, stranger: 'hidden' },
  deleteCamera: { ...watchers, roles: keepers, stranger: 'hidden' },
  takeTestPicture: { ...watchers, roles: keepers, stranger: 'hidden' },
  setLiveStreamMinutes: { roles: support, stranger: 'refused by role' },
}

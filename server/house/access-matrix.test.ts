import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Asked, Call } from '#contract/call'
import { endImpersonation } from '#contract/identity'
import { allCalls } from '#contract/index'
import { permissions, type Permission } from '#domain/access/permissions'
import type { RoleName } from '#domain/access/roles'
import { samples } from '#server/house/samples.testing'
import { testHouse, type TestHouse, type TestPerson } from '#server/house/testing'

/** What the specification's tables say, written down again here: the contract must agree with it, call by call. */
interface Row {
  /** A call with a key of its own is closed to every person without it, whoever it is; the public signs in nowhere. */
  readonly roles: readonly RoleName[] | 'everyone' | 'feed key' | 'key in the address' | 'the public'
  readonly permissions?: readonly Permission[]
  /** What the administrator of another customer gets when asking for this customer's things. */
  readonly stranger: 'hidden' | 'own things only' | 'refused by role'
  readonly acting?: 'refused'
}

const admins: readonly RoleName[] = ['SuperAdmin', 'Admin', 'AssistantAdmin']
const support: readonly RoleName[] = ['SuperAdmin']
const keepers: readonly RoleName[] = ['SuperAdmin', 'Admin']
const signInRoles = ['SuperAdmin', 'Admin', 'AssistantAdmin', 'Customer'] as const
const everyone = { roles: 'everyone', stranger: 'own things only' } as const
const massNotify = { roles: admins, permissions: ['massnotify.access'] } as const
const sounding = { roles: admins, stranger: 'hidden', acting: 'refused' } as const
const speakers = { roles: admins, permissions: ['pa.full_access'] } as const

const matrix: Readonly<Record<string, Row>> = {
  // Document 2 section 2.11: everyone changes their own password and profile.
  changePassword: { ...everyone, acting: 'refused' },
  updateProfile: { ...everyone, acting: 'refused' },
  getCurrentUser: everyone,
  userInfo: everyone,
  getRoles: everyone,
  // Document 2 section 6, 'Resend invite': Super Admin and Admin for any, Assistant Admin for the own group.
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
  // Document 3 section 4: impersonation is for support staff; ending it is for whoever is being acted as.
  startImpersonation: { roles: support, stranger: 'refused by role', acting: 'refused' },
  resumeImpersonation: { roles: support, stranger: 'refused by role', acting: 'refused' },
  endImpersonation: everyone,
  // Document 3 section 7: the customer and its banner, for the customer's own people.
  getCustomer: { roles: 'everyone', stranger: 'hidden' },
  getSupport: everyone,
  getBanner: { roles: 'everyone', stranger: 'hidden' },
  setBanner: { roles: support, stranger: 'refused by role' },
  listCustomers: { roles: support, stranger: 'refused by role' },
  listPeopleOfCustomer: { roles: support, stranger: 'refused by role' },
  // The design, section 5: Admin reads the own customer's log, Super Admin all.
  readAudit: { roles: ['SuperAdmin', 'Admin'], stranger: 'own things only' },
  // Document 1 section 7, 'Location': everyone has locations of their own.
  listLocations: everyone,
  addLocation: everyone,
  updateLocation: { roles: 'everyone', stranger: 'hidden' },
  setForecastLocation: { roles: 'everyone', stranger: 'hidden' },
  deleteLocation: { roles: 'everyone', stranger: 'hidden' },
  checkRestriction: everyone,
  searchAddress: everyone,
  reverseLookup: everyone,
  // Document 2 sections 6 and 7, 'Users, groups and locations': the locations of people whom one looks after.
  listLocationsOfUser: { roles: admins, stranger: 'hidden' },
  setOrganizationLocationsOfUser: { roles: admins, stranger: 'hidden' },
  // Organization locations are read inside the own customer, and written by its administrators.
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
  // Document 2 sections 2.6 and 2.10: everyone sees what they were told, and sets how they are told.
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
  // Document 3 section 6, 'Mass Notify', and document 2 section 6, 'Consultation'.
  previewMassMessage: { ...massNotify, stranger: 'own things only' },
  sendMassMessage: { ...massNotify, stranger: 'own things only', acting: 'refused' },
  massHistory: { ...massNotify, stranger: 'own things only' },
  readMassMessage: { ...massNotify, stranger: 'hidden' },
  askMeteorologist: {
    roles: admins,
    permissions: ['met.support'],
    stranger: 'own things only',
    acting: 'refused',
  },
  // Document 1 section 7, forecasts and alerts: for whoever may see the location; the sky is everybody's.
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
  // Document 1 section 7, 'Map': the sky is everybody's; pictures are had by the addresses that were given out.
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
  // Document 2 section 6, 'Policies page'; what counts for oneself and at one's own locations, everyone sees.
  listPolicies: { roles: admins, stranger: 'own things only' },
  listPoliciesOfOwnSite: everyone,
  listPoliciesOfSite: { roles: admins, stranger: 'hidden' },
  listPoliciesOfCustomer: { roles: admins, stranger: 'hidden' },
  listPoliciesOfUser: { roles: 'everyone', stranger: 'hidden' },
  listPolicyTypes: everyone,
  // Ours: for whoever looks after people, as far as they see them.
  listOutdatedRings: { roles: admins, stranger: 'own things only' },
  listPolicyStandards: { roles: admins, stranger: 'own things only' },
  addPolicy: { roles: keepers, stranger: 'own things only' },
  updatePolicy: { roles: keepers, stranger: 'hidden' },
  deletePolicy: { roles: keepers, stranger: 'hidden' },
  // Document 2 section 6, 'On-Site Hardware page'; what sounds, speaks or switches is a person's own act.
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
  // Ours: devices are registered by the provider's staff.
  listDevices: { roles: support, stranger: 'refused by role' },
  registerDevice: { roles: support, stranger: 'refused by role', acting: 'refused' },
  changeDeviceKey: { roles: support, stranger: 'refused by role', acting: 'refused' },
  removeDevice: { roles: support, stranger: 'refused by role', acting: 'refused' },
  listWarnings: { roles: 'everyone', stranger: 'hidden' },
  listViolations: { roles: 'everyone', stranger: 'hidden' },
  listThreats: { roles: 'everyone', stranger: 'hidden' },
  whyPolicies: { roles: 'everyone', stranger: 'hidden' },
  // Document 1 section 7 and document 3 section 6, 'Station page': places as their location, stations as their owner.
  getObservation: { roles: 'everyone', stranger: 'hidden' },
  lookUpObservation: everyone,
  lookUpMetar: everyone,
  getCurrentObservation: { roles: 'everyone', stranger: 'hidden' },
  listObservations: { roles: 'everyone', stranger: 'hidden' },
  listWeatherStations: everyone,
  shareWeatherStation: { roles: keepers, stranger: 'hidden' },
  exportHistory: { roles: 'everyone', stranger: 'hidden' },
  exportConditionSnapshots: { roles: 'everyone', stranger: 'hidden' },
  // Its customer may open the page of a station to people who are not signed in.
  getWeatherStation: { roles: 'the public', stranger: 'hidden' },
  stationImageTime: { roles: 'the public', stranger: 'hidden' },
  listConditionSnapshots: { roles: 'the public', stranger: 'hidden' },
  historyOfDay: { roles: 'the public', stranger: 'hidden' },
  historyOfWeek: { roles: 'the public', stranger: 'hidden' },
  historyOfMonth: { roles: 'the public', stranger: 'hidden' },
  historyOfRange: { roles: 'the public', stranger: 'hidden' },
  getEvapotranspiration: { roles: 'the public', stranger: 'hidden' },
  getEvapotranspirationOfRange: { roles: 'the public', stranger: 'hidden' },
  // The design, sections 6 and 8: the status page is for Super Admin.
  getStatus: { roles: support, stranger: 'refused by role' },
  setFeedFault: { roles: support, stranger: 'refused by role' },
  // Document 1 section 7: lightning, for whoever may see the location; the sky is everybody's.
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
  // The design, section 4: keys are managed by Super Admin; whoever has one sends strikes.
  listFeedKeys: { roles: support, stranger: 'refused by role' },
  createFeedKey: { roles: support, stranger: 'refused by role' },
  deleteFeedKey: { roles: support, stranger: 'refused by role' },
  ingestStrikes: { roles: 'feed key', stranger: 'own things only' },
}

/** Reached without signing in, on purpose: health, the API's own description, signing in, and the application itself. */
const publicPages = [
  'GET /',
  'GET /healthz',
  'GET /readyz',
  'GET /metrics',
  'GET /api/docs',
  'GET /api/docs/write-a-feed',
  'GET /silentrenew',
  'GET /identity/*',
  'POST /identity/*',
  'GET /identity/sign-in/:uid',
  'POST /identity/sign-in/:uid',
  'GET /identity/forgot',
  'POST /identity/forgot',
  'GET /identity/set-password',
  'GET /identity/confirm-email',
  'POST /identity/confirm-email',
  'POST /identity/set-password',
  // Whoever has the link, or the provider's signature.
  'GET /unsubscribe/:token',
  'POST /unsubscribe/:token',
  'POST /provider/sms',
]

/** Whoever has to show a key is told that it is not right, by a word of its own. */
const needsKey = (row: Row) => row.roles === 'feed key' || row.roles === 'key in the address'
/** To the public what the sample asks for is not there, as it is to everybody. */
function refusedAs({ roles }: Row): number {
  if (roles === 'the public') return 404
  return roles === 'key in the address' ? 403 : 401
}

function expected(row: Row, role: RoleName, held: readonly Permission[]): 'in' | 'out' {
  if (row.roles === 'feed key' || row.roles === 'key in the address') return 'out'
  if (row.roles === 'the public') return 'in'
  const roleFits = row.roles === 'everyone' || row.roles.includes(role)
  const permissionFits = !row.permissions || row.permissions.some(needed => held.includes(needed))
  return roleFits && permissionFits ? 'in' : 'out'
}

let world: TestHouse
let customerId: number
let colleague: TestPerson
let stranger: TestPerson
let supporter: TestPerson
let admin: TestPerson
let acting: TestPerson | undefined
const outsiders: TestPerson[] = []
const people = new Map<RoleName, { held: readonly Permission[]; caller: TestPerson }[]>()
const permissionSets: (readonly Permission[])[] = [[], ...permissions.map(one => [one]), permissions]
/** Where no permission counts, none and all of them stand for each one; `npm run soak` asks with each. */
const countsEach = process.env['WHOLE_MATRIX'] === 'on'
const isAsked = (row: Row, held: readonly Permission[]) =>
  countsEach || row.permissions !== undefined || held.length === 0 || held === permissions

beforeAll(async () => {
  world = await testHouse()
  customerId = await world.customer()
  colleague = await world.person({ role: 'Customer', customerId })
  stranger = await world.person({ role: 'Admin', customerId: await world.customer(), permissions })
  for (const role of signInRoles) {
    const callers = permissionSets.map(async held => ({
      held,
      caller: await world.person({ role, customerId, permissions: held }),
    }))
    people.set(role, await Promise.all(callers))
  }
  supporter = await world.person({ role: 'SuperAdmin', customerId: await world.customer() })
  admin = await world.person({ role: 'Admin', customerId, permissions })
  for (const role of ['NotificationOnly', 'Emperor' as RoleName] as const) {
    outsiders.push(await world.person({ role, customerId, permissions }))
  }
  outsiders.push(await world.person({ role: 'Admin', customerId, permissions, isActive: false }))
})
afterAll(() => world.close())

function sampleFor(call: Call, caller: TestPerson): Asked<Call> {
  const sample = samples[call.name]
  if (!sample) throw new Error(`${call.name} has no sample request in samples.testing.ts`)
  return sample({ caller, colleague })
}

describe('every call', () => {
  it('stands in the matrix, and the matrix knows no other', () => {
    expect(Object.keys(matrix).sort()).toEqual(allCalls.map(call => call.name).sort())
  })

  it('has a sample request', () => {
    expect(Object.keys(samples).sort()).toEqual(allCalls.map(call => call.name).sort())
  })

  it('is served, and every route besides is one of the pages that need no sign-in', () => {
    const served = world.routes.filter(
      route => !route.startsWith('HEAD ') && !/ \/assets\/|\.\w+$/.test(route),
    )
    const calls = allCalls.map(call => `${call.method} ${call.path.replace(/\{(\w+)\}/g, ':$1')}`)
    expect(served.sort()).toEqual([...calls, ...publicPages].sort())
  })
})

describe.each(allCalls.map(call => [call.name, call] as const))('%s', (name, call) => {
  const row = matrix[name] as Row

  it('is refused to nobody-in-particular', async () => {
    const answer = await world.ask(call, sampleFor(call, colleague))
    expect(answer.status).toBe(refusedAs(row))
    expect(answer.body.responseException?.message).toBeTypeOf('string')
  })

  it.each(signInRoles)(
    'admits %s as the specification says, with none and all of the permissions, and with each that counts',
    async role => {
      for (const { held, caller } of people.get(role) ?? []) {
        if (!isAsked(row, held)) continue
        const { status } = await world.ask(call, sampleFor(call, caller), caller)
        if (!needsKey(row)) expect(status, `${role} with ${held.join(', ') || 'nothing'}`).not.toBe(401)
        expect(
          status === 403 || status === 401 ? 'out' : 'in',
          `${role} with ${held.join(', ') || 'nothing'}`,
        ).toBe(expected(row, role, held))
        // Whoever is let in may still hear that it cannot be told at present.
        if (status !== 503) expect(status).toBeLessThan(500)
      }
    },
  )

  it('is refused to people who may not sign in at all, and treats an unknown role as the least', async () => {
    for (const caller of outsiders) {
      expect((await world.ask(call, sampleFor(call, caller), caller)).status).toBe(refusedAs(row))
    }
  })

  it('shows nothing of this customer to the administrator of another', async () => {
    const answer = await world.ask(call, sampleFor(call, stranger), stranger)
    if (row.stranger === 'hidden') expect(answer.status).toBe(404)
    if (row.stranger === 'refused by role') expect(answer.status).toBe(403)
    const text = JSON.stringify(answer.body)
    expect(text).not.toContain(colleague.email)
    expect(text).not.toContain(colleague.id)
  })

  it('is refused to support staff acting as somebody where it must be that person', async () => {
    acting ??= await world.actingAs(supporter, admin)
    const answer = await world.ask(call, sampleFor(call, acting), acting)
    if (call === endImpersonation) acting = undefined
    const mayAct = row.acting === undefined && expected(row, 'Admin', permissions) === 'in'
    expect(answer.status === 403 || needsKey(row) ? 'out' : 'in').toBe(mayAct ? 'in' : 'out')
    if (!needsKey(row)) expect(answer.status).not.toBe(401)
  })
})

import type { Page, Route } from '@playwright/test'
import type { Reply } from '#contract/call'
import type { getHardwareData, Hardware, UnitRelay } from '#contract/devices/hardware'
import type { PaUnit } from '#contract/devices/public-address'
import type { Siren } from '#contract/devices/sirens'
import { weekdays } from '#domain/alert-times/alert-times'

const minuteMs = 60_000
const ago = (minutes: number) => new Date(Date.now() - minutes * minuteMs).toISOString()

const unit: Hardware = {
  id: 1,
  name: 'North Field',
  modelId: 'OWS',
  enabled: true,
  sirenEnabled: true,
  voltage: 12.8,
  connectedAt: ago(2),
  isOnline: true,
  timeZoneId: 'America/Chicago',
  latitude: 35.2226,
  longitude: -97.4395,
  ipAddress: '10.0.0.11',
  afterSirenPaId: null,
  hasRemoteRelays: true,
  remoteRelays: [],
  organizationLocationId: 1,
  locationName: 'Norman Campus',
  weatherStationId: null,
  isAlertTime: true,
  doing: 'nothing',
  isTest: false,
  isTestLit: false,
  clockAheadSeconds: 0.2,
  notProtected: null,
}

function sirenOf({ id, name, locationName, ipAddress }: Hardware): Siren {
  return {
    id,
    name,
    locationName,
    enabled: true,
    radius: 8,
    allClearMinutes: 30,
    inForce: { radius: 10, allClearMinutes: 30 },
    duration: 15,
    frequency: 1,
    allClearDuration: 5,
    allClearFrequency: 3,
    postWarnMessage: 'Lightning is near. Go inside now.',
    postAllClearMessage: '',
    ipAddress,
    isPagePublic: false,
    alertTimes: weekdays.map(day => ({
      id: day,
      day,
      startTime: '06:00:00',
      endTime: '22:00:00',
      allDay: false,
      enabled: true,
    })),
    version: 1,
  }
}

const relay: UnitRelay = {
  id: 1,
  name: 'Stadium lights',
  remoteRelayTrigger: { policyTypeId: 1 },
  ipAddress: '10.0.0.21',
  isOnline: true,
  toggled: false,
  isOverridden: false,
}

/** The page's units and the requests made to them. A test changes the units as a device would. */
export interface GivenHardware {
  units: Hardware[]
  sirens: Siren[]
  relays: UnitRelay[]
  paUnits: PaUnit[]
  activity: Reply<typeof getHardwareData>
  /** The next responses of a call, instead of the default one. */
  refusals: Map<
    string,
    { status: number; message: string; errors?: Record<string, string[]>; current?: unknown }
  >
  readonly asked: { readonly call: string; readonly body: unknown }[]
}

function newHardware(): GivenHardware {
  const units: Hardware[] = [
    unit,
    {
      ...unit,
      id: 2,
      name: 'Stadium',
      modelId: 'OWX',
      voltage: 11.9,
      hasRemoteRelays: false,
      doing: 'warning',
    },
    {
      ...unit,
      id: 3,
      name: 'Practice Field',
      connectedAt: ago(95),
      isOnline: false,
      hasRemoteRelays: false,
      notProtected: 'The siren cannot be reached',
    },
    {
      ...unit,
      id: 4,
      name: 'Roof Station',
      modelId: 'WXS',
      connectedAt: ago(4),
      voltage: null,
      hasRemoteRelays: false,
      enabled: false,
      locationName: 'Science Hall',
    },
  ]
  return {
    units,
    sirens: units.filter(({ modelId }) => modelId !== 'WXS').map(sirenOf),
    relays: [
      relay,
      {
        ...relay,
        id: 2,
        name: 'Gate',
        remoteRelayTrigger: null,
        isOnline: false,
        toggled: true,
        isOverridden: true,
      },
    ],
    paUnits: [
      { id: 1, name: 'North Field', ipAddress: '10.0.0.11', defaultPlayCount: 1, isOnline: true },
      { id: 9, name: 'Press Box', ipAddress: '10.0.0.31', defaultPlayCount: 3, isOnline: true },
    ],
    activity: {
      id: 1,
      voltage: 12.8,
      connectedAt: ago(2),
      firmware: '2.4.1',
      disbelieved: 1,
      activations: [
        {
          id: '0b8c8f0e-6d5c-4f43-9a5e-1f2b9d2f0a01',
          kind: 'warn',
          isTest: true,
          by: 'Ada Admin',
          because: 'Test of delay',
          issuedAt: ago(20),
          state: 'refused',
          answeredAt: ago(20),
          refusal: 'busy with a real warning',
        },
        {
          id: '0b8c8f0e-6d5c-4f43-9a5e-1f2b9d2f0a02',
          kind: 'warn',
          isTest: false,
          by: null,
          because: 'Lightning 6.2 miles away',
          issuedAt: ago(25),
          state: 'unconfirmed',
          answeredAt: null,
          refusal: null,
        },
      ],
    },
    refusals: new Map(),
    asked: [],
  }
}

/** A silent recording, long enough not to end during a test. */
function silence(seconds: number): Buffer {
  const rate = 8000
  const samples = Buffer.alloc(seconds * rate, 128)
  const head = Buffer.alloc(44)
  head.write('RIFF', 0)
  head.writeUInt32LE(36 + samples.length, 4)
  head.write('WAVEfmt ', 8)
  head.writeUInt32LE(16, 16)
  head.writeUInt16LE(1, 20)
  head.writeUInt16LE(1, 22)
  head.writeUInt32LE(rate, 24)
  head.writeUInt32LE(rate, 28)
  head.writeUInt16LE(1, 32)
  head.writeUInt16LE(8, 34)
  head.write('data', 36)
  head.writeUInt32LE(samples.length, 40)
  return Buffer.concat([head, samples])
}

const doingOf = { Delay: 'warning', AllClear: 'all clear', Light: 'light' } as const
type TestName = keyof typeof doingOf

/** Gives one page its own field units, because the shared server's units belong to all tests. */
export async function giveHardware(page: Page): Promise<GivenHardware> {
  const given = newHardware()

  async function serve(path: string, answer: (route: Route, body: unknown) => unknown) {
    await page.route(path, async route => {
      const request = route.request()
      const body: unknown = request.postDataJSON()
      const call = new URL(request.url()).pathname
      if (request.method() !== 'GET') given.asked.push({ call, body })
      const refusal = given.refusals.get(call)
      if (refusal) {
        const { status, message, errors = {}, current } = refusal
        return route.fulfill({ status, json: { responseException: { message, errors }, current } })
      }
      return route.fulfill({ json: { data: await answer(route, body) } })
    })
  }

  function change(ids: readonly number[], changed: Partial<Hardware>) {
    given.units = given.units.map(each => (ids.includes(each.id) ? { ...each, ...changed } : each))
    return given.units
      .filter(({ id }) => ids.includes(id))
      .map(({ id, name }) => ({ id, name, status: 1, because: null }))
  }

  const named = (body: unknown) => body as { hardwareId: number }
  await serve('**/api/Hardware', () => given.units)
  await serve('**/api/Siren', () => given.sirens)
  await serve('**/api/Hardware/Data/*', () => given.activity)
  await serve('**/api/Hardware/Relays/*', () => given.relays)
  await serve('**/api/Hardware/OWS/*', (route, body) => {
    const {
      sirenId,
      alertTimes: _unread,
      ...settings
    } = (body ?? {}) as { sirenId?: number } & Partial<Siren>
    const id = sirenId ?? Number(route.request().url().split('/').at(-1))
    given.sirens = given.sirens.map(each =>
      each.id === sirenId ? { ...each, ...settings, version: each.version + 1 } : each,
    )
    return given.sirens.find(each => each.id === id)
  })
  await serve('**/api/Siren/Test/*', (route, body) => {
    const name = new URL(route.request().url()).pathname.split('/').at(-1) as TestName
    return change(body as number[], { doing: doingOf[name], isTest: true })
  })
  await serve('**/api/Siren/TurnOff', (_route, body) =>
    change(body as number[], { doing: 'nothing', isTest: false }),
  )
  await serve('**/api/Support/Disable', (_route, body) => {
    change([named(body).hardwareId], { enabled: false, notProtected: 'This unit is disabled' })
    return given.units.find(({ id }) => id === named(body).hardwareId)
  })
  await serve('**/api/Support/Siren/Disable', (_route, body) => {
    change([named(body).hardwareId], { sirenEnabled: false, notProtected: 'The siren is disabled' })
    return given.units.find(({ id }) => id === named(body).hardwareId)
  })
  await serve('**/api/RemoteRelay/SetRelay/*', (_route, body) => {
    const wanted = body as { id: string; toggled: boolean }
    given.relays = given.relays.map(each =>
      each.name === wanted.id ? { ...each, toggled: wanted.toggled, isOverridden: true } : each,
    )
    return given.relays.map(({ name, toggled }) => ({ id: name, toggled: toggled ?? false }))
  })
  await serve('**/api/PA', () => given.paUnits)
  await serve('**/api/PA/Preview', () => ({ url: 'https://units.example/api/PA/Recording/given?key=k' }))
  await page.route('**/api/PA/Recording/given?key=k', route =>
    route.fulfill({ contentType: 'audio/wav', body: silence(60) }),
  )
  await serve('**/api/PA/SendMessage', () => [
    { paName: 'North Field', status: 1, because: null },
    { paName: 'Press Box', status: 0, because: 'The unit did not respond.' },
  ])
  return given
}

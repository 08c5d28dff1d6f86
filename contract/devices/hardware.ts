import { adminRoles } from '#domain/access/roles'
import { phases, refusals } from '#domain/hardware/command'
import { hardwareModels } from '#domain/hardware/models'
import { call } from '#contract/call'
import { weatherStation } from './stations.ts'
import { idNumber, idText, instant, line } from '#contract/shapes'
import * as z from 'zod/mini'

const admins = { roles: adminRoles } as const
const ofHardware = z.strictObject({ id: idText })

// Units

export const remoteRelay = z.object({
  id: idNumber,
  name: z.string(),
  /** What switches the relay automatically; null if nothing does. */
  remoteRelayTrigger: z.nullable(z.object({ policyTypeId: z.number() })),
})

export const hardware = z.object({
  id: idNumber,
  name: z.string(),
  modelId: z.enum(hardwareModels),
  enabled: z.boolean(),
  /** Whether the unit's siren is switched on; true if it has none. */
  sirenEnabled: z.boolean(),
  voltage: z.nullable(z.number()),
  connectedAt: z.nullable(instant),
  /** Whether the unit is connected right now. */
  isOnline: z.boolean(),
  timeZoneId: z.string(),
  latitude: z.number(),
  longitude: z.number(),
  ipAddress: z.string(),
  /** The public-address unit that plays the message after the siren. */
  afterSirenPaId: z.nullable(idNumber),
  hasRemoteRelays: z.boolean(),
  remoteRelays: z.array(remoteRelay),
  /** The organization location where the unit is installed. */
  organizationLocationId: z.nullable(idNumber),
  locationName: z.string(),
  weatherStationId: z.nullable(idNumber),
  /** Whether the unit's siren would sound if there were danger now. */
  isAlertTime: z.boolean(),
  doing: z.enum(['nothing', 'warning', 'all clear', 'light', 'speaking']),
  isTest: z.boolean(),
  /** Whether the unit's light is on for a test, regardless of what else the unit is doing. */
  isTestLit: z.boolean(),
  /**
   * How far the unit's clock is ahead of the server's; negative if behind, null if the unit never reported its time.
   */
  clockAheadSeconds: z.nullable(z.number()),
  /** Why the unit's siren cannot be relied on; null if it can, or if the unit has no siren. */
  notProtected: z.nullable(z.string()),
})
export type Hardware = z.output<typeof hardware>

export const listHardware = call({
  name: 'listHardware',
  summary:
    'List your organization’s sirens and weather stations; for Assistant Admin, those at their group’s locations',
  method: 'GET',
  path: '/api/Hardware',
  who: admins,
  reply: z.array(hardware),
})

export const getHardware = call({
  name: 'getHardware',
  summary: 'Get a siren or weather station',
  method: 'GET',
  path: '/api/hardware/{id}',
  who: admins,
  params: ofHardware,
  reply: hardware,
})

export const getHardwareStation = call({
  name: 'getHardwareStation',
  summary: 'Get the latest reading of a unit’s weather station',
  method: 'GET',
  path: '/api/Hardware/WeatherStation/{id}',
  who: admins,
  params: ofHardware,
  reply: weatherStation,
})

/** A command sent to a unit, and the unit's answer. */
export const activation = z.object({
  id: z.uuid(),
  kind: z.string(),
  isTest: z.boolean(),
  /** Who requested the command; null for automation. */
  by: z.nullable(z.string()),
  because: z.string(),
  issuedAt: instant,
  state: z.enum(['waiting', ...phases, 'unconfirmed']),
  answeredAt: z.nullable(instant),
  refusal: z.nullable(z.enum(refusals)),
})
export type Activation = z.output<typeof activation>

export const getHardwareData = call({
  name: 'getHardwareData',
  summary: 'Get a unit’s status report and its recent commands',
  method: 'GET',
  path: '/api/Hardware/Data/{id}',
  who: admins,
  params: ofHardware,
  reply: z.object({
    id: idNumber,
    voltage: z.nullable(z.number()),
    connectedAt: z.nullable(instant),
    firmware: z.nullable(z.string()),
    /** Commands that the unit rejected as not authentic. Someone else may have sent them. */
    disbelieved: z.number(),
    activations: z.array(activation),
  }),
})

export const getHardwareImageTime = call({
  name: 'getHardwareImageTime',
  summary: 'Get the time and address of a unit’s latest camera image',
  method: 'GET',
  path: '/api/Hardware/Image/LastModified/{id}',
  who: admins,
  params: ofHardware,
  reply: z.object({ lastModified: z.nullable(instant), imageUrl: z.nullable(z.string()) }),
})

// On and off

const switching = z.strictObject({ message: line(500), hardwareId: idNumber })

function switchCall<const Name extends string, const Path extends string>(
  name: Name,
  path: Path,
  summary: string,
) {
  return call({
    name,
    summary,
    method: 'POST',
    path,
    who: admins,
    whileActingAs: 'refused',
    body: switching,
    reply: hardware,
  })
}

export const disableHardware = switchCall(
  'disableHardware',
  '/api/Support/Disable',
  'Disable a unit, with a reason; its siren does not sound, and every screen shows that',
)
export const enableHardware = switchCall(
  'enableHardware',
  '/api/Support/Enable',
  'Enable a unit, with a reason',
)
export const disableSiren = switchCall(
  'disableSiren',
  '/api/Support/Siren/Disable',
  'Disable a unit’s siren but not its station, with a reason',
)
export const enableSiren = switchCall(
  'enableSiren',
  '/api/Support/Siren/Enable',
  'Enable a unit’s siren, with a reason',
)

// Relays

/** Identifies a relay unit of the caller's customer. The server never connects to the address. */
const ofRelayUnit = z.strictObject({ ipAddress: z.string().check(z.minLength(2), z.maxLength(45)) })

const relayStatus = z.object({ id: z.string(), toggled: z.boolean() })

export const listRelays = call({
  name: 'listRelays',
  summary: 'List the state of a relay unit’s relays, as last reported',
  method: 'GET',
  path: '/api/RemoteRelay/{ipAddress}',
  who: admins,
  params: ofRelayUnit,
  reply: z.array(relayStatus),
})

export const setRelay = call({
  name: 'setRelay',
  summary: 'Switch a relay manually, overriding its automation',
  method: 'POST',
  path: '/api/RemoteRelay/SetRelay/{ipAddress}',
  who: admins,
  whileActingAs: 'refused',
  params: ofRelayUnit,
  body: z.strictObject({ id: line(60), toggled: z.boolean() }),
  reply: z.array(relayStatus),
})

export const unitRelay = z.object({
  ...remoteRelay.shape,
  ipAddress: z.string(),
  isOnline: z.boolean(),
  /** As last reported; null if never reported. */
  toggled: z.nullable(z.boolean()),
  /** Whether someone switched the relay by hand, which lasts until the automation switches it. */
  isOverridden: z.boolean(),
})
export type UnitRelay = z.output<typeof unitRelay>

export const listUnitRelays = call({
  name: 'listUnitRelays',
  summary: 'List a unit’s remote relays with their automation, state and connectivity',
  method: 'GET',
  path: '/api/Hardware/Relays/{id}',
  who: admins,
  params: ofHardware,
  reply: z.array(unitRelay),
})

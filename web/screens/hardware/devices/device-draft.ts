import type { Asked } from '#contract/call'
import type { registerDevice } from '#contract/devices/device-register'
import { abilitiesOf, type DeviceModel } from '#domain/hardware/models'
import type { SirenHours } from '#domain/hardware/siren-settings'
import { degreesFault } from '#web/parts/fields/degrees.ts'
import { feetFault, feetOf } from '#web/parts/fields/feet.ts'

export interface RelayDraft {
  readonly name: string
  readonly policyTypeId: number | null
}

/** A device as entered in the form. Numbers are strings, because a person may still be typing one. */
export interface DeviceDraft {
  readonly customerId: number | null
  readonly device: string
  readonly name: string
  readonly model: DeviceModel
  readonly latitude: string
  readonly longitude: string
  /** A weather station's elevation in feet above sea level; empty if unknown. */
  readonly elevationFeet: string
  readonly ipAddress: string
  readonly placeId: number | null
  /** When a siren may sound; null until chosen. */
  readonly hours: SirenHours | null
  /** Whether a person confirmed that the siren is farther from its location than its ring reaches. */
  readonly isFarConfirmed: boolean
  /** The siren or station that a relay or public-address unit belongs to. */
  readonly unitId: number | null
  readonly relays: readonly RelayDraft[]
}

export const emptyDeviceDraft: DeviceDraft = {
  customerId: null,
  device: '',
  name: '',
  model: 'OWS',
  latitude: '',
  longitude: '',
  elevationFeet: '',
  ipAddress: '',
  placeId: null,
  hours: null,
  isFarConfirmed: false,
  unitId: null,
  relays: [],
}

export const hoursNames: Readonly<Record<SirenHours, string>> = {
  'all day': 'All day, every day',
  groups: 'The hours of the groups of its location',
}

export const modelNames: Readonly<Record<DeviceModel, string>> = {
  OWS: 'Outdoor Warning System (OWS)',
  WXS: 'Weather Station (WXS)',
  OWX: 'Outdoor Warning System and Weather Station (OWX)',
  RELAY: 'Remote relay',
  PA: 'Public-address unit',
}

/** Whether it is a standalone unit rather than part of another. */
export function isUnit(model: DeviceModel): boolean {
  const { siren, station } = abilitiesOf(model)
  return siren || station
}

const required = ['is required']

/** Errors found before calling the server, keyed like the server's errors. */
export function deviceProblems(draft: DeviceDraft): Readonly<Record<string, readonly string[]>> {
  const [latitude, longitude] = [degreesFault(draft.latitude, 90), degreesFault(draft.longitude, 180)]
  const elevation = abilitiesOf(draft.model).station ? feetFault(draft.elevationFeet) : undefined
  return {
    ...(draft.customerId === null && { CustomerId: ['Choose an organization.'] }),
    ...(draft.name.trim() === '' && { Name: required }),
    ...(draft.device.trim() === '' && { Device: required }),
    ...(latitude && { Latitude: latitude }),
    ...(longitude && { Longitude: longitude }),
    ...(elevation && { ElevationFeet: elevation }),
    ...(abilitiesOf(draft.model).siren && draft.hours === null && { Hours: ['Choose when it may sound.'] }),
    // A relay is switched through the address of its unit.
    ...(draft.model === 'RELAY' && draft.ipAddress.trim() === '' && { IpAddress: required }),
  }
}

export function deviceBodyOf(draft: DeviceDraft, customerId: number): Asked<typeof registerDevice>['body'] {
  const { device, name, model, ipAddress, placeId, hours, isFarConfirmed, unitId, relays } = draft
  const named = relays.filter(relay => relay.name.trim() !== '')
  return {
    customerId,
    device: device.trim(),
    name,
    model,
    latitude: Number(draft.latitude),
    longitude: Number(draft.longitude),
    organizationLocationId: placeId,
    ...(abilitiesOf(model).station && { elevationFeet: feetOf(draft.elevationFeet) }),
    ...(ipAddress.trim() !== '' && { ipAddress }),
    ...(abilitiesOf(model).siren && { isFarConfirmed, ...(hours !== null && { hours }) }),
    ...(!isUnit(model) && { unitId }),
    ...(abilitiesOf(model).relays && { relays: named.map(relay => ({ ...relay })) }),
  }
}

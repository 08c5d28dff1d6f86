/**
 * The device models. The first three are the specification's hardware; each of the others belongs to one of these
 * units.
 */
export const deviceModels = ['OWS', 'WXS', 'OWX', 'RELAY', 'PA'] as const
export type DeviceModel = (typeof deviceModels)[number]

/** On-site hardware in the specification: a siren, a weather station, or both in one. */
export const hardwareModels = ['OWX', 'OWS', 'WXS'] as const
export type HardwareModel = (typeof hardwareModels)[number]

export interface Abilities {
  readonly siren: boolean
  readonly station: boolean
  readonly relays: boolean
  readonly speaks: boolean
}

const none: Abilities = { siren: false, station: false, relays: false, speaks: false }

const abilities: Readonly<Record<DeviceModel, Abilities>> = {
  OWS: { ...none, siren: true, speaks: true },
  WXS: { ...none, station: true },
  OWX: { ...none, siren: true, station: true, speaks: true },
  RELAY: { ...none, relays: true },
  PA: { ...none, speaks: true },
}

export function abilitiesOf(model: DeviceModel): Abilities {
  return abilities[model]
}

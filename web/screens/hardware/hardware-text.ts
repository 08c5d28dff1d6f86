import type { Hardware } from '#contract/devices/hardware'
import type { WeatherStation } from '#contract/devices/stations'
import {
  batteryHealth,
  clockFault,
  connectionHealth,
  type BatteryHealth,
  type ConnectionHealth,
  type DevicePart,
} from '#domain/hardware/health'
import { abilitiesOf, type HardwareModel } from '#domain/hardware/models'
import { timeAgo } from '#domain/units/time-ago'
import type { PillTone } from '#web/parts/page/StatusPill.tsx'

export const typeNames: Readonly<Record<HardwareModel, string>> = {
  OWS: 'Outdoor Warning System',
  WXS: 'Weather Station',
  OWX: 'Outdoor Warning System and Weather Station',
}

export const hasSiren = ({ modelId }: Pick<Hardware, 'modelId'>) => abilitiesOf(modelId).siren
export const hasStation = ({ modelId }: Pick<Hardware, 'modelId'>) => abilitiesOf(modelId).station

/** Says which part of a unit is switched off; null if all of it is on. */
export function disabledWords(unit: Pick<Hardware, 'modelId' | 'enabled' | 'sirenEnabled'>): string | null {
  if (!unit.enabled) return 'Disabled'
  return hasSiren(unit) && !unit.sirenEnabled ? 'OWS Disabled' : null
}

/** Says what a unit reports it is doing; null while idle, and during a test, which is shown separately. */
export function doingWords({ doing, isTest }: Pick<Hardware, 'doing' | 'isTest'>): string | null {
  if (isTest) return null
  switch (doing) {
    case 'nothing':
      return null
    case 'warning':
      return 'Warning is sounding'
    case 'all clear':
      return 'All clear is sounding'
    case 'light':
      return 'Warning light is on'
    case 'speaking':
      return 'A message is being spoken'
  }
}

/** Returns a warning that a connected unit's clock is off; null if it is not. */
export function siteClockText({
  clockAheadSeconds,
  isOnline,
}: Pick<Hardware, 'clockAheadSeconds' | 'isOnline'>): string | null {
  const fault = isOnline && clockAheadSeconds !== null ? clockFault(clockAheadSeconds * 1000) : null
  return fault === null ? null : `Its clock is ${fault}. Have it corrected: its records have the wrong time.`
}

export interface PartHealth {
  /** Null if the unit has only one part. */
  readonly part: string | null
  readonly label: ConnectionHealth
  readonly tone: PillTone
  /** When the part last reported, such as `4 minutes ago`. */
  readonly age: string | null
}

const connectionTones: Readonly<Record<ConnectionHealth, PillTone>> = {
  Healthy: 'good',
  'Scheduled Offline': 'quiet',
  'Not Reporting': 'bad',
  'Never Connected': 'unknown',
}

const partNames: Readonly<Record<DevicePart, string>> = { siren: 'Siren', station: 'Station' }

/**
 * Returns each part's connection. A station is judged by its newest weather report or, until one is known, by the
 * unit's last contact.
 */
export function connectionsOf(
  unit: Pick<Hardware, 'modelId' | 'connectedAt' | 'isAlertTime'>,
  station: Pick<WeatherStation, 'lastUpdated'> | undefined,
  nowMs: number,
): PartHealth[] {
  const { siren, station: measures } = abilitiesOf(unit.modelId)
  const health = (part: DevicePart, heardAt: string | null): PartHealth => {
    const lastHeardMs = heardAt === null ? null : Date.parse(heardAt)
    const isAlertTime = part === 'siren' && unit.isAlertTime
    const label = connectionHealth({ part, lastHeardMs, isAlertTime }, nowMs)
    return {
      part: siren && measures ? partNames[part] : null,
      label,
      tone: connectionTones[label],
      age: timeAgo(lastHeardMs, nowMs),
    }
  }
  return [
    ...(siren ? [health('siren', unit.connectedAt)] : []),
    ...(measures ? [health('station', station ? station.lastUpdated : unit.connectedAt)] : []),
  ]
}

const batteryTones: Readonly<Record<BatteryHealth, PillTone>> = {
  Healthy: 'good',
  Low: 'bad',
  Unknown: 'unknown',
}

/**
 * Rounded to a tenth, unless the rounded value would contradict the health next to it: 12.06 V is low and 12.1 V is
 * not.
 */
function voltsShown(volts: number): string {
  const short = volts.toFixed(1)
  return batteryHealth(Number(short)) === batteryHealth(volts) ? short : volts.toFixed(2)
}

export function batteryOf(volts: number | null) {
  const label = batteryHealth(volts)
  return { label, tone: batteryTones[label], volts: volts === null ? null : `${voltsShown(volts)} V` }
}

import { clockSkewMs } from './command.ts'

const secondMs = 1000
const minuteMs = 60_000
const hourMs = 60 * minuteMs

/** A part of a device that reported more recently than this is healthy. */
export const healthyForMs = { siren: 30 * minuteMs, station: 15 * minuteMs } as const
export type DevicePart = keyof typeof healthyForMs

const healthyVolts = 12.1

/** The UTC hours in which devices save battery: from the first up to, but not including, the second. */
const offlineHours = [5, 11] as const

export type ConnectionHealth = 'Healthy' | 'Scheduled Offline' | 'Not Reporting' | 'Never Connected'

export interface LastContact {
  readonly part: DevicePart
  readonly lastHeardMs: number | null
  /** Whether the device's siren may have to sound now, in which case the device is never expected to be silent. */
  readonly isAlertTime: boolean
}

export function connectionHealth(connection: LastContact, nowMs: number): ConnectionHealth {
  const { part, lastHeardMs, isAlertTime } = connection
  if (lastHeardMs === null) return 'Never Connected'
  if (nowMs - lastHeardMs < healthyForMs[part]) return 'Healthy'
  const hour = new Date(Math.floor(nowMs / hourMs) * hourMs).getUTCHours()
  const isPlanned = hour >= offlineHours[0] && hour < offlineHours[1] && !isAlertTime
  return isPlanned ? 'Scheduled Offline' : 'Not Reporting'
}

/** Batteries are measured to a hundredth of a volt at best; additional single-precision digits are noise. */
export function roundedVolts(volts: number | null): number | null {
  return volts === null ? null : Math.round(volts * 100) / 100
}

export type BatteryHealth = 'Healthy' | 'Low' | 'Unknown'

export function batteryHealth(volts: number | null): BatteryHealth {
  if (volts === null) return 'Unknown'
  return volts >= healthyVolts ? 'Healthy' : 'Low'
}

const units = [
  { name: 'second', ms: secondMs, fromMs: 0 },
  { name: 'minute', ms: minuteMs, fromMs: 2 * minuteMs },
  { name: 'hour', ms: hourMs, fromMs: 2 * hourMs },
  { name: 'day', ms: 24 * hourMs, fromMs: 48 * hourMs },
] as const

/** How far a device's clock is off, such as `20 seconds slow`; null if it is right or unknown. */
export function clockFault(aheadMs: number | null): string | null {
  if (aheadMs === null || Math.abs(aheadMs) <= clockSkewMs) return null
  const offMs = Math.abs(aheadMs)
  const unit = units.findLast(({ fromMs }) => offMs >= fromMs) ?? units[0]
  const count = Math.round(offMs / unit.ms)
  return `${count} ${unit.name}${count === 1 ? '' : 's'} ${aheadMs < 0 ? 'slow' : 'fast'}`
}

const minuteMs = 60_000
const hourMs = 60 * minuteMs

/** A part of a device that was heard of less long ago than this is healthy. */
export const healthyForMs = { siren: 30 * minuteMs, station: 15 * minuteMs } as const
export type DevicePart = keyof typeof healthyForMs

export const healthyVolts = 12.1

/** Hours of UTC in which devices save their batteries: from the first up to, but not including, the second. */
const offlineHours = [5, 11] as const

export type ConnectionHealth = 'Healthy' | 'Scheduled Offline' | 'Not Reporting' | 'Never Connected'

export interface Connection {
  readonly part: DevicePart
  readonly lastHeardMs: number | null
  /** Whether its siren may have to sound at this moment: then silence is never planned. */
  readonly isAlertTime: boolean
}

export function connectionHealth(connection: Connection, nowMs: number): ConnectionHealth {
  const { part, lastHeardMs, isAlertTime } = connection
  if (lastHeardMs === null) return 'Never Connected'
  if (nowMs - lastHeardMs < healthyForMs[part]) return 'Healthy'
  const hour = new Date(Math.floor(nowMs / hourMs) * hourMs).getUTCHours()
  const isPlanned = hour >= offlineHours[0] && hour < offlineHours[1] && !isAlertTime
  return isPlanned ? 'Scheduled Offline' : 'Not Reporting'
}

export type BatteryHealth = 'Healthy' | 'Low' | 'Unknown'

export function batteryHealth(volts: number | null): BatteryHealth {
  if (volts === null) return 'Unknown'
  return volts >= healthyVolts ? 'Healthy' : 'Low'
}

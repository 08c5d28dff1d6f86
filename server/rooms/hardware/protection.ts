import { clockFault } from '#domain/hardware/health'
import { notProtectedBecause } from '#domain/hardware/siren-alarm'
import { isSilentAllWeek } from '#domain/hardware/siren-settings'
import type { RingState } from '#domain/lightning/ring'
import type { Db, Scope } from '#server/platform/store/index'
import { sirenRingId } from '#server/rooms/lightning/index'
import { openAlarms } from './store/alarms.ts'
import { alarmOf, isSirenTime } from './situation.ts'
import { commandsOfAlarms } from './store/commands.ts'
import type { DeviceRow, SirenRows } from './store/devices.ts'

export interface WeatherNow {
  readonly isWeatherSimulated: boolean
  readonly ringState: (postId: number) => RingState | undefined
}

/** Why some sirens are not reliable; reliable ones are omitted. */
export async function unprotectedAmong(
  db: Db,
  scope: Scope,
  sirens: readonly SirenRows[],
  { isWeatherSimulated, ringState }: WeatherNow,
  now: Date,
): Promise<ReadonlyMap<number, string>> {
  const alarms = await openAlarms(
    db,
    scope,
    sirens.map(({ device }) => device.id),
  )
  const commands = await commandsOfAlarms(
    db,
    'system',
    alarms.map(({ id }) => id),
  )
  const found = new Map<number, string>()
  for (const rows of sirens) {
    const { device } = rows
    const alarm = alarms.find(each => each.device_id === device.id)
    const isInDelay = alarm !== undefined || ringState(sirenRingId(device.id))?.state === 'Delay'
    const isUnconfirmed =
      alarm !== undefined &&
      isSirenTime(rows, now) &&
      alarmOf(
        alarm,
        commands.filter(each => each.alarm_id === alarm.id),
        now,
      ).warned !== 'confirmed'
    const because =
      device.is_simulated === isWeatherSimulated
        ? notProtectedBecause(
            {
              isEnabled: device.enabled,
              isSirenEnabled: device.siren_enabled,
              isOnline: device.is_online,
              lastHeardMs: device.heard_at?.getTime() ?? null,
              unconfirmedSinceMs: isUnconfirmed ? alarm.opened_at.getTime() : null,
              failedWarning: device.failed_warning,
              isSilentInDelay: isInDelay && !isSirenTime(rows, now),
              isSilentAllWeek: isSilentAllWeek(rows.alertTimes),
            },
            now.getTime(),
          )
        : 'The siren does not follow the weather that is shown'
    if (because !== null) found.set(device.id, because)
  }
  return found
}

/** What needs to be fixed about a siren that is still reliable. */
export function noticeOf(device: Pick<DeviceRow, 'is_online' | 'clock_ahead_ms'>): string | null {
  const fault = device.is_online ? clockFault(device.clock_ahead_ms) : null
  return fault === null ? null : `The siren’s clock is ${fault}`
}

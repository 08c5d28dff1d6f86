import type { DeviceAction } from '#domain/hardware/command'
import { isAlertTime, wallClock } from '#domain/alert-times/alert-times'
import { isRefusedByTime } from '#domain/hardware/command'
import { unconfirmedAfterMs, type Alarm, type Confirmation } from '#domain/hardware/siren-alarm'
import type { AlarmRow } from './store/alarms.ts'
import type { CommandBrief } from './store/commands.ts'
import type { DeviceRow, SirenRows } from './store/devices.ts'

export const eventOf = ({ id }: Pick<AlarmRow, 'id'>) => `alarm-${id}`

/** Whether a siren follows the weather: it is enabled, and real or simulated like the weather. */
export function isSirenOn(device: DeviceRow, isWeatherSimulated: boolean): boolean {
  return device.enabled && device.siren_enabled && device.is_simulated === isWeatherSimulated
}

export function isSirenTime({ device, alertTimes }: SirenRows, now: Date): boolean {
  return isAlertTime(alertTimes, wallClock(device.time_zone, now.getTime()))
}

const mostAtOnceAgain = 3

/** The status of a device's commands of certain kinds. A refused command is not repeated immediately. */
export function confirmationOf(
  commands: readonly CommandBrief[],
  deviceId: number,
  kinds: readonly DeviceAction['kind'][],
  now: Date,
): Confirmation {
  const own = commands.filter(({ device_id, act }) => device_id === deviceId && kinds.includes(act.kind))
  const newest = own.at(-1)
  if (!newest) return 'none'
  if (own.some(({ state }) => state === 'started' || state === 'finished' || state === 'stopped'))
    return 'confirmed'
  // The refusal included the device's time, which the next command uses. Retries a few times, then pauses.
  const byTime = own.filter(({ refusal }) => isRefusedByTime(refusal))
  if (newest.state === 'refused' && byTime.includes(newest) && byTime.length <= mostAtOnceAgain)
    return 'unconfirmed'
  const isRecent = now.getTime() - newest.issued_at.getTime() < unconfirmedAfterMs
  return newest.state === 'waiting' || isRecent ? 'under way' : 'unconfirmed'
}

export function alarmOf(row: AlarmRow, commands: readonly CommandBrief[], now: Date): Alarm {
  return {
    event: eventOf(row),
    endsMs: row.ends_at.getTime(),
    ended: row.ended_at && { atMs: row.ended_at.getTime(), isAllClear: row.is_all_clear === true },
    warned: confirmationOf(commands, row.device_id, ['warn'], now),
    closed: confirmationOf(commands, row.device_id, ['all clear', 'rest'], now),
    isAllClearRefused: commands.some(
      ({ act, state, refusal }) =>
        act.kind === 'all clear' && state === 'refused' && !isRefusedByTime(refusal),
    ),
  }
}

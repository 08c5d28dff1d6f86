import { setTimeout as sleep } from 'node:timers/promises'
import { clockSkewMs, waitedForLifeMs, type CommandRefusal } from '#domain/hardware/command'
import type { Facts } from '#server/facts'
import type { Changes, AppendFact } from '#server/platform/changes/index'
import { secondMs } from '#server/platform/clock'
import type { Db } from '#server/platform/store/index'
import { findCommands, type CommandRow } from './store/commands.ts'
import type { DeviceRow } from './store/devices.ts'

/** Dependencies of this room's actions. */
export interface HardwareChangeDeps {
  readonly db: Db
  readonly changes: Pick<Changes<Facts>, 'commit'>
  /** Called when there is something to send to devices. */
  readonly sendNow: () => void
}

export function appendDeviceChanged(
  appendFact: AppendFact<Facts>,
  customerId: number,
  deviceId: number,
): void {
  appendFact('device changed', { customerId, subject: `device ${deviceId}`, body: { deviceId } })
}

export function appendCutOff(
  appendFact: AppendFact<Facts>,
  { id: deviceId, device, customer_id: customerId }: Pick<DeviceRow, 'id' | 'device' | 'customer_id'>,
): void {
  appendFact('device cut off', { customerId, subject: `device ${deviceId}`, body: { deviceId, device } })
}

/**
 * How long a person waits at the screen. A device that has not started by then never will, because its command has
 * expired even by the slowest clock allowed.
 */
const longestWaitMs = waitedForLifeMs + clockSkewMs + 2 * secondMs
const lookEveryMs = 100

/**
 * Waits until each device has reported that it started or refused. Polls the database: another process may be the one
 * that receives the report.
 */
export async function answersTo(
  db: Db,
  customerId: number | 'system',
  ids: readonly string[],
): Promise<ReadonlyMap<string, CommandRow>> {
  for (let waitedMs = 0; ; waitedMs += lookEveryMs) {
    const rows = await findCommands(db, customerId, ids)
    // A command that has just expired by our clock may still be answered.
    const isDone = rows.every(({ state }) => state !== 'waiting' && state !== 'unconfirmed')
    if (isDone || waitedMs >= longestWaitMs) return new Map(rows.map(row => [row.id, row]))
    await sleep(lookEveryMs)
  }
}

const refusalWords: Readonly<Record<CommandRefusal, string>> = {
  'bad signature': 'The unit does not have the current key. Issue a new one.',
  'wrong device': 'The unit mistook the command for another unit’s.',
  expired: 'The command arrived too late. Try again.',
  'from the future': 'The unit’s clock has jumped. Try again.',
  replayed: 'The unit has already received this command.',
  'unknown session': 'The unit has just restarted. Try again.',
  retained: 'The broker had retained the command.',
  'cannot do this': 'The unit cannot do this.',
  'busy with a real warning': 'A real warning is active.',
  'no warning came before': 'There was no earlier warning.',
  'out of order': 'The unit is out of order.',
}

export const notConnected = 'The unit is not connected.'

/** Why a device did not carry out its command; null if it did. */
export function failureOf(row: CommandRow | undefined): string | null {
  if (row?.state === 'started' || row?.state === 'finished') return null
  if (row?.state === 'stopped') return 'Interrupted by another command.'
  if (row?.state === 'refused') return row.refusal ? refusalWords[row.refusal] : 'The unit refused.'
  return 'The unit did not respond.'
}

import { randomUUID } from 'node:crypto'
import { lifeMsOf, waitedForLifeMs, type DeviceAction } from '#domain/hardware/command'
import { recordActs } from '#server/platform/audit'
import { later } from '#server/platform/clock'
import type { Caller } from '#server/platform/http/caller'
import type { Tx } from '#server/platform/store/index'
import { insertCommands, type NewCommand } from './store/commands.ts'
import { nextCounters, type DeviceRow } from './store/devices.ts'

/** What a person or the automation requests of a device. */
export interface CommandRequest {
  readonly act: DeviceAction
  readonly because: string
  readonly by: Caller | 'system'
  readonly alarmId?: number
  readonly requestId?: string
  /** Whether a person is waiting for the command and is notified if it fails. */
  readonly isWaitedFor?: boolean
}

/** A device's name in the audit log. */
export function commandAuditName({ id, name, model }: Pick<DeviceRow, 'id' | 'name' | 'model'>): string {
  return `${name} (${model} ${id})`
}

const isTest = (act: DeviceAction) => act.kind === 'light' || ('isTest' in act && act.isTest)

/** A command for one device. */
export interface Given {
  readonly device: DeviceRow
  readonly request: CommandRequest
}

function commandRow({ device, request }: Given, counter: number, now: Date): NewCommand {
  const { act, because, by, alarmId, isWaitedFor = false } = request
  const lifeMs = isWaitedFor ? waitedForLifeMs : lifeMsOf(act)
  return {
    id: randomUUID(),
    customer_id: device.customer_id,
    device_id: device.id,
    counter,
    act,
    is_test: isTest(act),
    because,
    user_id: by === 'system' ? null : by.id,
    alarm_id: alarmId ?? null,
    issued_at: now,
    expires_at: later(now, lifeMs),
  }
}

/**
 * Stores commands with their counters before anything is sent: if the sender dies, another process sends the same
 * commands. The audit entry is in the same transaction.
 */
export async function giveCommands(tx: Tx, given: readonly Given[], now: Date): Promise<NewCommand[]> {
  if (given.length === 0) return []
  const counters = await nextCounters(
    tx,
    'system',
    given.map(({ device }) => device.id),
  )
  const rows = given.map((each, index) => commandRow(each, counters[index] ?? 0, now))
  const acts = given.map(({ device, request: { act, because, by, requestId } }, index) => ({
    customerId: device.customer_id,
    by,
    action: `device told: ${act.kind}`,
    target: commandAuditName(device),
    reason: because,
    after: { command: rows[index]?.id, act },
    ...(requestId !== undefined && { requestId }),
  }))
  await insertCommands(tx, 'system', rows)
  for (const [customerId, own] of Map.groupBy(acts, each => each.customerId))
    await recordActs(tx, customerId, own, now)
  return rows
}

export async function giveCommand(
  tx: Tx,
  device: DeviceRow,
  request: CommandRequest,
  now: Date,
): Promise<string> {
  const [row] = await giveCommands(tx, [{ device, request }], now)
  if (!row) throw new Error('The command was not written')
  return row.id
}

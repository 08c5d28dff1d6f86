import { randomUUID } from 'node:crypto'
import { lifeMsOf, type Act } from '#domain/hardware/command'
import { recordAct } from '#server/platform/audit'
import { later } from '#server/platform/clock'
import type { Caller } from '#server/platform/http/caller'
import type { Tx } from '#server/platform/store/index'
import { insertCommand } from './command-store.ts'
import { nextCounter, type DeviceRow } from './store.ts'

/** What somebody, or the automation, wants of a device. */
export interface Wish {
  readonly act: Act
  readonly because: string
  readonly by: Caller | 'system'
  readonly alarmId?: number
  readonly requestId?: string
}

/** A device as the audit log names it. */
export function auditName({ id, name, model }: Pick<DeviceRow, 'id' | 'name' | 'model'>): string {
  return `${name} (${model} ${id})`
}

const isTest = (act: Act) => act.kind === 'light' || ('isTest' in act && act.isTest)

/**
 * Writes down what a device is to do, with its number, before anything is sent: whoever sends it may die and another
 * sends the very same. The audit log has it in the same transaction.
 */
export async function giveCommand(
  tx: Tx,
  device: DeviceRow,
  { act, because, by, alarmId, requestId }: Wish,
  now: Date,
): Promise<string> {
  const id = randomUUID()
  await insertCommand(tx, {
    id,
    customer_id: device.customer_id,
    device_id: device.id,
    counter: await nextCounter(tx, device.customer_id, device.id),
    act: JSON.stringify(act),
    is_test: isTest(act),
    because,
    user_id: by === 'system' ? null : by.id,
    alarm_id: alarmId ?? null,
    issued_at: now,
    expires_at: later(now, lifeMsOf(act)),
  })
  await recordAct(
    tx,
    {
      by,
      customerId: device.customer_id,
      action: `device told: ${act.kind}`,
      target: auditName(device),
      reason: because,
      after: { command: id, act },
      ...(requestId !== undefined && { requestId }),
    },
    now,
  )
  return id
}

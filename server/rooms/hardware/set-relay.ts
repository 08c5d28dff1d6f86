import { recordAudit } from '#server/platform/audit'
import type { Doing } from '#server/platform/http/ask'
import type { Caller } from '#server/platform/http/caller'
import { notFound, Problem } from '#server/platform/http/problems'
import type { Db } from '#server/platform/store/index'
import { answersTo, failureOf, type HardwareChangeDeps } from './acting.ts'
import { commandAuditName, giveCommand } from './give-command.ts'
import { devicesSeenBy } from './reach.ts'
import type { RelayAutomation } from './relay-automation.ts'
import { holdDevice, listRelayRows, updateRelay, type DeviceRow } from './store/devices.ts'

/** Finds a relay unit of the caller's customer by its IP address. Never connects to that address. */
export async function relayUnitAt(db: Db, caller: Caller, ipAddress: string): Promise<DeviceRow> {
  const units = await devicesSeenBy(db, caller)
  const unit = units.find(({ model, ip_address }) => model === 'RELAY' && ip_address === ipAddress)
  if (!unit) throw notFound('This relay unit')
  return unit
}

export async function relayStatuses(db: Db, { id, customer_id }: DeviceRow) {
  const relays = await listRelayRows(db, customer_id, [id])
  return relays.flatMap(({ name, toggled }) => (toggled === null ? [] : { id: name, toggled }))
}

/** Switches a relay manually, until its automation requires another state. */
export async function setRelay(
  room: HardwareChangeDeps & { readonly relayAutomation: Pick<RelayAutomation, 'automated'> },
  { caller, now, requestId }: Doing,
  ipAddress: string,
  wanted: { readonly id: string; readonly toggled: boolean },
) {
  const { id: unitId, customer_id: customerId } = await relayUnitAt(room.db, caller, ipAddress)
  const command = await room.changes.commit(async tx => {
    const unit = await holdDevice(tx, customerId, unitId)
    const relay = (await listRelayRows(tx, customerId, [unitId])).find(({ name }) => name === wanted.id)
    if (!unit || !relay) throw notFound('This relay')
    if (!unit.enabled) throw new Problem(409, `${unit.name} is disabled.`)
    const manual = { manual: wanted.toggled, manual_against: room.relayAutomation.automated(relay, unit) }
    await updateRelay(tx, customerId, relay.id, manual)
    await recordAudit(
      tx,
      {
        by: caller,
        customerId,
        action: 'relay set by hand',
        target: `${relay.name} of ${commandAuditName(unit)}`,
        before: { toggled: relay.toggled },
        after: { toggled: wanted.toggled },
        requestId,
      },
      now,
    )
    const act = { kind: 'switch relay', relay: relay.name, on: wanted.toggled } as const
    return giveCommand(tx, unit, { act, because: 'Manual override', by: caller, requestId }, now)
  })
  room.sendNow()
  const answers = await answersTo(room.db, customerId, [command])
  const failure = failureOf(answers.get(command))
  if (failure !== null) throw new Problem(502, failure)
  const unit = await relayUnitAt(room.db, caller, ipAddress)
  const others = (await relayStatuses(room.db, unit)).filter(({ id }) => id !== wanted.id)
  return [...others, wanted]
}

import { randomUUID } from 'node:crypto'
import type { UnitResult } from '#contract/devices/sirens'
import { newTestEvent, type DeviceAction } from '#domain/hardware/command'
import type { TestKind } from '#domain/hardware/siren-settings'
import type { RingState } from '#domain/lightning/ring'
import type { Doing } from '#server/platform/http/ask'
import { Problem } from '#server/platform/http/problems'
import type { Tx } from '#server/platform/store/index'
import { sirenRingId } from '#server/rooms/lightning/index'
import { newestAlarmsOf } from './store/alarms.ts'
import { answersTo, failureOf, notConnected, type HardwareChangeDeps } from './acting.ts'
import { giveCommand } from './give-command.ts'
import { unitsSeenBy } from './reach.ts'
import { findSiren, holdDevice, type SirenRow } from './store/devices.ts'

export interface TestRoom extends HardwareChangeDeps {
  readonly ringState: (postId: number) => RingState | undefined
}

function testAct(kind: TestKind, siren: SirenRow): DeviceAction {
  const event = newTestEvent(randomUUID())
  if (kind === 'light') return { kind: 'light', event }
  if (kind === 'delay') {
    const sounding = { seconds: siren.duration, times: siren.frequency }
    return { kind: 'warn', event, sounding, speech: null, isTest: true }
  }
  const sounding = { seconds: siren.all_clear_duration, times: siren.all_clear_frequency }
  return { kind: 'all clear', event, sounding, speech: null, isTest: true }
}

/** The command given to a siren; absent if the siren is not connected. */
interface Given {
  readonly id: number
  readonly name: string
  readonly command: string | null
}

/** Throws if a siren may have a real alarm: a test must not be mistaken for a real alarm, or the reverse. */
async function assertTestable(tx: Tx, room: TestRoom, kind: TestKind, deviceId: number, name: string) {
  const [alarm] = await newestAlarmsOf(tx, 'system', [deviceId])
  const ring = room.ringState(sirenRingId(deviceId))
  if (ring?.state === 'Delay' || (alarm && alarm.ended_at === null))
    throw new Problem(409, `${name} is in a real lightning delay and cannot be tested.`)
  if (kind === 'all clear' && ring?.state !== 'AllClear')
    throw new Problem(
      409,
      `Lightning at ${name} is currently unknown. The all clear does not sound, even as a test.`,
    )
}

/** Tests all of the sirens or none, and returns each siren's answer. */
export async function testSirens(
  room: TestRoom,
  { caller, now, requestId }: Doing,
  kind: TestKind,
  ids: readonly number[],
): Promise<UnitResult[]> {
  const units = await unitsSeenBy(room.db, caller, ids, 'siren')
  const given = await room.changes.commit(async tx => {
    const commands: Given[] = []
    for (const { id, name, customer_id } of units.toSorted((one, other) => one.id - other.id)) {
      const device = await holdDevice(tx, customer_id, id)
      const rows = await findSiren(tx, customer_id, id)
      if (!device || !rows) throw new Problem(404, `${name} was not found.`)
      if (!device.enabled || !device.siren_enabled) throw new Problem(409, `${name} is disabled.`)
      await assertTestable(tx, room, kind, id, name)
      if (!device.is_online) {
        commands.push({ id, name, command: null })
        continue
      }
      const act = testAct(kind, rows.siren)
      const request = { act, because: `Test of ${kind}`, by: caller, requestId, isWaitedFor: true }
      commands.push({ id, name, command: await giveCommand(tx, device, request, now) })
    }
    return commands
  })
  return results(room, given)
}

/** Ends tests; real alarms continue. */
export async function endTests(
  room: HardwareChangeDeps,
  { caller, now, requestId }: Doing,
  ids: readonly number[],
): Promise<UnitResult[]> {
  const units = await unitsSeenBy(room.db, caller, ids, 'siren')
  const given = await room.changes.commit(async tx => {
    const commands: Given[] = []
    for (const device of units.toSorted((one, other) => one.id - other.id)) {
      const request = {
        act: { kind: 'stop test' },
        because: 'Tests turned off',
        by: caller,
        requestId,
      } as const
      const { id, name } = device
      commands.push({ id, name, command: await giveCommand(tx, device, request, now) })
    }
    return commands
  })
  return results(room, given)
}

async function results(room: HardwareChangeDeps, given: readonly Given[]): Promise<UnitResult[]> {
  room.sendNow()
  const answers = await answersTo(
    room.db,
    'system',
    given.flatMap(({ command }) => command ?? []),
  )
  return given.map(({ id, name, command }) => {
    const because = command === null ? notConnected : failureOf(answers.get(command))
    return { id, name, status: because === null ? 1 : 0, because }
  })
}

import type { Speech } from '#domain/hardware/command'
import type { Doing } from '#server/platform/http/ask'
import { answersTo, failureOf, notConnected, type HardwareChangeDeps } from './acting.ts'
import { giveCommand } from './give-command.ts'
import { holdDevice, type DeviceRow } from './store/devices.ts'

export interface Spoken {
  readonly paName: string
  readonly status: 0 | 1
  readonly because: string | null
}

/** Makes units speak and returns which of them did. Skips units that are disabled or disconnected. */
export async function speak(
  room: HardwareChangeDeps,
  { caller, now, requestId }: Doing,
  units: readonly DeviceRow[],
  { speech, times }: { readonly speech: Speech; readonly times: number },
): Promise<Spoken[]> {
  const given = await room.changes.commit(async tx => {
    const commands = new Map<number, string>()
    for (const { id, customer_id } of units.toSorted((one, other) => one.id - other.id)) {
      const device = await holdDevice(tx, customer_id, id)
      if (!device?.enabled || !device.is_online) continue
      const act = { kind: 'speak', speech, times } as const
      const request = { act, because: 'Public address', by: caller, requestId, isWaitedFor: true }
      commands.set(id, await giveCommand(tx, device, request, now))
    }
    return commands
  })
  room.sendNow()
  const answers = await answersTo(room.db, caller.customerId, [...given.values()])
  const unasked = (enabled: boolean) => (enabled ? notConnected : 'The unit is disabled.')
  return units.map(({ id, name: paName, enabled }) => {
    const command = given.get(id)
    const because = command === undefined ? unasked(enabled) : failureOf(answers.get(command))
    return { paName, status: because === null ? 1 : 0, because }
  })
}

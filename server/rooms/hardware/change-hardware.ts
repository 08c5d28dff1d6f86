import type { Input } from '#contract/call'
import { updateSiren as updateSirenCall, type Siren } from '#contract/devices/sirens'
import {
  isSilentAllWeek,
  silentWeekFault,
  sirenTimeFaults,
  type SirenRing,
} from '#domain/hardware/siren-settings'
import { recordAudit } from '#server/platform/audit'
import type { Doing } from '#server/platform/http/ask'
import { fieldKey } from '#server/platform/http/input'
import { assertNotOvertaken } from '#server/platform/http/overtaken'
import { badInput, notFound, type FieldErrors } from '#server/platform/http/problems'
import { alertTimesFrom } from '#server/rooms/groups/index'
import { appendDeviceChanged, type HardwareChangeDeps } from './acting.ts'
import { commandAuditName } from './give-command.ts'
import { deviceSeenBy } from './reach.ts'
import {
  findSiren,
  holdDevice,
  saveSirenTimes,
  updateDeviceRow,
  updateSirenRow,
  type SirenRows,
} from './store/devices.ts'
import { wireSiren } from './wire.ts'

/** The part of a unit to switch: all of it, or only its siren. */
export type Switched = 'unit' | 'siren'

/** Switches a unit, or only its siren, on or off. The audit log records the reason and the person. */
export async function switchHardware(
  room: HardwareChangeDeps,
  { caller, now, requestId }: Doing,
  { message, hardwareId }: { readonly message: string; readonly hardwareId: number },
  switched: Switched,
  isOn: boolean,
): Promise<void> {
  const { customer_id: customerId } = await deviceSeenBy(
    room.db,
    caller,
    hardwareId,
    switched === 'siren' ? 'siren' : undefined,
  )
  await room.changes.commit(async (tx, appendFact) => {
    const device = await holdDevice(tx, customerId, hardwareId)
    if (!device) throw notFound('This unit')
    const change = switched === 'unit' ? { enabled: isOn } : { siren_enabled: isOn }
    await updateDeviceRow(tx, customerId, hardwareId, { ...change, updated_at: now })
    await recordAudit(
      tx,
      {
        by: caller,
        customerId,
        action: `${switched === 'unit' ? 'hardware' : 'siren'} ${isOn ? 'enabled' : 'disabled'}`,
        target: commandAuditName(device),
        reason: message,
        before: { enabled: device.enabled, sirenEnabled: device.siren_enabled },
        after: change,
        requestId,
      },
      now,
    )
    appendDeviceChanged(appendFact, customerId, hardwareId)
  })
}

type ChangedSiren = Input<typeof updateSirenCall, 'body'>

/** Changes a siren's sound, its speech and its active hours. */
export async function changeSiren(
  room: HardwareChangeDeps & { readonly ringOf: (rows: SirenRows) => SirenRing },
  { caller, now, requestId }: Doing,
  body: ChangedSiren,
): Promise<Siren> {
  const { customer_id: customerId, id } = await deviceSeenBy(room.db, caller, body.sirenId, 'siren')
  const errors: FieldErrors = {}
  const alertTimes = alertTimesFrom(body.alertTimes, errors)
  for (const { day, because } of sirenTimeFaults(alertTimes))
    errors[fieldKey(['alertTimes', day, 'startTime'])] = [because]
  if (isSilentAllWeek(alertTimes)) errors['AlertTimes'] = [silentWeekFault]
  if (Object.keys(errors).length > 0) throw badInput(errors)

  return room.changes.commit(async (tx, appendFact) => {
    const device = await holdDevice(tx, customerId, id)
    const before = await findSiren(tx, customerId, id)
    if (!device || !before) throw notFound('This siren')
    const wired = wireSiren(before, room.ringOf(before))
    assertNotOvertaken(updateSirenCall, body.version, wired)
    await updateSirenRow(tx, customerId, id, {
      duration: body.duration,
      frequency: body.frequency,
      all_clear_duration: body.allClearDuration,
      all_clear_frequency: body.allClearFrequency,
      post_warn_message: body.postWarnMessage,
      post_all_clear_message: body.postAllClearMessage,
      ...(body.isPagePublic !== undefined && { is_page_public: body.isPagePublic }),
    })
    await saveSirenTimes(tx, customerId, id, alertTimes)
    const { version: _version, sirenId: _sirenId, ...after } = body
    await recordAudit(
      tx,
      {
        by: caller,
        customerId,
        action: 'siren settings changed',
        target: commandAuditName(device),
        before: Object.fromEntries(Object.keys(after).map(key => [key, wired[key as keyof Siren]])),
        after,
        requestId,
      },
      now,
    )
    appendDeviceChanged(appendFact, customerId, id)
    const saved = await findSiren(tx, customerId, id)
    if (!saved) throw notFound('This siren')
    return wireSiren(saved, room.ringOf(saved))
  })
}

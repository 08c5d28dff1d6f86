import type { Command } from '#domain/hardware/command'
import type { DeviceModel } from '#domain/hardware/models'
import type { Facts } from '#server/facts'
import type { Changes } from '#server/platform/changes/index'
import { later, secondMs, type Clock } from '#server/platform/clock'
import type { Log } from '#server/platform/log'
import type { Secrets } from '#server/platform/secrets'
import type { Db } from '#server/platform/store/index'
import { commandsToSend, expireCommands, hasExpired, markSent, type CommandRow } from './command-store.ts'
import { findDeviceNamed, findDevices, type DeviceRow } from './store.ts'

/** What the door has to know of a device. */
export interface KnownDevice {
  readonly customerId: number
  readonly device: string
  readonly model: DeviceModel
  readonly key: Uint8Array
}

export interface DispatchDeps {
  readonly db: Db
  readonly clock: Clock
  readonly log: Log
  readonly secrets: Pick<Secrets, 'open'>
  readonly changes: Pick<Changes<Facts>, 'keep'>
  readonly send: (command: Command, to: KnownDevice) => Promise<void>
}

/** Nobody answered for so long: the command, or its answer, may have been lost on the way. */
const againAfterMs = 2 * secondMs

export function knownDevice(
  row: Pick<DeviceRow, 'customer_id' | 'device' | 'model' | 'sealed_key'>,
  secrets: Pick<Secrets, 'open'>,
): KnownDevice {
  const { customer_id: customerId, device, model, sealed_key } = row
  return { customerId, device, model, key: Buffer.from(secrets.open(sealed_key), 'base64url') }
}

/** For the door: whoever knocks. */
export async function findKnownDevice(
  { db, secrets }: Pick<DispatchDeps, 'db' | 'secrets'>,
  device: string,
): Promise<KnownDevice | undefined> {
  const row = await findDeviceNamed(db, 'system', device)
  return row && knownDevice(row, secrets)
}

/**
 * With the device's own random number where it announced one. An old device goes by its clock: it is given the times
 * as that clock tells them, as far as we know from what it last said.
 */
function commandOf(row: CommandRow, to: DeviceRow): Command {
  const { session, session_heard_at: heardAt, clock_ahead_ms } = to
  const own = { id: row.id, device: to.device, counter: row.counter, act: row.act }
  const times = { issuedMs: row.issued_at.getTime(), expiresMs: row.expires_at.getTime() }
  if (session !== null && heardAt !== null)
    return { ...own, ...times, session: { id: session, heardMs: heardAt.getTime() } }
  return { ...own, ...times, clockAheadMs: clock_ahead_ms ?? 0 }
}

/** Sends what waits, again and again until it is answered or has expired. */
export async function dispatchCommands(deps: DispatchDeps): Promise<void> {
  const { db, clock, log, secrets, changes, send } = deps
  const now = clock.now()
  // Hardly ever: and whoever is stopped in the middle of a transaction holds everybody else up.
  if (await hasExpired(db, 'system', now))
    await changes.keep(async (tx, tell) => {
      for (const { device_id, customer_id, id } of await expireCommands(tx, 'system', now)) {
        const body = { deviceId: device_id, commandId: id, state: 'unconfirmed' as const }
        tell('command answered', { customerId: customer_id, subject: `device ${device_id}`, body })
      }
    })
  const rows = await commandsToSend(db, 'system', now, later(now, -againAfterMs))
  if (rows.length === 0) return
  const devices = new Map(
    (await findDevices(db, 'system', [...new Set(rows.map(row => row.device_id))])).map(row => [row.id, row]),
  )
  const sent: string[] = []
  await Promise.all(
    rows.map(async row => {
      const device = devices.get(row.device_id)
      if (!device) return
      try {
        await send(commandOf(row, device), knownDevice(device, secrets))
        sent.push(row.id)
      } catch (error) {
        log.warn({ err: error, device: device.device }, 'a command could not be sent')
      }
    }),
  )
  await markSent(db, 'system', sent, clock.now())
}

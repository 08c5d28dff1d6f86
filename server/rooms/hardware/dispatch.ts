import { setTimeout as sleep } from 'node:timers/promises'
import type { Command } from '#domain/hardware/command'
import type { DeviceModel } from '#domain/hardware/models'
import type { Facts } from '#server/facts'
import type { Changes } from '#server/platform/changes/index'
import { later, secondMs, type Clock } from '#server/platform/clock'
import type { Log } from '#server/platform/log'
import { isRehearsal } from '#server/platform/rehearsal/index'
import type { Secrets } from '#server/platform/secrets'
import type { Db } from '#server/platform/store/index'
import { commandsToSend, expireCommands, hasExpired, markSent, type WaitingCommand } from './command-store.ts'
import { inParallel } from './in-parallel.ts'
import { addresseesOf, findDeviceNamed, type Addressee, type DeviceRow } from './store.ts'

/** What the door has to know of a device. */
export interface CommandedDevice {
  readonly customerId: number
  readonly device: string
  readonly model: DeviceModel
  readonly key: Uint8Array
}

export interface CommandDispatchDeps {
  readonly db: Db
  readonly clock: Clock
  readonly log: Log
  readonly secrets: Pick<Secrets, 'open'>
  readonly changes: Pick<Changes<Facts>, 'keep'>
  readonly send: (command: Command, to: CommandedDevice) => Promise<void>
}

/** Nobody answered for so long: the command, or its answer, may have been lost on the way. */
const againAfterMs = 2 * secondMs

export function knownDevice(
  row: Pick<DeviceRow, 'customer_id' | 'device' | 'model' | 'sealed_key'>,
  secrets: Pick<Secrets, 'open'>,
): CommandedDevice {
  const { customer_id: customerId, device, model, sealed_key } = row
  return { customerId, device, model, key: Buffer.from(secrets.open(sealed_key), 'base64url') }
}

/** For the door: whoever knocks. */
export async function findKnownDevice(
  { db, secrets }: Pick<CommandDispatchDeps, 'db' | 'secrets'>,
  device: string,
): Promise<CommandedDevice | undefined> {
  const row = await findDeviceNamed(db, 'system', device)
  return row && knownDevice(row, secrets)
}

/**
 * With the device's own random number where it announced one. An old device goes by its clock: it is given the times
 * as that clock tells them, as far as we know from what it last said.
 */
function commandOf(row: WaitingCommand, to: Addressee): Command {
  const { session, session_heard_at: heardAt, clock_ahead_ms } = to
  const own = { id: row.id, device: to.device, counter: row.counter, act: row.act }
  const times = { issuedMs: row.issued_at.getTime(), expiresMs: row.expires_at.getTime() }
  if (session !== null && heardAt !== null)
    return { ...own, ...times, session: { id: session, heardMs: heardAt.getTime() } }
  return { ...own, ...times, clockAheadMs: clock_ahead_ms ?? 0 }
}

/** What has not been taken for so long is not waited for any more; it goes on by itself. */
const waitedForMs = secondMs
const devicesAtOnce = 100

/** Sends what waits, again and again until it is answered or has expired. */
export class CommandDispatcher {
  /** Devices that something is being sent to: whatever else is for them waits until it is through. */
  readonly #sending = new Set<number>()

  async send(deps: CommandDispatchDeps): Promise<void> {
    const { db, clock } = deps
    const now = clock.now()
    await expire(deps, now)
    // They run out unsent: what a siren should do is decided anew every second.
    if (await isRehearsal(db)) return
    const rows = (await commandsToSend(db, 'system', now, later(now, -againAfterMs))).filter(
      ({ device_id }) => !this.#sending.has(device_id),
    )
    if (rows.length === 0) return
    const byDevice = Map.groupBy(rows, ({ device_id }) => device_id)
    const devices = await addresseesOf(db, 'system', [...byDevice.keys()])
    for (const { id } of devices) this.#sending.add(id)
    const ids = rows.map(({ id }) => id)
    await Promise.all([
      // What was not taken after all is sent again as well: an answer alone ends that.
      markSent(db, 'system', ids, now),
      inParallel(devices, devicesAtOnce, device =>
        withoutWaiting(this.#sendTo(deps, device, byDevice.get(device.id) ?? [])),
      ),
    ])
  }

  /** In the order of their counters: one that overtook another would have it refused. */
  async #sendTo(
    { log, secrets, send }: CommandDispatchDeps,
    device: Addressee,
    rows: readonly WaitingCommand[],
  ) {
    try {
      const to = knownDevice(device, secrets)
      for (const row of rows) await send(commandOf(row, device), to)
    } catch (error) {
      log.warn({ err: error, device: device.device }, 'a command could not be sent')
    } finally {
      this.#sending.delete(device.id)
    }
  }
}

/** A device that takes nothing, or a slow one, must not keep commands from all others. */
async function withoutWaiting(work: Promise<void>): Promise<void> {
  const ended = new AbortController()
  const late = sleep(waitedForMs, undefined, { signal: ended.signal, ref: false }).catch(() => {}) // called off
  await Promise.race([work, late]).finally(() => ended.abort())
}

/** Of what nobody answered in time nothing is known. */
async function expire({ db, changes }: CommandDispatchDeps, now: Date): Promise<void> {
  // Hardly ever: and whoever is stopped in the middle of a transaction holds everybody else up.
  if (!(await hasExpired(db, 'system', now))) return
  await changes.keep(async (tx, tell) => {
    for (const { device_id, customer_id, id } of await expireCommands(tx, 'system', now)) {
      const body = { deviceId: device_id, commandId: id, state: 'unconfirmed' as const }
      tell('command answered', { customerId: customer_id, subject: `device ${device_id}`, body })
    }
  })
}

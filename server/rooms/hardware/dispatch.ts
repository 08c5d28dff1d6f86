import { setTimeout as sleep } from 'node:timers/promises'
import type { DeviceCommand } from '#domain/hardware/command'
import type { DeviceModel } from '#domain/hardware/models'
import type { Facts } from '#server/facts'
import type { Changes } from '#server/platform/changes/index'
import { later, secondMs, type Clock } from '#server/platform/clock'
import type { Log } from '#server/platform/log'
import { isRehearsal } from '#server/platform/rehearsal/index'
import type { Secrets } from '#server/platform/secrets'
import type { Db } from '#server/platform/store/index'
import {
  commandsToSend,
  expireCommands,
  hasExpired,
  markSent,
  type WaitingCommand,
} from './store/commands.ts'
import type { CommandTraces } from './command-traces.ts'
import { inParallel } from './in-parallel.ts'
import { addresseesOf, findDeviceNamed, type Addressee, type DeviceRow } from './store/devices.ts'

/** What the device gateway needs to know about a device. */
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
  readonly changes: Pick<Changes<Facts>, 'commit'>
  readonly send: (command: DeviceCommand, to: CommandedDevice) => Promise<void>
  readonly traces?: Pick<CommandTraces, 'sent' | 'answered'> | undefined
}

/** After this long without an answer, the command or its answer may have been lost, so it is sent again. */
const againAfterMs = 2 * secondMs

export function knownDevice(
  row: Pick<DeviceRow, 'customer_id' | 'device' | 'model' | 'sealed_key'>,
  secrets: Pick<Secrets, 'open'>,
): CommandedDevice {
  const { customer_id: customerId, device, model, sealed_key } = row
  return { customerId, device, model, key: Buffer.from(secrets.open(sealed_key), 'base64url') }
}

/** Identifies a connecting device for the gateway. */
export async function findKnownDevice(
  { db, secrets }: Pick<CommandDispatchDeps, 'db' | 'secrets'>,
  device: string,
): Promise<CommandedDevice | undefined> {
  const row = await findDeviceNamed(db, 'system', device)
  return row && knownDevice(row, secrets)
}

/**
 * Includes the device's session ID (its own random number) if it announced one. An older device uses its clock, so
 * times are converted to that clock, as known from its last report.
 */
function commandOf(row: WaitingCommand, to: Addressee): DeviceCommand {
  const { session, session_heard_at: heardAt, clock_ahead_ms } = to
  const own = { id: row.id, device: to.device, counter: row.counter, act: row.act }
  const times = { issuedMs: row.issued_at.getTime(), expiresMs: row.expires_at.getTime() }
  if (session !== null && heardAt !== null)
    return { ...own, ...times, session: { id: session, heardMs: heardAt.getTime() } }
  return { ...own, ...times, clockAheadMs: clock_ahead_ms ?? 0 }
}

/** If a send takes longer than this, it continues in the background and is no longer awaited. */
const waitedForMs = secondMs
const devicesAtOnce = 100

/** Sends waiting commands repeatedly until they are answered or have expired. */
export class CommandDispatcher {
  /** Devices with a send in progress; their other commands wait for it to finish. */
  readonly #sending = new Set<number>()

  async send(deps: CommandDispatchDeps): Promise<void> {
    const { db, clock } = deps
    const now = clock.now()
    await expire(deps, now)
    // In a rehearsal, commands expire unsent; a siren's desired state is decided again every second anyway.
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
      // Commands are repeated even if a later send fails, because only an answer stops the repetition.
      markSent(db, 'system', ids, now),
      inParallel(devices, devicesAtOnce, device =>
        withoutWaiting(this.#sendTo(deps, device, byDevice.get(device.id) ?? [])),
      ),
    ])
  }

  /** Sends in counter order: a device would reject a command that was overtaken. */
  async #sendTo(
    { clock, log, secrets, send, traces }: CommandDispatchDeps,
    device: Addressee,
    rows: readonly WaitingCommand[],
  ) {
    try {
      const to = knownDevice(device, secrets)
      for (const row of rows) {
        const from = clock.now()
        let isFailed = true
        try {
          await send(commandOf(row, device), to)
          isFailed = false
        } finally {
          traces?.sent(row, from, isFailed)
        }
      }
    } catch (error) {
      log.warn({ err: error, device: device.device }, 'could not send a command')
    } finally {
      this.#sending.delete(device.id)
    }
  }
}

/** Awaits a send only briefly, so that a slow or unresponsive device does not delay commands to others. */
async function withoutWaiting(work: Promise<void>): Promise<void> {
  const ended = new AbortController()
  const late = sleep(waitedForMs, undefined, { signal: ended.signal, ref: false }).catch(() => {}) // canceled
  await Promise.race([work, late]).finally(() => ended.abort())
}

/** Marks commands that were not answered in time: their result is unknown. */
async function expire({ db, changes, traces }: CommandDispatchDeps, now: Date): Promise<void> {
  // Checked first because expiry is rare, and if a process stops in the middle of the transaction, it blocks everyone
  // else.
  if (!(await hasExpired(db, 'system', now))) return
  const expired = await changes.commit(async (tx, appendFact) => {
    const rows = await expireCommands(tx, 'system', now)
    for (const { device_id, customer_id, id } of rows) {
      const body = { deviceId: device_id, commandId: id, state: 'unconfirmed' as const }
      appendFact('command answered', { customerId: customer_id, subject: `device ${device_id}`, body })
    }
    return rows
  })
  for (const row of expired) traces?.answered(row, 'unconfirmed', now)
}

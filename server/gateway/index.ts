import type { Server } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { topicOf } from '#contract/devices/devices'
import type { DeviceCommand } from '#domain/hardware/command'
import type { MqttConfig } from '#server/config'
import type { Clock } from '#server/platform/clock'
import type { Figure } from '#server/platform/figures'
import type { ReadyCheck } from '#server/platform/http/health'
import type { Log } from '#server/platform/log'
import { addressesOf, webSocketAddress } from './addresses.ts'
import { createBroker } from './broker.ts'
import { createGatewayCanary } from './canary.ts'
import { createDoors } from './doors.ts'
import { embeddedLine } from './embedded.ts'
import { rememberDevices, type DeviceDirectory, type KnownDevice } from './known.ts'
import { createListener, type ReceivedMessages } from './listen.ts'
import type { KnownListener, ListenerDirectory } from './listeners.ts'
import { outsideLine } from './outside.ts'
import type { SenderDirectory } from './senders.ts'
import { createTally } from './tally.ts'
import { signCommand } from './tokens.ts'

export type { DeviceDirectory, KnownDevice } from './known.ts'
export type { ReceivedMessages } from './listen.ts'
export {
  hashOfKey,
  isListenerName,
  listenerName,
  type KnownListener,
  type ListenerDirectory,
} from './listeners.ts'
export { addressesOf } from './addresses.ts'
export type { KnownSender, SenderDirectory, SentMessage } from './senders.ts'
export { devicePasswordOf } from './tokens.ts'

/** A message for subscribers. */
export interface RetainedMessage {
  readonly topic: string
  readonly payload: string
  readonly retain: boolean
}

/** The device gateway, which receives device messages and sends signed commands. */
export interface Gateway {
  /**
   * Opens the listeners, or connects to the external broker. A listener that cannot be opened is reported by the
   * readiness check and retried; the server continues without it.
   */
  open(): Promise<void>
  close(): Promise<void>
  /**
   * Signs a command and sends it; resolves when the broker has accepted it. Sending the same command again produces the
   * same bytes.
   */
  send(command: DeviceCommand, to: KnownDevice): Promise<void>
  /** Publishes to subscribers, and disconnects those without a valid key. Does nothing with an external broker. */
  sendRetained(messages: readonly RetainedMessage[], isGood: (known: KnownListener) => boolean): Promise<void>
  /** Disconnects instruments whose key was changed, or that were removed. */
  keepSenders(): void
  /** Disconnects a device whose key was changed, or that was removed. */
  cutOff(device: string): void
  /** Admits devices by WebSocket, at /mqtt of a web server, until it is closed. */
  upgrade(server: Server): void
  /**
   * Proves that devices can connect and receive messages by trying every listener; returns how many listeners there
   * are. Throws with the name of a listener that admits no device.
   */
  sendCanary(): Promise<number>
  /** Where devices connect; `{host}` is a placeholder for this server's host name. */
  readonly addresses: readonly string[]
  readonly readyChecks: readonly ReadyCheck[]
  readonly figures: readonly Figure[]
}

export interface GatewayParts {
  readonly config: MqttConfig
  readonly clock: Clock
  readonly log: Log
  readonly directory: DeviceDirectory
  readonly listeners?: ListenerDirectory
  /**
   * Customers' own instruments. They are only admitted to the built-in broker, where each can be limited to its own
   * topics.
   */
  readonly senders?: SenderDirectory
  readonly received: ReceivedMessages
}

const canaryLivesMs = 10_000

export function createGateway(parts: GatewayParts): Gateway {
  const { config, clock, log, directory, listeners, senders, received } = parts
  const tally = createTally(log)
  const canary = createGatewayCanary()
  const known = rememberDevices(canary.among(directory), clock)
  const onMessage = createListener({
    clock,
    log,
    directory: known,
    received: canary.apartFrom(received),
    tally,
  })
  const broker =
    config.url === undefined
      ? createBroker({ clock, log, directory: known, listeners, senders, tally })
      : undefined
  const doors = broker && config.url === undefined ? createDoors({ config, log, broker }) : undefined
  const line =
    broker && doors ? embeddedLine(broker, doors, onMessage) : outsideLine(config.url ?? '', log, onMessage)
  let opening: Promise<void> | undefined

  /** Waits while the broker accepts nothing, but never longer than the command is valid. */
  async function inTime(sending: Promise<void>, livesMs: number): Promise<void> {
    const ended = new AbortController()
    const late = sleep(Math.max(0, livesMs), undefined, { signal: ended.signal, ref: false }).then(() => {
      throw new Error('The broker did not accept the command in time')
    })
    await Promise.race([sending, late]).finally(() => ended.abort())
  }

  return {
    open: () => (opening ??= line.open()),
    async close() {
      await opening?.catch(() => {}) // reported to the caller that opened it; whatever was opened is closed
      await line.close()
    },
    async send(command, to) {
      const token = await signCommand(command, to.key)
      const livesMs = command.expiresMs - clock.now().getTime()
      await inTime(line.send(topicOf(to, 'command'), token, livesMs), livesMs)
    },
    async sendRetained(messages, isGood) {
      broker?.keepListeners(isGood)
      for (const { topic, payload, retain } of messages) await broker?.publish(topic, payload, retain)
    },
    keepSenders: () => broker?.keepSenders(),
    cutOff(device) {
      known.forget(device)
      line.hangUp(device)
    },
    upgrade: server => doors?.upgrade(server),
    async sendCanary() {
      // An external broker has the devices' passwords, so the only thing to test is whether it accepts commands.
      if (!doors) {
        await line.send(topicOf(canary.device, 'command'), '', canaryLivesMs)
        return 1
      }
      const addresses = doors.addresses()
      for (const [name, address] of addresses) {
        await canary.visit(address, line).catch((error: Error) => {
          throw new Error(`A device could not connect over ${name}: ${error.message}`, { cause: error })
        })
      }
      return addresses.size
    },
    addresses: [...addressesOf(config), ...(doors ? [webSocketAddress] : [])],
    readyChecks: [{ name: 'devices', check: () => line.check() }],
    figures: [
      {
        name: 'skywarden_devices_connected',
        help: 'Devices connected to the built-in broker',
        read: async () => {
          const value = line.connected()
          return value === undefined ? [] : [{ value }]
        },
      },
      ...tally.figures,
    ],
  }
}

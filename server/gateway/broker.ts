import { timingSafeEqual } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { Aedes, type AuthenticateError, type Client, type PublishPacket } from 'aedes'
import { deviceChannels, deviceName, mostImageBytes, topicsOfAll } from '#contract/devices/devices'
import type { Clock } from '#server/platform/clock'
import type { Log } from '#server/platform/log'
import type { KnownDevice, RememberedDevices } from './known.ts'
import type { OnMessage } from './line.ts'
import { mostTextBytes } from './listen.ts'
import { boundPackets } from './packet-sizes.ts'
import {
  isGreeting,
  isListenerName,
  isRightKey,
  mayListen,
  type KnownListener,
  type ListenerDirectory,
} from './listeners.ts'
import { createPatience } from './patience.ts'
import { carriedRate, limitRate } from './rate.ts'
import { readAll } from './read-all.ts'
import { faultOfPublish, faultOfWill, maySubscribe, ownChannel } from './rights.ts'
import { mayBeSender, mostConnections, ownTopic, type KnownSender, type SenderDirectory } from './senders.ts'
import type { Tally } from './tally.ts'
import { devicePasswordOf } from './tokens.ts'

/** Return codes of a rejected connection, as MQTT 3.1.1 numbers them. */
const refused = { unavailable: 3, wrongCredentials: 4, notAllowed: 5 } as const

function refusal(returnCode: number, text: string): AuthenticateError {
  return Object.assign(new Error(text), { returnCode })
}

function sameText(one: string, other: Buffer): boolean {
  const bytes = Buffer.from(one)
  return bytes.length === other.length && timingSafeEqual(bytes, other)
}

/** The maximum length of a topic and the other packet properties, without the payload. */
const packetBytes = 1000
const connectTimeoutMs = 10_000

export interface Broker {
  start(onMessage: OnMessage): Promise<void>
  stop(): Promise<void>
  take(connection: Duplex, address: string, request?: IncomingMessage): void
  publish(topic: string, payload: string, retain?: boolean): Promise<void>
  hangUp(device: string): void
  /** Disconnects every subscriber whose key is no longer valid. */
  keepListeners(isGood: (known: KnownListener) => boolean): void
  /** Disconnects every instrument whose key is no longer valid. */
  keepSenders(): void
  connected(): number
}

/** Creates the embedded MQTT broker: it admits only known devices, and limits each to its own topics. */
export function createBroker({
  clock,
  log,
  directory,
  listeners,
  senders,
  tally,
}: {
  readonly clock: Clock
  readonly log: Log
  readonly directory: RememberedDevices
  /** The other clients that may subscribe. If not given, only devices may. */
  readonly listeners?: ListenerDirectory | undefined
  /** Customers' own instruments; none are admitted if not given. */
  readonly senders?: SenderDirectory | undefined
  readonly tally: Tally
}): Broker {
  const devices = new WeakMap<Client, KnownDevice>()
  const listening = new Map<Client, KnownListener>()
  const sending = new WeakMap<Client, KnownSender>()
  const connections = new Map<string, Set<Client>>()
  const newest = new Map<string, Client>()
  const lastHangUps = new Map<string, number>()
  const admittedAt = new WeakMap<Client, number>()
  const addresses = new WeakMap<Client, string>()
  const requests = new WeakMap<Client, Parameters<Aedes['preConnect']>[1]>()
  const patienceWith = createPatience()
  const isCarried = limitRate(carriedRate)
  let hangUps = 0
  let visits = 0

  async function admitListener(client: Client, name: string, password: Buffer | undefined) {
    const known = await listeners?.find(name)
    if (!known || !isRightKey(known, password)) {
      tally.reject(name, 'wrong credentials')
      await sleep(patienceWith(addresses.get(client) ?? '', clock.monotonicMs()))
      throw refusal(refused.wrongCredentials, 'wrong credentials')
    }
    listening.set(client, known)
  }

  async function admitSender(client: Client, name: string, password: Buffer | undefined): Promise<boolean> {
    const sender = await senders?.admit(name, password?.toString('utf8') ?? '')
    if (sender) sending.set(client, sender)
    return sender !== undefined
  }

  async function admit(client: Client, name: string | undefined, password: Buffer | undefined) {
    if (isListenerName(name)) return admitListener(client, name, password)
    const request = requests.get(client)
    admittedAt.set(client, hangUps)
    const isName = name !== undefined && deviceName.safeParse(name).success
    const known = isName ? await directory.find(name) : undefined
    const isRight = known !== undefined && password && sameText(devicePasswordOf(known.key), password)
    if (!isRight || request?.clientId !== name) {
      // A sender must not use a device's client id, which would disconnect that device.
      const isApart = known === undefined || request?.clientId !== name
      if (isApart && mayBeSender(name) && (await admitSender(client, name, password))) return
      tally.reject(isName ? name : 'a stranger', 'wrong credentials')
      await sleep(patienceWith(addresses.get(client) ?? '', clock.monotonicMs()))
      throw refusal(refused.wrongCredentials, 'wrong credentials')
    }
    const fault = faultOfWill(
      known,
      request?.will && { topic: request.will.topic, payload: request.will.payload },
    )
    if (fault) {
      tally.reject(known.device, fault)
      throw refusal(refused.notAllowed, fault)
    }
    devices.set(client, known)
  }

  /** Accepts a message once it is stored. A sender that needs confirmation uses QoS 1. */
  function receiveFrom(sender: KnownSender, packet: PublishPacket, done: (error?: Error | null) => void) {
    const { payload, retain } = packet
    const isTooFast = !isCarried(`instrument ${sender.senderId}`, clock.monotonicMs())
    const own = ownTopic(sender, packet)
    if (isTooFast || 'fault' in own) {
      const fault = 'fault' in own ? own.fault : 'too fast'
      tally.reject(`instrument ${sender.senderId}`, fault)
      if ('fault' in own) sender.refuse(own.because)
      return done(new Error(fault))
    }
    // No one subscribes to this topic, because an instrument's messages are only for its customer.
    packet.topic = 'nowhere'
    packet.retain = false
    tally.countMessage('instrument')
    const message = { topic: own.topic, payload: Buffer.from(payload), isRetained: retain }
    sender.receive(message).then(
      () => done(null),
      (error: Error) => {
        if (sender.isCurrent()) log.error({ err: error }, 'a message from an instrument was not stored')
        done(error)
      },
    )
  }

  function keepConnection(sender: KnownSender, client: Client) {
    const own = connections.get(sender.senderId) ?? new Set()
    connections.set(sender.senderId, own.add(client))
    const [oldest] = own
    if (own.size > mostConnections) oldest?.close()
  }

  const broker = new Aedes({
    connectTimeout: connectTimeoutMs,
    concurrency: 500,
    maxInflightInbound: 20,
    maxTopicLevels: 8,
    preConnect(client, packet, done) {
      // A command is useless when it is half a minute old, so nothing is queued for a client that is not connected.
      packet.clean = true
      if (isListenerName(packet.username)) {
        // A listener may choose any client id, and one that took a device's id would disconnect that device.
        packet.clientId = `listener ${++visits}`
        delete packet.will
      } else if (packet.clientId !== packet.username) {
        // This is not a device. An instrument may choose any client id; we ignore its will.
        packet.clientId = `instrument ${++visits}`
        delete packet.will
      }
      requests.set(client, packet)
      done(null, true)
    },
    authenticate(client, name, password, done) {
      admit(client, name, password).then(
        () => done(null, true),
        (error: Error) => {
          if (!('returnCode' in error)) log.error({ err: error }, 'a device could not be looked up')
          done('returnCode' in error ? (error as AuthenticateError) : refusal(refused.unavailable, ''), false)
        },
      )
    },
    authorizePublish(client, packet, done) {
      const listener = client && listening.get(client)
      if (listener) {
        if (!isGreeting(listener, packet.topic)) {
          tally.reject(`listener ${listener.customerId}`, 'publish on a foreign topic')
          return done(new Error('only listens'))
        }
        packet.topic = 'nowhere'
        packet.retain = false
        return done(null)
      }
      const sender = client && sending.get(client)
      if (sender) return receiveFrom(sender, packet, done)
      const known = client && devices.get(client)
      if (!known) return done(new Error('not a device'))
      const isTooFast = !isCarried(known.device, clock.monotonicMs())
      const fault = isTooFast ? 'too fast' : faultOfPublish(known, packet)
      if (fault) {
        tally.reject(known.device, fault)
        return done(new Error(fault))
      }
      packet.retain &&= ownChannel(known, packet.topic) === 'state'
      done(null)
    },
    authorizeSubscribe(client, subscription, done) {
      const listener = listening.get(client)
      if (listener) return done(null, mayListen(listener, subscription.topic) ? subscription : null)
      // By default, programs subscribe to commands addressed to themselves, although there are none.
      if (sending.has(client)) return done(null, null)
      const known = devices.get(client)
      if (known && maySubscribe(known, subscription.topic)) return done(null, subscription)
      tally.reject(known?.device ?? 'a stranger', 'subscribe to a foreign topic')
      done(null, null)
    },
  })

  broker.on('client', client => {
    const sender = sending.get(client)
    if (sender) keepConnection(sender, client)
    const known = devices.get(client)
    if (!known) return
    newest.set(known.device, client)
    // The device's key may have been changed during the lookup, so the device reconnects and is checked again.
    if ((lastHangUps.get(known.device) ?? 0) > (admittedAt.get(client) ?? 0)) client.close()
  })
  broker.on('clientDisconnect', client => {
    listening.delete(client)
    const sender = sending.get(client)
    const own = sender && connections.get(sender.senderId)
    if (sender && own?.delete(client) && own.size === 0) connections.delete(sender.senderId)
    const known = devices.get(client)
    if (known && newest.get(known.device) === client) newest.delete(known.device)
  })
  const fromBroker: NodeJS.EventEmitter = broker
  fromBroker.on('error', (error: Error) => log.error({ err: error }, 'the MQTT broker reported an error'))

  return {
    async start(onMessage) {
      await broker.listen()
      for (const channel of deviceChannels) {
        // Not subscribed as a client of the broker, which mistakes a message that overtakes another for a duplicate and
        // drops it.
        broker.subscribe(
          topicsOfAll(channel),
          ({ topic, payload }, done) => {
            onMessage(topic, Buffer.isBuffer(payload) ? payload : Buffer.from(payload))
            done()
          },
          () => {},
        )
      }
    },
    stop: () => new Promise(resolve => broker.close(resolve)),
    take(connection, address, request) {
      readAll(connection)
      const client = broker.handle(connection, request)
      addresses.set(client, address)
      boundPackets(
        connection,
        () => (devices.has(client) ? mostImageBytes : mostTextBytes) + packetBytes,
        () => tally.reject(devices.get(client)?.device ?? 'a stranger', 'too large'),
      )
    },
    publish: (topic, payload, retain = false) =>
      new Promise((resolve, reject) =>
        broker.publish(
          { cmd: 'publish', topic, payload: Buffer.from(payload), qos: 1, retain, dup: false },
          error => (error ? reject(error) : resolve()),
        ),
      ),
    hangUp(device) {
      lastHangUps.set(device, ++hangUps)
      newest.get(device)?.close()
    },
    keepListeners(isGood) {
      for (const [client, known] of listening) if (!isGood(known)) client.close()
    },
    keepSenders() {
      for (const own of connections.values())
        for (const client of own) if (sending.get(client)?.isCurrent() !== true) client.close()
    },
    connected: () => newest.size,
  }
}

import { randomBytes } from 'node:crypto'
import mqtt from 'mqtt'
import { topicOf } from '#contract/devices/devices'
import type { DeviceDirectory, KnownDevice } from './known.ts'
import type { DeviceConnection } from './line.ts'
import type { ReceivedMessages } from './listen.ts'
import { devicePasswordOf } from './tokens.ts'

/** The highest number that a topic can have, which no customer reaches. */
const nobody = 999_999_999_999_999
const longestMs = 10_000

const gone = JSON.stringify({ online: false })

/**
 * A device without an owner. It connects to a listener like any device, publishes a message, and waits for one: if that
 * does not work, no siren can be warned.
 */
export interface GatewayCanary {
  readonly device: KnownDevice
  /** Returns the directory with the canary added. */
  among(directory: DeviceDirectory): DeviceDirectory
  /** Returns the handlers for the application, which receive everything except the canary's own messages. */
  apartFrom(received: ReceivedMessages): ReceivedMessages
  /** Connects to a listener and disconnects again; throws if it cannot. */
  visit(address: string, line: Pick<DeviceConnection, 'send'>): Promise<void>
}

async function within<Result>(work: Promise<Result>, what: string): Promise<Result> {
  const late = Promise.withResolvers<never>()
  const timer = setTimeout(() => late.reject(new Error(`${what} took over ${longestMs / 1000} s`)), longestMs)
  try {
    return await Promise.race([work, late.promise])
  } finally {
    clearTimeout(timer)
  }
}

export function createGatewayCanary(): GatewayCanary {
  const device: KnownDevice = {
    customerId: nobody,
    device: `canary-${randomBytes(8).toString('hex')}`,
    model: 'OWS',
    key: randomBytes(32),
  }
  const commands = topicOf(device, 'command')
  let onHeard = () => {}

  return {
    device,
    among: directory => ({
      find: async name => (name === device.device ? device : directory.find(name)),
    }),
    apartFrom: received => ({
      ...received,
      state(from, state, at) {
        if (from.device === device.device) onHeard()
        else received.state(from, state, at)
      },
      answer: (from, answer) => received.answer(from, answer),
      reading: (from, reading) => received.reading(from, reading),
      image: (from, jpeg, at) => received.image(from, jpeg, at),
    }),
    async visit(address, line) {
      const client = mqtt.connect(address, {
        clientId: device.device,
        username: device.device,
        password: devicePasswordOf(device.key),
        clean: true,
        reconnectPeriod: 0,
        connectTimeout: longestMs,
        // This checks that the listener works, not its identity, because its certificate is for the server's public
        // host name.
        rejectUnauthorized: false,
      })
      try {
        const ended = Promise.withResolvers<never>()
        client.on('error', error => ended.reject(error))
        client.on('close', () => ended.reject(new Error('The listener closed the connection')))
        const isHeard = new Promise<void>(resolve => (onHeard = resolve))
        const word = randomBytes(8).toString('hex')
        const isTold = new Promise<void>(resolve => {
          client.on('message', (topic, payload) => {
            if (topic === commands && payload.toString() === word) resolve()
          })
        })
        const there = async () => {
          await new Promise<void>(resolve => client.once('connect', () => resolve()))
          await client.subscribeAsync(commands, { qos: 1 })
          await client.publishAsync(topicOf(device, 'state'), gone, { qos: 1 })
          await isHeard
          await line.send(commands, word, longestMs)
          await isTold
        }
        await within(Promise.race([there(), ended.promise]), 'Connecting and receiving a message')
      } finally {
        onHeard = () => {}
        client.end(true)
      }
    },
  }
}

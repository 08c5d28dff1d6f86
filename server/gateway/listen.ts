import type { DeviceAddress, DeviceChannel, DeviceReading, DeviceState } from '#contract/devices/devices'
import {
  deviceChannels,
  deviceGone,
  deviceReading,
  deviceState,
  mostImageBytes,
  readTopic,
} from '#contract/devices/devices'
import type { Phase, CommandRefusal } from '#domain/hardware/command'
import type { Clock } from '#server/platform/clock'
import type { Log } from '#server/platform/log'
import type { DeviceDirectory, KnownDevice } from './known.ts'
import { heardRate, limitRate } from './rate.ts'
import type { Tally } from './tally.ts'
import { readAnswer } from './tokens.ts'

/** Receives device messages after they are authenticated. */
export interface ReceivedMessages {
  state(from: DeviceAddress, state: DeviceState | 'gone', at: Date): void
  /** Resolves when the reply is stored. If that fails, it is passed on again as soon as the device repeats it. */
  answer(
    from: DeviceAddress,
    answer: {
      readonly commandId: string
      readonly phase: Phase
      readonly because: CommandRefusal | null
      /** When we received it. */
      readonly at: Date
      /** When it replied, by the device's own clock. */
      readonly deviceAt: Date
      /** Whether the reply arrived with a state, in which case its age is unknown. */
      readonly isRepeated: boolean
    },
  ): Promise<void>
  reading(from: DeviceAddress, reading: DeviceReading): void
  image(from: DeviceAddress, jpeg: Uint8Array, at: Date): void
}

export const mostTextBytes = 16_000
const mostWaiting = 200
/** The maximum number of replies read from one message, more than a state ever repeats. */
const mostTokens = 16

export const mostBytesOn = (channel: DeviceChannel) => (channel === 'image' ? mostImageBytes : mostTextBytes)

function readJson(payload: Buffer): unknown {
  try {
    return JSON.parse(payload.toString('utf8'))
  } catch {
    return undefined // matches no schema
  }
}

const isJpeg = (bytes: Buffer) => bytes[0] === 0xff && bytes[1] === 0xd8 && bytes[2] === 0xff

/** Reads messages from devices, in order per device, and passes on the valid ones. */
export function createListener({
  clock,
  log,
  directory,
  received,
  tally,
}: {
  readonly clock: Clock
  readonly log: Log
  readonly directory: DeviceDirectory
  readonly received: ReceivedMessages
  readonly tally: Tally
}) {
  const isInTime = limitRate(heardRate)
  const heardTokens = new Map<string, readonly string[]>()
  const waiting = new Map<string, { last: Promise<void>; count: number }>()

  function forget(device: string, token: string) {
    heardTokens.set(device, heardTokens.get(device)?.filter(each => each !== token) ?? [])
  }

  async function handleAnswer(
    token: string,
    { customerId, device, key }: KnownDevice,
    at: Date,
    isRepeated = false,
  ) {
    const claims = await readAnswer(token, device, key)
    if (!claims) return tally.reject(device, 'not signed')
    const { sub: commandId, phase, because = null, iat } = claims
    if (because === 'retained') tally.reject(device, 'command retained by the broker')
    heardTokens.set(device, [...(heardTokens.get(device) ?? []), token].slice(-mostTokens))
    const answer = { commandId, phase, because, at, deviceAt: new Date(iat * 1000), isRepeated }
    // Not awaited: the device keeps sending. A reply that was not stored does not count as received.
    received.answer({ customerId, device }, answer).catch((error: unknown) => {
      forget(device, token)
      log.error({ err: error, device }, 'a device reply was not stored; the device will repeat it')
    })
  }

  async function handleState(payload: Buffer, known: KnownDevice, at: Date) {
    const reported = readJson(payload)
    const { customerId, device } = known
    if (deviceGone.safeParse(reported).success) return received.state({ customerId, device }, 'gone', at)
    const state = deviceState.safeParse(reported)
    if (!state.success || state.data.model !== known.model) return tally.reject(device, 'not readable')
    received.state({ customerId, device }, state.data, at)
    for (const token of state.data.answers) {
      // A state repeats earlier replies. Verifying all of them each time would be most of the work in a storm.
      if (!heardTokens.get(device)?.includes(token)) await handleAnswer(token, known, at, true)
    }
  }

  async function handle(channel: DeviceChannel, from: DeviceAddress, payload: Buffer, at: Date) {
    const known = await directory.find(from.device)
    // This includes a device that moved to another customer, because its old topics are no longer its own.
    if (known?.customerId !== from.customerId) return tally.reject(from.device, 'unknown device')
    tally.countMessage(channel)
    if (channel === 'state') return handleState(payload, known, at)
    if (channel === 'answer') return handleAnswer(payload.toString('utf8'), known, at)
    if (channel === 'image') {
      if (!isJpeg(payload)) return tally.reject(from.device, 'not readable')
      return received.image(from, payload, at)
    }
    const reading = deviceReading.safeParse(readJson(payload))
    if (!reading.success) return tally.reject(from.device, 'not readable')
    received.reading(from, reading.data)
  }

  return (topic: string, payload: Buffer): void => {
    const read = readTopic(topic)
    const channel = deviceChannels.find(each => each === read?.channel)
    if (!read || !channel) return
    const { customerId, device } = read
    // An empty payload is how MQTT clears a retained message.
    if (payload.length === 0) return
    if (payload.length > mostBytesOn(channel)) return tally.reject(device, 'too large')
    if (!isInTime(device, clock.monotonicMs())) return tally.reject(device, 'too fast')
    const queue = waiting.get(device) ?? { last: Promise.resolve(), count: 0 }
    if (queue.count >= mostWaiting) return tally.reject(device, 'too fast')
    queue.count++
    waiting.set(device, queue)
    const at = clock.now()
    queue.last = queue.last
      .then(() => handle(channel, { customerId, device }, payload, at))
      .catch((error: unknown) => log.error({ err: error, device, channel }, 'a device message was lost'))
      .finally(() => void (--queue.count === 0 && waiting.delete(device)))
  }
}

import { phases, refusals } from '#domain/hardware/command'
import { deviceModels } from '#domain/hardware/models'
import { idNumber, instant } from '#contract/shapes'
import * as z from 'zod/mini'

/**
 * The protocol between devices and the server: MQTT topics and payloads. `docs/build-a-device.md` explains how to build a
 * device.
 */
const root = 'skywarden'

/** What a device publishes: its state (retained for later subscribers), readings, images and answers. */
export const deviceChannels = ['state', 'reading', 'image', 'answer'] as const
export type DeviceChannel = (typeof deviceChannels)[number]

export interface DeviceAddress {
  readonly customerId: number
  /** The device's name, which is also its MQTT user name. */
  readonly device: string
}

/** Lowercase letters, digits and hyphens, none of which has a special meaning in a topic. */
export const deviceName = z
  .string()
  .check(z.regex(/^[a-z0-9][a-z0-9-]{2,39}$/, 'must have 3 to 40 letters, digits or hyphens'))

export function topicOf({ customerId, device }: DeviceAddress, channel: DeviceChannel | 'command'): string {
  return `${root}/${customerId}/${device}/${channel}`
}

/** Matches what every device publishes on a channel. */
export const topicsOfAll = (channel: DeviceChannel) => `${root}/+/+/${channel}`

export function readTopic(topic: string): (DeviceAddress & { readonly channel: string }) | undefined {
  const [, customerId, device, channel] = /^skywarden\/([1-9]\d{0,14})\/([^/]+)\/([^/]+)$/.exec(topic) ?? []
  if (customerId === undefined || device === undefined || channel === undefined) return undefined
  return { customerId: Number(customerId), device, channel }
}

const sessionId = z.string().check(z.regex(/^[A-Za-z0-9_-]{16,64}$/))
const relayName = z.string().check(z.minLength(1), z.maxLength(60), z.regex(/^\P{Cc}*$/u))

/** A device's state. Sent when it connects, when something changes, and every minute. Retained. */
export const deviceState = z.object({
  online: z.literal(true),
  /** The time by the device's clock. */
  at: instant,
  /** A random number, new for each state. Commands carry it, so the device's clock does not matter. */
  session: z.optional(sessionId),
  model: z.enum(deviceModels),
  firmware: z.string().check(z.maxLength(40)),
  /** Battery voltage. */
  voltage: z.nullable(z.number().check(z.minimum(0), z.maximum(100))),
  doing: z.enum(['nothing', 'warning', 'all clear', 'light', 'speaking']),
  isTest: z.boolean(),
  /** The event for which the device's light is on. */
  event: z.nullable(z.string().check(z.maxLength(80))),
  relays: z.array(z.object({ id: relayName, toggled: z.boolean() })).check(z.maxLength(64)),
  /** Counter of the last command that the device accepted. */
  counter: z.number().check(z.int(), z.nonnegative()),
  /** Number of commands that the device has ever rejected as not authentic. */
  disbelieved: z.number().check(z.int(), z.nonnegative()),
  /** The device's last answers, signed, in case the server did not receive them. */
  answers: z.array(z.string().check(z.maxLength(2000))).check(z.maxLength(8)),
})
export type DeviceState = z.output<typeof deviceState>

/** The device's last will, which the broker publishes when the device disconnects. Retained. */
export const deviceGone = z.object({ online: z.literal(false) })

const measure = z.optional(z.nullable(z.number()))

/** What a weather station measured, at most every ten seconds. Omits what it cannot measure. */
export const deviceReading = z.object({
  at: instant,
  temperatureF: measure,
  humidityPercent: measure,
  windMph: measure,
  gustMph: measure,
  windFromDegrees: measure,
  stationPressureHpa: measure,
  solarWattsPerM2: measure,
  rainInchesPerHour: measure,
  rainTodayInches: measure,
})
export type DeviceReading = z.output<typeof deviceReading>

/** An image message contains only the bytes of a JPEG. */
export const mostImageBytes = 2_000_000

const sounding = z.object({
  seconds: z.number().check(z.int(), z.minimum(1), z.maximum(30)),
  times: z.number().check(z.int(), z.minimum(1), z.maximum(10)),
})
const speech = z.object({
  text: z.string().check(z.minLength(1), z.maxLength(350)),
  recording: z.nullable(z.object({ url: z.url(), sha256: z.string().check(z.regex(/^[0-9a-f]{64}$/)) })),
})
const event = z.string().check(z.minLength(1), z.maxLength(80))

export const act = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('warn'), event, sounding, speech: z.nullable(speech), isTest: z.boolean() }),
  z.object({
    kind: z.literal('all clear'),
    event,
    sounding,
    speech: z.nullable(speech),
    isTest: z.boolean(),
  }),
  z.object({ kind: z.literal('light'), event }),
  z.object({ kind: z.literal('stop test') }),
  z.object({ kind: z.literal('rest'), event }),
  z.object({
    kind: z.literal('speak'),
    speech,
    times: z.number().check(z.int(), z.minimum(1), z.maximum(5)),
  }),
  z.object({ kind: z.literal('switch relay'), relay: relayName, on: z.boolean() }),
])

const seconds = z.number().check(z.int(), z.positive())

/** A command is a JSON Web Token (RFC 7519), signed with HS256 and the device's key. These are its claims. */
export const commandClaims = z.object({
  jti: z.uuid(),
  aud: deviceName,
  iat: seconds,
  exp: seconds,
  /** Increases with every command to a device. */
  counter: idNumber,
  /**
   * The session from the last device state that included one. If it is present, all times are by the server's clock;
   * otherwise, by the device's.
   */
  session: z.optional(sessionId),
  /** When the server received that state. */
  heard: z.optional(seconds),
  act,
})
export type CommandClaims = z.output<typeof commandClaims>

/** An answer is also a JSON Web Token, signed by the device with the same key. */
export const answerClaims = z.object({
  iss: deviceName,
  /** The command that this answers. */
  sub: z.uuid(),
  iat: seconds,
  phase: z.enum(phases),
  /** Reason for a rejection. */
  because: z.optional(z.enum(refusals)),
})
export type AnswerClaims = z.output<typeof answerClaims>

import type { DeviceChannel } from '#contract/devices/devices'
import { deviceChannels, topicOf } from '#contract/devices/devices'
import type { KnownDevice } from './known.ts'
import { mostBytesOn } from './listen.ts'
import type { Rejection } from './tally.ts'

/** Returns which of a device's channels a topic belongs to, if the topic is one of the device's own. */
export function ownChannel(known: KnownDevice, topic: string): DeviceChannel | undefined {
  return deviceChannels.find(channel => topicOf(known, channel) === topic)
}

interface Message {
  readonly topic: string
  readonly payload: Buffer | string
}

export function faultOfPublish(known: KnownDevice, { topic, payload }: Message): Rejection | undefined {
  const channel = ownChannel(known, topic)
  if (!channel) return 'publish on a foreign topic'
  return payload.length > mostBytesOn(channel) ? 'too large' : undefined
}

/** Checks a last will, which is published for the device when it is gone: on its own state topic, and nowhere else. */
export function faultOfWill(known: KnownDevice, will: Message | undefined): Rejection | undefined {
  if (!will) return undefined
  if (ownChannel(known, will.topic) !== 'state') return 'will on a foreign topic'
  return will.payload.length > mostBytesOn('state') ? 'too large' : undefined
}

export function maySubscribe(known: KnownDevice, topic: string): boolean {
  return topic === topicOf(known, 'command')
}

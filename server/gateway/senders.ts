import type { Rejection } from './tally.ts'

/** A customer's own instrument, connected with its own id and key. It publishes only below its own topic. */
export interface KnownSender {
  readonly senderId: string
  /** Returns whether the sender is still admitted: its key may have been changed since, or it may have been removed. */
  isCurrent(): boolean
  /** Resolves when the message is stored; rejects if it should be sent again. */
  receive(message: SentMessage): Promise<void>
  /** Shows on the instrument why its messages are not accepted. */
  refuse(because: string): void
}

export interface SentMessage {
  /** The topic without the instrument's own prefix. */
  readonly topic: string
  readonly payload: Buffer
  /** Set by senders that want the message retained: bridges resend such messages on reconnecting, however old. */
  readonly isRetained: boolean
}

export interface SenderDirectory {
  /** Admits a client as an instrument. A wrong key is shown on the instrument. */
  admit(name: string, password: string): Promise<KnownSender | undefined>
}

const mostSentBytes = 16_000
/** A program that reconnects may leave its earlier connection open; more connections than that are a mistake. */
export const mostConnections = 5

/** Returns whether a name may be an id as people type it; ids themselves are shorter. */
export const mayBeSender = (name: string | undefined): name is string =>
  name !== undefined && /^[\w -]{8,20}$/.test(name)

interface Packet {
  readonly topic: string
  readonly payload: Buffer | string
  readonly qos: 0 | 1 | 2
}

const prefixOf = ({ senderId }: KnownSender) => `instruments/${senderId}/`

/** Returns the topic below the sender's own, or why the message is not accepted. */
export function ownTopic(
  sender: KnownSender,
  { topic, payload, qos }: Packet,
): { readonly topic: string } | { readonly fault: Rejection; readonly because: string } {
  const prefix = prefixOf(sender)
  if (!topic.startsWith(prefix) || topic === prefix)
    return {
      fault: 'publish on a foreign topic',
      because: `It publishes on another topic. Its topics must start with ${prefix}`,
    }
  if (payload.length > mostSentBytes)
    return { fault: 'too large', because: 'Its message is longer than 16 kB.' }
  // A message with QoS 2 would have to be kept until the sender has confirmed it twice.
  if (qos === 2) return { fault: 'not readable', because: 'It publishes with QoS 2. Please choose 0 or 1.' }
  return { topic: topic.slice(prefix.length) }
}

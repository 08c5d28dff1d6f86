import { createHash, timingSafeEqual } from 'node:crypto'

/** A program, such as Home Assistant, that may subscribe to a customer's topics but never publish. */
export interface KnownListener {
  readonly customerId: number
  readonly keyHash: string
  /** Every topic below this may be subscribed to. */
  readonly prefix: string
}

export interface ListenerDirectory {
  find(name: string): Promise<KnownListener | undefined>
}

/** A name that no device can have, because device names contain no colon. */
const namePrefix = 'homeassistant:'

export const listenerName = (customerId: number) => `${namePrefix}${customerId}`
export const isListenerName = (name: string | undefined): name is string =>
  name !== undefined && name.startsWith(namePrefix)

export const hashOfKey = (key: string | Buffer) => createHash('sha256').update(key).digest('hex')

export function isRightKey(known: KnownListener, password: Buffer | undefined): boolean {
  if (!password) return false
  return timingSafeEqual(Buffer.from(known.keyHash, 'hex'), Buffer.from(hashOfKey(password), 'hex'))
}

/**
 * A program may only subscribe to its own topics, with or without wildcards; other prefixes belong to other customers.
 */
export function mayListen({ prefix }: KnownListener, topic: string): boolean {
  return topic.startsWith(`${prefix}/`)
}

/**
 * Returns whether this is Home Assistant's birth message, which it publishes by default: it is accepted and discarded.
 */
export const isGreeting = ({ prefix }: KnownListener, topic: string) =>
  topic === 'homeassistant/status' || topic === `${prefix}/status`

import { createHash, timingSafeEqual } from 'node:crypto'

/** Programs that may listen to what belongs to a customer, and never speak: Home Assistant. */
export interface KnownListener {
  readonly customerId: number
  readonly keyHash: string
  /** Below this everything may be heard. */
  readonly prefix: string
}

export interface ListenerDirectory {
  find(name: string): Promise<KnownListener | undefined>
}

/** No device is called so: a colon is not part of their names. */
const namePrefix = 'homeassistant:'

export const listenerName = (customerId: number) => `${namePrefix}${customerId}`
export const isListenerName = (name: string | undefined): name is string =>
  name !== undefined && name.startsWith(namePrefix)

export const hashOfKey = (key: string | Buffer) => createHash('sha256').update(key).digest('hex')

export function isRightKey(known: KnownListener, password: Buffer | undefined): boolean {
  if (!password) return false
  return timingSafeEqual(Buffer.from(known.keyHash, 'hex'), Buffer.from(hashOfKey(password), 'hex'))
}

/** Its own topics, with wildcards or without; what begins elsewhere is somebody else's. */
export function mayListen({ prefix }: KnownListener, topic: string): boolean {
  return topic.startsWith(`${prefix}/`)
}

/** Home Assistant tells everybody that it has come, unless it is told not to: that is taken, and goes nowhere. */
export const isGreeting = ({ prefix }: KnownListener, topic: string) =>
  topic === 'homeassistant/status' || topic === `${prefix}/status`

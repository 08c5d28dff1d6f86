import { channelsOf, diallable, type Channel, type Reachable } from './recipient.ts'

/** Whether a channel can send messages. Push needs no provider. */
export interface Providers {
  readonly sms: boolean
  readonly email: boolean
}

export const keptInOutbox = 'Kept in the outbox: no provider is set up'

const providerNames = { sms: 'text-message', email: 'email' } as const

/** Nothing is sent, as in the demo, so every message stays in the outbox. */
export function keepsEverything({ sms, email }: Providers): boolean {
  return !sms && !email
}

/** Why a channel does not send messages; null if it does. */
export function notSentBecause(channel: Channel, providers: Providers): string | null {
  if (channel === 'push' || providers[channel]) return null
  return keepsEverything(providers)
    ? keptInOutbox
    : `Not sent: no ${providerNames[channel]} provider is set up`
}

/** Why a message was not sent, if the reason was not recorded at the time. */
export function keptBecause(channel: Channel): string {
  return channel === 'push' ? 'Not sent' : `Not sent: no ${providerNames[channel]} provider was set up`
}

type Addresses = Pick<Reachable, 'email' | 'isUnsubscribed' | 'phoneNumber'>

/** What a person is missing for a channel; null if nothing is missing. */
export function addressFault(channel: 'sms' | 'email', person: Addresses): string | null {
  if (channel === 'sms') {
    if (person.phoneNumber === null) return 'no phone number'
    return diallable(person.phoneNumber) === null ? 'the phone number cannot be dialed' : null
  }
  if (person.email === null) return 'no email address'
  return person.isUnsubscribed ? 'unsubscribed from email' : null
}

/** Joins several faults into one line. */
export function faultsInWords(faults: readonly string[]): string {
  const text = faults.join('; ')
  return text.charAt(0).toUpperCase() + text.slice(1)
}

export interface Reached extends Reachable {
  readonly isActive: boolean
  readonly declines: boolean
}

/**
 * Why no alert can reach a person; null if one would. If the server sends nothing at all, people are evaluated as if it
 * did, because marking everyone would hide those who have turned everything off.
 */
export function cannotBeReached(person: Reached, providers: Providers): string | null {
  if (!person.isActive) return 'The account is not active'
  if (person.declines) return 'Notifications are turned off'
  const on = channelsOf(person)
  if (on.length === 0) return faultsInWords(whatIsMissing(person))
  if (keepsEverything(providers)) return null
  const missing = on.flatMap(channel =>
    channel === 'push' || providers[channel] ? [] : `no ${providerNames[channel]} provider is set up`,
  )
  return missing.length === on.length ? faultsInWords(missing) : null
}

function whatIsMissing(person: Reached): string[] {
  const email = addressFault('email', person) ?? (person.emailNotifications ? null : 'email is turned off')
  const sms = addressFault('sms', person) ?? (person.smsNotifications ? null : 'text messages are turned off')
  const push = person.canSignIn && !person.smsNotifications ? 'no browser receives push messages' : null
  return [email, sms, push].filter(fault => fault !== null)
}

type State = 'waiting' | 'sent' | 'delivered' | 'undelivered' | 'kept' | 'expired' | 'superseded' | 'failed'

/** The result of notifying a person over all channels that were tried: one success is enough. */
export function becameOf(
  notified: boolean,
  states: readonly State[],
): 'told' | 'not told' | 'kept' | 'undelivered' {
  if (!notified) return 'not told'
  const isLost = (state: State) => state === 'undelivered' || state === 'expired' || state === 'failed'
  if (states.length === 0 || !states.every(state => state === 'kept' || isLost(state))) return 'told'
  return states.some(isLost) ? 'undelivered' : 'kept'
}

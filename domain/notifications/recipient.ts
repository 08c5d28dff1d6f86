import { isAlertTime, wallClock, type AlertTime } from '#domain/alert-times/alert-times'
import { distanceMiles, type Point } from '#domain/geo/distance'
import type { PolicyShortName } from '#domain/policies/policy-types'

/** The ways to reach a person, in the order in which they are named. */
export const channels = ['push', 'sms', 'email'] as const
export type Channel = (typeof channels)[number]

/** A person as the rules of telling see them. */
export interface Recipient {
  readonly isActive: boolean
  readonly declines: boolean
  readonly wants: {
    readonly precipitation: boolean
    readonly severeWeather: boolean
    readonly proactiveForecasts: boolean
    readonly outerRings: boolean
  }
  readonly timeZone: string
  /** Told at these times only; null is at any time. */
  readonly alertTimes: readonly AlertTime[] | null
  /** Told only near the place: where they were last, or that they ask for it and it is not known. */
  readonly geofence: { readonly position: (Point & { readonly atMs: number }) | null } | null
  /** Those that are on and would reach them. */
  readonly channels: readonly Channel[]
}

/** What somebody may be told of. */
export interface Concern {
  readonly about: 'lightning' | 'policy' | 'advisory' | 'proactive forecast'
  readonly policyType: PolicyShortName | null
  /** Whether the organization's policy says that people are notified; true where no policy has a say. */
  readonly notifies: boolean
  /** Lightning in an outer ring that no policy asks anything for. */
  readonly isAdvisory: boolean
  readonly isSilenced: boolean
  /** Where it is, and how near is near; null where nearness is no question. */
  readonly place: (Point & { readonly nearMiles: number }) | null
}

export interface Decision {
  readonly told: boolean
  readonly because: string
}

/** An older position says nothing about where somebody is. */
export const positionHoldsMs = 60 * 60_000

/**
 * Whether a person is told that something has begun. Whoever was told is also told that it is over, whatever they have
 * set: that is not decided here.
 */
export function decideTelling(recipient: Recipient, concern: Concern, nowMs: number): Decision {
  const refusal = refusalOf(recipient, concern, nowMs)
  if (refusal !== null) return { told: false, because: refusal }
  if (recipient.channels.length === 0)
    return { told: false, because: 'No channel is on that reaches this person' }
  return { told: true, because: reasonToTell(recipient) }
}

function refusalOf(recipient: Recipient, concern: Concern, nowMs: number): string | null {
  if (!recipient.isActive) return 'The account is not active'
  if (!concern.notifies) return 'The policy does not notify users'
  if (recipient.declines) return 'Notifications are turned off'
  if (concern.isSilenced) return 'Notifications are silenced for this location'
  const unwanted = unwantedKind(recipient, concern)
  if (unwanted !== null) return `${unwanted} are turned off`
  if (isOutsideTimes(recipient, nowMs)) return outsideAlertTimes
  return isElsewhere(recipient, concern, nowMs)
    ? 'Too far from the location, by the last known position'
    : null
}

/** The only reason that passes with time: people skipped for it may be notified later. */
export const outsideAlertTimes = 'Outside the alert times'

function unwantedKind({ wants }: Recipient, { about, policyType, isAdvisory }: Concern): string | null {
  if (isAdvisory && !wants.outerRings) return 'Notifications about lightning in outer rings'
  if (about === 'advisory' && !wants.severeWeather) return 'Severe-weather notifications'
  if (about === 'proactive forecast' && !wants.proactiveForecasts) return 'Proactive-forecast notifications'
  if (policyType === 'PRECIP' && !wants.precipitation) return 'Precipitation notifications'
  return null
}

function isOutsideTimes({ alertTimes, timeZone }: Recipient, nowMs: number): boolean {
  return alertTimes !== null && !isAlertTime(alertTimes, wallClock(timeZone, nowMs))
}

/** Somebody of whom it is not known where they are is told: they may be there. */
function isElsewhere({ geofence }: Recipient, { place }: Concern, nowMs: number): boolean {
  const position = geofence?.position
  if (!position || !place || nowMs - position.atMs > positionHoldsMs) return false
  return (distanceMiles(position, place) ?? 0) > place.nearMiles
}

function reasonToTell({ alertTimes, geofence }: Recipient): string {
  if (geofence) return alertTimes ? 'Within the alert times, and near the location' : 'Near the location'
  return alertTimes ? 'Within the alert times' : 'Notifications are on'
}

export interface Reachable {
  readonly canSignIn: boolean
  readonly email: string | null
  readonly emailNotifications: boolean
  readonly isUnsubscribed: boolean
  readonly phoneNumber: string | null
  readonly smsNotifications: boolean
  readonly pushDevices: number
}

/** The channels that are on and would reach a person. A full user is told by push or by text message, not by both. */
export function channelsOf(person: Reachable): Channel[] {
  const isOn: Record<Channel, boolean> = {
    push: person.canSignIn && !person.smsNotifications && person.pushDevices > 0,
    sms: person.smsNotifications && diallable(person.phoneNumber) !== null,
    email: person.emailNotifications && !person.isUnsubscribed && person.email !== null,
  }
  return channels.filter(channel => isOn[channel])
}

/** A phone number as networks dial it: `+14055550100`. Without a country it is one of North America. Null if it is none. */
export function diallable(typed: string | null): string | null {
  const digits = (typed ?? '').replace(/[^\d]/g, '')
  if (typed?.trim().startsWith('+')) return /^[1-9]\d{6,14}$/.test(digits) ? `+${digits}` : null
  if (digits.length === 10 && /^[2-9]/.test(digits)) return `+1${digits}`
  return /^1[2-9]\d{9}$/.test(digits) ? `+${digits}` : null
}

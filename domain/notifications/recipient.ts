import { isAlertTime, wallClock, type AlertTime } from '#domain/alert-times/alert-times'
import { distanceMiles, type Point } from '#domain/geo/distance'
import type { PolicyShortName } from '#domain/policies/policy-types'

/** The channels for reaching a person, in display order. */
export const channels = ['push', 'sms', 'email'] as const
export type Channel = (typeof channels)[number]

/** A person, with what the notification rules need to know. */
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
  /** The only times at which the person is notified; null for any time. */
  readonly alertTimes: readonly AlertTime[] | null
  /** Set if the person is notified only near the place: their last position, which may be unknown. */
  readonly geofence: { readonly position: (Point & { readonly atMs: number }) | null } | null
  /** The channels that are on and would reach the person. */
  readonly channels: readonly Channel[]
}

/** Something that people may be notified of. */
export interface Concern {
  readonly about: 'lightning' | 'policy' | 'advisory' | 'proactive forecast'
  readonly policyType: PolicyShortName | null
  /** Whether the organization's policy notifies people; true if no policy applies. */
  readonly notifies: boolean
  /** Whether this is lightning in an outer ring for which no policy requires action. */
  readonly isAdvisory: boolean
  readonly isSilenced: boolean
  /** Where it is, and the distance that counts as near; null if distance does not matter. */
  readonly place: (Point & { readonly nearMiles: number }) | null
}

export interface Decision {
  readonly told: boolean
  readonly because: string
}

/** A position older than this says nothing about where a person is. */
export const positionHoldsMs = 60 * 60_000

/**
 * Whether a person is notified that something has started. A person who was notified is also notified of its end,
 * whatever their settings, but that is not decided here.
 */
export function decideTelling(recipient: Recipient, concern: Concern, nowMs: number): Decision {
  const refusal = refusalOf(recipient, concern, nowMs)
  if (refusal !== null) return { told: false, because: refusal }
  if (recipient.channels.length === 0)
    return { told: false, because: 'No channel that reaches this person is turned on' }
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
    ? 'Too far from the location at the last known position'
    : null
}

/** The only reason that passes with time, so people skipped for it may be notified later. */
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

/** A person whose position is unknown is notified, because they may be there. */
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

/** The channels that are on and would reach a person. A full user gets push or text messages, not both. */
export function channelsOf(person: Reachable): Channel[] {
  const isOn: Record<Channel, boolean> = {
    push: person.canSignIn && !person.smsNotifications && person.pushDevices > 0,
    sms: person.smsNotifications && diallable(person.phoneNumber) !== null,
    email: person.emailNotifications && !person.isUnsubscribed && person.email !== null,
  }
  return channels.filter(channel => isOn[channel])
}

/** A phone number in dialable form: `+14055550100`. Without a country code it is North American. Null if invalid. */
export function diallable(typed: string | null): string | null {
  const digits = (typed ?? '').replace(/[^\d]/g, '')
  if (typed?.trim().startsWith('+')) return /^[1-9]\d{6,14}$/.test(digits) ? `+${digits}` : null
  if (digits.length === 10 && /^[2-9]/.test(digits)) return `+1${digits}`
  return /^1[2-9]\d{9}$/.test(digits) ? `+${digits}` : null
}

/** The sending order if not everything can be sent immediately: danger, its end, a person's message, the rest. */
export const priorities = ['danger', 'over', 'message', 'other'] as const
export type Priority = (typeof priorities)[number]

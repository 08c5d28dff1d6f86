import { describe, expect, test } from 'vitest'
import { defaultAlertTimes } from '#domain/alert-times/alert-times'
import {
  channelsOf,
  decideTelling,
  diallable,
  outsideAlertTimes,
  positionHoldsMs,
  type Concern,
  type Reachable,
  type Recipient,
} from './recipient.ts'

const noonInChicago = Date.UTC(2026, 6, 1, 17)
const nightInChicago = Date.UTC(2026, 6, 1, 5)

const recipient: Recipient = {
  isActive: true,
  declines: false,
  wants: { precipitation: true, severeWeather: true, proactiveForecasts: true, outerRings: true },
  timeZone: 'America/Chicago',
  alertTimes: defaultAlertTimes,
  geofence: null,
  channels: ['email'],
}
const concern: Concern = {
  about: 'lightning',
  policyType: 'LR1',
  notifies: true,
  isAdvisory: false,
  isSilenced: false,
  place: { latitude: 35, longitude: -97, nearMiles: 10 },
}
const near = { latitude: 35.05, longitude: -97 }
const far = { latitude: 36, longitude: -97 }
const at = (place: typeof near, ageMs = 0) => ({ position: { ...place, atMs: noonInChicago - ageMs } })

describe('whether a person is notified that something has started', () => {
  test.each<[rule: string, Partial<Recipient>, Partial<Concern>, because: string, nowMs?: number]>([
    ['an account that is not active', { isActive: false }, {}, 'The account is not active'],
    ['a policy that does not notify', {}, { notifies: false }, 'The policy does not notify users'],
    ['who declines', { declines: true }, {}, 'Notifications are turned off'],
    ['a silenced location', {}, { isSilenced: true }, 'Notifications are silenced for this location'],
    [
      'no severe weather wanted',
      { wants: { ...recipient.wants, severeWeather: false } },
      { about: 'advisory', policyType: null },
      'Severe-weather notifications are turned off',
    ],
    [
      'no precipitation wanted',
      { wants: { ...recipient.wants, precipitation: false } },
      { about: 'policy', policyType: 'PRECIP' },
      'Precipitation notifications are turned off',
    ],
    [
      'no messages of meteorologists wanted',
      { wants: { ...recipient.wants, proactiveForecasts: false } },
      { about: 'proactive forecast', policyType: null },
      'Proactive-forecast notifications are turned off',
    ],
    ['outside their hours', {}, {}, outsideAlertTimes, nightInChicago],
    [
      'elsewhere, by geofence',
      { geofence: at(far) },
      {},
      'Too far from the location at the last known position',
    ],
    ['without any channel', { channels: [] }, {}, 'No channel that reaches this person is turned on'],
  ])('not: %s', (_, person, what, because, nowMs = noonInChicago) => {
    expect(decideTelling({ ...recipient, ...person }, { ...concern, ...what }, nowMs)).toEqual({
      told: false,
      because,
    })
  })

  test.each<[rule: string, Partial<Recipient>, Partial<Concern>, nowMs?: number]>([
    ['within their hours', {}, {}],
    ['at any hour, if they have none', { alertTimes: null }, {}, nightInChicago],
    [
      'near the place, by geofence, at any hour',
      { alertTimes: null, geofence: at(near) },
      {},
      nightInChicago,
    ],
    ['with a position that is too old to say where they are', { geofence: at(far, positionHoldsMs + 1) }, {}],
    ['whose position nobody knows', { geofence: { position: null } }, {}],
    ['who wants no rain, of lightning', { wants: { ...recipient.wants, precipitation: false } }, {}],
  ])('yes: %s', (_, person, what, nowMs = noonInChicago) => {
    expect(decideTelling({ ...recipient, ...person }, { ...concern, ...what }, nowMs).told).toBe(true)
  })
})

describe('the channels that reach a person', () => {
  const person: Reachable = {
    canSignIn: true,
    email: 'a@example.test',
    emailNotifications: true,
    isUnsubscribed: false,
    phoneNumber: '405 555 0100',
    smsNotifications: false,
    pushDevices: 1,
  }
  test.each<[rule: string, Partial<Reachable>, expected: string]>([
    ['push and email', {}, 'push email'],
    ['text messages instead of push', { smsNotifications: true }, 'sms email'],
    ['no push without a browser', { pushDevices: 0 }, 'email'],
    ['no email after unsubscribing', { isUnsubscribed: true }, 'push'],
    ['no email without an address', { email: null }, 'push'],
    ['no text message without a number', { smsNotifications: true, phoneNumber: null }, 'email'],
    ['no push for a person who cannot sign in', { canSignIn: false }, 'email'],
  ])('%s', (_, change, expected) => {
    expect(channelsOf({ ...person, ...change }).join(' ')).toBe(expected)
  })
})

test.each([
  ['(405) 555-0100', '+14055550100'],
  ['1 405 555 0100', '+14055550100'],
  ['+44 20 7946 0018', '+442079460018'],
  ['555-0100', null],
  ['+0123456789', null],
  ['', null],
  [null, null],
])('%s is dialled as %s', (typed, dialled) => {
  expect(diallable(typed)).toBe(dialled)
})

import {
  nextSetupStep,
  setupStateOf,
  stepsDone,
  testStandingOf,
  type OrganizationKnown,
  type StepName,
} from './getting-started-steps.ts'
import { notificationOnly, person } from './person.testing.ts'
import { policyOf } from '#web/data/policies/policy.testing.ts'
import type { Location, OrganizationLocation } from '#contract/places/locations'
import type { NotifiedOrNot } from '#contract/messages/outbox'
import { describe, expect, test } from 'vitest'

const admin = { roleId: '2', roleName: 'Admin', roleHierarchy: 2 } as const
const me = person({ id: 'me', ...admin })
const stadium: OrganizationLocation = {
  id: 4,
  name: 'Stadium',
  address: 'Norman, OK',
  latitude: 35,
  longitude: -97,
  riskProfileId: null,
  version: 1,
}
const onDashboard: Location = {
  id: 70,
  label: 'Stadium',
  locationName: 'Norman, OK',
  latitude: 35,
  longitude: -97,
  radius1: 10,
  radius2: 20,
  radius3: 30,
  radius4: 0,
  allClearMinutes: 30,
  flags: 0,
  forecastLocation: false,
  organizationLocationId: 4,
  type: 1,
  timeZone: 'America/Chicago',
  version: 1,
}
const crew = person({ id: 'crew', ...notificationOnly, orgLocations: [4] })
const lightning = policyOf({ policyTypeShortName: 'LR1', allGroups: true })

const empty: OrganizationKnown = { me, places: [], own: [], policies: [], people: [me] }
const whole: OrganizationKnown = {
  me,
  places: [stadium],
  own: [onDashboard],
  policies: [lightning],
  people: [{ ...me, orgLocations: [4] }, crew],
}

const opened = (known: OrganizationKnown, sent: Parameters<typeof testStandingOf>[0] = null) =>
  nextSetupStep(stepsDone(setupStateOf(known), testStandingOf(sent), me.id))
const delivered = (...states: NotifiedOrNot['deliveries'][number]['state'][]) => ({
  deliveries: states.map(state => ({
    channel: 'email' as const,
    recipient: 'me@demo.test',
    state,
    at: '2026-11-16T12:00:00Z',
    attempts: 1,
    answer: null,
  })),
})

describe('the next open step', () => {
  test.each<[string, OrganizationKnown, StepName]>([
    ['nothing is there', empty, 'place'],
    ['the place is not on the viewer’s dashboard', { ...whole, own: [] }, 'place'],
    ['the only location is one’s own, and not the organization’s', { ...whole, places: [] }, 'place'],
    ['there is no policy', { ...whole, policies: [] }, 'standard'],
    [
      'every policy is for nobody',
      { ...whole, policies: [policyOf({ allGroups: false, sites: [] })] },
      'standard',
    ],
    ['nobody else is there', { ...whole, people: [me] }, 'people'],
    ['the others do not have the place', { ...whole, people: [me, { ...crew, orgLocations: [] }] }, 'people'],
    [
      'no channel reaches the others',
      { ...whole, people: [me, { ...crew, cannotBeReached: 'Unsubscribed from email' }] },
      'people',
    ],
    ['the others are disabled', { ...whole, people: [me, { ...crew, isActive: false }] }, 'people'],
    ['all of that is there', whole, 'test'],
  ])('when %s', (_when, known, step) => {
    expect(opened(known)).toBe(step)
  })

  test('returns to a step that was undone, even if later steps are done', () => {
    expect(opened(whole, delivered('sent'))).toBeNull()
    expect(opened({ ...whole, places: [] }, delivered('sent'))).toBe('place')
  })
})

test.each([
  [delivered('sent'), 'arrived'],
  [delivered('delivered', 'failed'), 'arrived'],
  [delivered('waiting', 'kept'), 'under way'],
  [delivered('kept'), 'kept'],
  [delivered('failed', 'expired'), 'failed'],
  [delivered('undelivered'), 'failed'],
  [delivered(), 'failed'],
  [null, 'none'],
] as const)('a test message with %j', (last, standing) => {
  expect(testStandingOf(last)).toBe(standing)
})

describe('the people notified about the place', () => {
  test('includes everyone who has the place and is reachable on a channel, including the viewer', () => {
    const { people } = setupStateOf(whole)
    expect(people.told.map(({ id }) => id)).toEqual(['me', 'crew'])
    expect(people).toMatchObject({ others: 1, without: [] })
  })

  test('offers the place to the others, except people the viewer may not edit', () => {
    const boss = person({ id: 'boss', ...admin })
    const { people } = setupStateOf({ ...whole, people: [...whole.people, boss, person({ id: 'new' })] })
    expect(people.without.map(({ id }) => id)).toEqual(['new'])
  })

  test('is empty while there is no place', () => {
    expect(setupStateOf({ ...whole, places: [], own: [] }).people).toEqual({
      others: 1,
      told: [],
      unreached: [],
      without: [],
    })
  })
})

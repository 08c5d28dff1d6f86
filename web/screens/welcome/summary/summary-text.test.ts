import { missingOf, summaryWords, type Situation } from './summary-text.ts'
import { noConnection } from '#domain/lightning/shown'
import { person } from '#web/data/people/person.testing.ts'
import { policyOf } from '#web/data/policies/policy.testing.ts'
import { expect, test } from 'vitest'

const notified = { notificationActions: [{ id: 1, triggerId: 1, allClear: false, message: '' }] }
const lightning = policyOf({ policyTypeShortName: 'LR1', allGroups: true, ...notified })
const whole: Situation = {
  standing: {
    place: { kind: 'none' },
    policies: [lightning],
    people: { others: 1, told: [person({ id: 'me' }), person({ id: 'crew' })], unreached: [], without: [] },
  },
  test: 'arrived',
  meId: 'me',
  role: 'Admin',
  unknownBecause: null,
  isSimulated: false,
}
const texts = (situation: Situation) => missingOf(situation).map(({ text }) => text)

test('lists nothing when the setup is complete', () => {
  expect(texts(whole)).toEqual([])
  expect(summaryWords('Stadium', 8, 12, true)).toEqual({
    title: 'Stadium is protected',
    text: 'Lightning within 8 miles notifies 12 people.',
  })
})

test('does not call a place protected while something is missing', () => {
  expect(summaryWords('Stadium', 10, 1, false)).toEqual({
    title: 'Stadium is not protected yet',
    text: 'Lightning within 10 miles would notify 1 person. Still missing:',
  })
})

test('asks for a lightning source: points Super Admin to it and others to a contact', () => {
  const dark: Situation = { ...whole, unknownBecause: 'No lightning feed covers it' }
  expect(texts(dark)[0]).toMatch(
    /^Lightning is unknown here: No lightning feed covers it\..*Ask your Skywarden operator/,
  )
  expect(missingOf({ ...dark, role: 'SuperAdmin' })[0]?.link?.to).toBe('/Status')
  const cut: Situation = { ...whole, unknownBecause: noConnection }
  expect(texts(cut)).toEqual([`Lightning is unknown here: ${noConnection}.`])
})

test.each([
  [{ isSimulated: true }, 'The weather here is simulated and protects no one.'],
  [
    { standing: { ...whole.standing, policies: [] } },
    'No standard is followed yet: people are notified of lightning only.',
  ],
  [
    { standing: { ...whole.standing, policies: [{ ...lightning, notificationActions: [] }] } },
    'Your lightning policy does not notify users.',
  ],
  [
    {
      standing: {
        ...whole.standing,
        people: { others: 0, told: [person({ id: 'me' })], unreached: [], without: [] },
      },
    },
    'Only you are notified.',
  ],
  [
    { standing: { ...whole.standing, people: { others: 0, told: [], unreached: [], without: [] } } },
    'No one is notified.',
  ],
  [{ test: 'none' }, 'No test message has been sent yet.'],
  [{ test: 'failed' }, 'The last test message did not arrive.'],
  [{ test: 'kept' }, 'Messages are not sent yet. Ask your Skywarden operator.'],
  [{ test: 'kept', role: 'SuperAdmin' }, 'Messages are kept in the outbox.'],
] as const satisfies readonly (readonly [Partial<Situation>, string])[])('reports %j', (changed, text) => {
  expect(texts({ ...whole, ...changed })).toEqual([text])
})

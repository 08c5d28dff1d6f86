import { countingOf } from './sampling.ts'
import { expect, test } from 'vitest'

const sessions = Array.from({ length: 100_000 }, (_, number) => `session-${number}`)
const ofCustomer = (sessionId: string) => ({ customerStatus: 'ACTIVE', isInternal: false, sessionId })

test.each(['active', 'SUSPENDED', 'TRIAL', ''])(
  'nothing is counted for a customer whose status is %j',
  customerStatus => {
    for (const sessionId of sessions.slice(0, 1000))
      expect(countingOf({ customerStatus, isInternal: false, sessionId })).toEqual({
        isCounted: false,
        isRecorded: false,
        because: 'the customer is not active',
      })
  },
)

test('of the sessions of an active customer about one in a hundred is recorded', () => {
  const recorded = sessions.filter(sessionId => countingOf(ofCustomer(sessionId)).isRecorded)
  expect(recorded.length).toBeGreaterThan(850)
  expect(recorded.length).toBeLessThan(1150)
})

test('one in a hundred of random ids is recorded as well', () => {
  const ids = Array.from({ length: 50_000 }, () => crypto.randomUUID())
  const recorded = ids.filter(sessionId => countingOf(ofCustomer(sessionId)).isRecorded)
  expect(recorded.length).toBeGreaterThan(350)
  expect(recorded.length).toBeLessThan(650)
})

test('the same session is always in the sample, or never', () => {
  for (const sessionId of sessions.slice(0, 1000))
    expect(countingOf(ofCustomer(sessionId))).toEqual(countingOf(ofCustomer(sessionId)))
})

test('the provider’s own people are counted and never recorded', () => {
  for (const sessionId of sessions) {
    const { isCounted, isRecorded } = countingOf({ ...ofCustomer(sessionId), isInternal: true })
    if (!isCounted || isRecorded) throw new Error(sessionId)
  }
})

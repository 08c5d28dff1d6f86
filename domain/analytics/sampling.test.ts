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

test('records about one in a hundred sessions of an active customer', () => {
  const recorded = sessions.filter(sessionId => countingOf(ofCustomer(sessionId)).isRecorded)
  expect(recorded.length).toBeGreaterThan(850)
  expect(recorded.length).toBeLessThan(1150)
})

test('also records one in a hundred for random IDs', () => {
  const ids = Array.from({ length: 50_000 }, () => crypto.randomUUID())
  const recorded = ids.filter(sessionId => countingOf(ofCustomer(sessionId)).isRecorded)
  expect(recorded.length).toBeGreaterThan(350)
  expect(recorded.length).toBeLessThan(650)
})

test('always makes the same decision for a session', () => {
  for (const sessionId of sessions.slice(0, 1000))
    expect(countingOf(ofCustomer(sessionId))).toEqual(countingOf(ofCustomer(sessionId)))
})

test('counts the provider’s own people but never records them', () => {
  for (const sessionId of sessions) {
    const { isCounted, isRecorded } = countingOf({ ...ofCustomer(sessionId), isInternal: true })
    if (!isCounted || isRecorded) throw new Error(sessionId)
  }
})

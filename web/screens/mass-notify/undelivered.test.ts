import { byReason, keptAndLost, unreachedByReason } from './undelivered.ts'
import { keptInOutbox } from '#domain/notifications/reachability'
import { expect, test } from 'vitest'

const ada = { recipientName: 'Ada', because: keptInOutbox }
const bob = { recipientName: 'Bob', because: 'No phone number' }
const eve = { recipientName: 'Eve', because: 'No phone number' }

test('people are named by the reason that they share', () => {
  expect(byReason([bob, ada, eve])).toEqual([
    { because: 'No phone number', names: ['Bob', 'Eve'] },
    { because: keptInOutbox, names: ['Ada'] },
  ])
})

test('that nothing leaves the house is no fault of anybody', () => {
  expect(unreachedByReason([ada, bob])).toEqual([{ because: 'No phone number', names: ['Bob'] }])
  expect(keptAndLost([ada, bob])).toEqual({ kept: [ada], lost: [bob] })
})

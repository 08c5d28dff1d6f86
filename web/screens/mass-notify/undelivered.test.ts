import { byReason, keptAndLost, unreachedByReason } from './undelivered.ts'
import { keptInOutbox } from '#domain/notifications/reachability'
import { expect, test } from 'vitest'

const ada = { recipientName: 'Ada', because: keptInOutbox }
const bob = { recipientName: 'Bob', because: 'No phone number' }
const eve = { recipientName: 'Eve', because: 'No phone number' }

test('groups people by shared reason', () => {
  expect(byReason([bob, ada, eve])).toEqual([
    { because: 'No phone number', names: ['Bob', 'Eve'] },
    { because: keptInOutbox, names: ['Ada'] },
  ])
})

test('does not blame a person when the server sends nothing at all', () => {
  expect(unreachedByReason([ada, bob])).toEqual([{ because: 'No phone number', names: ['Bob'] }])
  expect(keptAndLost([ada, bob])).toEqual({ kept: [ada], lost: [bob] })
})

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { defaultWays, reachFault, type Reach } from './ways-to-reach.ts'

const email = 'a@example.test'
const phoneNumber = '405 555 0100'

describe('someone who only receives notifications', () => {
  it.each<[clause: string, Reach, field: string | undefined]>([
    ['by email', { email, phoneNumber: null, emailNotifications: true, smsNotifications: false }, undefined],
    ['by text', { email: null, phoneNumber, emailNotifications: false, smsNotifications: true }, undefined],
    [
      'with email off',
      { email, phoneNumber: null, emailNotifications: false, smsNotifications: false },
      'email',
    ],
    [
      'with texts off',
      { email: null, phoneNumber, emailNotifications: true, smsNotifications: false },
      'email',
    ],
    [
      'without a phone',
      { email, phoneNumber: null, emailNotifications: true, smsNotifications: true },
      'phoneNumber',
    ],
    [
      'without anything',
      { email: null, phoneNumber: null, emailNotifications: true, smsNotifications: false },
      'email',
    ],
  ])('%s', (_, person, field) => {
    expect(reachFault(person, 'notification only')?.field).toBe(field)
  })
})

it('requires only a phone of a full user with text messages on', () => {
  const nothing = { email: null, phoneNumber: null, emailNotifications: false }
  expect(reachFault({ ...nothing, smsNotifications: false }, 'full user')).toBeUndefined()
  expect(reachFault({ ...nothing, smsNotifications: true }, 'full user')?.field).toBe('phoneNumber')
})

it('reaches everyone who can be reached by default', () => {
  fc.assert(
    fc.property(fc.option(fc.constant(email)), fc.option(fc.constant(phoneNumber)), (address, phone) => {
      const person = { email: address, phoneNumber: phone }
      const reached = !reachFault({ ...person, ...defaultWays(person) }, 'notification only')
      expect(reached).toBe(address !== null || phone !== null)
    }),
  )
})

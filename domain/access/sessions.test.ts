import { describe, expect, it } from 'vitest'
import { longestSessionMs, owesSecondFactor, whyNotSignedIn } from './sessions.ts'

const account = { isActive: true, role: 'Admin', customerStatus: 'ACTIVE' } as const

describe('who may be signed in', () => {
  it.each([
    ['an active person', {}, null],
    ['a person of a trial', { customerStatus: 'TRIAL' }, null],
    ['a deactivated person', { isActive: false }, 'no account'],
    ['a person who only gets notifications', { role: 'NotificationOnly' }, 'no account'],
    ['a person of an inactive organization', { customerStatus: 'INACTIVE' }, 'inactive organization'],
    ['staff of an inactive organization', { customerStatus: 'INACTIVE', role: 'SuperAdmin' }, null],
  ] as const)('%s', (_who, change, why) => {
    expect(whyNotSignedIn({ ...account, ...change })).toBe(why)
  })
})

it('sessions last at most 30 days, and 12 hours for a Super Admin', () => {
  expect(longestSessionMs('Admin') / 3_600_000).toBe(720)
  expect(longestSessionMs('SuperAdmin') / 3_600_000).toBe(12)
})

describe('who owes a second factor', () => {
  const admin = { role: 'Admin', isRequired: true, hasSecondFactor: false, isFromProvider: false } as const
  it.each([
    ['an Admin where it is required', {}, true],
    ['a Super Admin where it is required', { role: 'SuperAdmin' }, true],
    ['a Customer', { role: 'Customer' }, false],
    ['an Assistant Admin', { role: 'AssistantAdmin' }, false],
    ['an Admin where it is optional', { isRequired: false }, false],
    ['an Admin who has it', { hasSecondFactor: true }, false],
    ['an Admin whose identity provider verified them', { isFromProvider: true }, false],
  ] as const)('%s', (_who, change, owes) => {
    expect(owesSecondFactor({ ...admin, ...change })).toBe(owes)
  })
})

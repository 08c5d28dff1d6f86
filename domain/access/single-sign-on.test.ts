import { describe, expect, test } from 'vitest'
import {
  admit,
  domainFault,
  emailDomain,
  mayUsePassword,
  type Asserted,
  type KnownAccount,
  type SignOnSettings,
} from './single-sign-on.ts'

const settings: SignOnSettings = {
  customerId: 1,
  isProvisioning: true,
  defaultGroupId: 7,
  verifiedDomains: ['school.org'],
}
const asserted: Asserted = {
  subject: 's-1',
  email: 'ann@school.org',
  isEmailVerified: true,
  firstName: 'Ann',
  lastName: 'Lee',
}
const account: KnownAccount = {
  id: 'ann',
  customerId: 1,
  role: 'Customer',
  isActive: true,
  isProven: true,
  linkedSubject: null,
}
const reasonOf = (...given: Parameters<typeof admit>) => {
  const admission = admit(...given)
  return admission.kind === 'refuse' ? admission.reason : admission.kind
}

describe('who may sign in through an identity provider', () => {
  test('a subject that signed in before, even if its address in the verified domain has changed', () => {
    const linked = { ...account, linkedSubject: 's-1' }
    expect(admit(settings, { ...asserted, email: 'ann.new@school.org' }, linked, [])).toMatchObject({
      kind: 'known',
      userId: 'ann',
    })
  })

  test('a subject whose account was linked a moment ago and is found by its address', () => {
    expect(reasonOf(settings, asserted, undefined, [{ ...account, linkedSubject: 's-1' }])).toBe('known')
  })

  test('a person of the customer, found by address the first time', () => {
    expect(admit(settings, asserted, undefined, [account])).toMatchObject({ kind: 'link', userId: 'ann' })
  })

  test('a new person, who joins the default group with the lowest role that can sign in', () => {
    expect(admit(settings, asserted, undefined, [])).toMatchObject({
      kind: 'provision',
      role: 'Customer',
      groupId: 7,
      email: 'ann@school.org',
    })
  })

  test.each<[string, Partial<Asserted>, Partial<SignOnSettings>, readonly KnownAccount[]]>([
    ['no subject', { subject: ' ' }, {}, [account]],
    ['no e-mail', { email: null }, {}, [account]],
    ['e-mail not verified', { isEmailVerified: false }, {}, [account]],
    ['domain not verified', { email: 'ann@other.org' }, {}, [account]],
    ['domain not verified', { email: 'ann@sub.school.org' }, {}, [account]],
    ['domain not verified', { email: 'ann@other.org@school.org' }, {}, [account]],
    ['domain not verified', {}, { verifiedDomains: [] }, [account]],
    ['other organization', {}, {}, [{ ...account, customerId: 2 }]],
    ['other organization', {}, {}, [account, { ...account, id: 'x', customerId: 2 }]],
    ['several accounts', {}, {}, [account, { ...account, id: 'x' }]],
    ['linked to somebody else', {}, {}, [{ ...account, linkedSubject: 's-2' }]],
    ['disabled', {}, {}, [{ ...account, isActive: false }]],
    ['staff', {}, {}, [{ ...account, role: 'SuperAdmin' }]],
    ['notification only', {}, {}, [{ ...account, role: 'NotificationOnly' }]],
    ['not provisioned', {}, { isProvisioning: false }, []],
    ['no group', {}, { defaultGroupId: null }, []],
  ])('nobody else: %s', (reason, more, change, named) => {
    expect(reasonOf({ ...settings, ...change }, { ...asserted, ...more }, undefined, named)).toBe(reason)
  })

  test('checks the current state of a linked account', () => {
    const linked = { ...account, linkedSubject: 's-1' }
    expect(reasonOf(settings, asserted, { ...linked, isActive: false }, [])).toBe('disabled')
    expect(reasonOf(settings, asserted, { ...linked, role: 'SuperAdmin' }, [])).toBe('staff')
    expect(reasonOf(settings, asserted, { ...linked, customerId: 2 }, [])).toBe('other organization')
    expect(reasonOf({ ...settings, verifiedDomains: [] }, asserted, linked, [])).toBe('domain not verified')
  })

  test('an unverified address at another organization blocks no one', () => {
    const typed = { ...account, id: 'x', customerId: 2, isProven: false }
    expect(reasonOf(settings, asserted, undefined, [typed])).toBe('provision')
  })
})

test('where SSO is required, only the emergency account and the provider’s staff use passwords', () => {
  const rule = { isForced: true, breakGlassId: 'ann' }
  expect(mayUsePassword(rule, account)).toBe(true)
  expect(mayUsePassword(rule, { ...account, id: 'bob', role: 'Admin' })).toBe(false)
  expect(mayUsePassword(rule, { ...account, id: 'bob', role: 'SuperAdmin' })).toBe(true)
  expect(mayUsePassword({ ...rule, isForced: false }, { ...account, id: 'bob' })).toBe(true)
  expect(mayUsePassword(undefined, account)).toBe(true)
  const gone = { isForced: true, breakGlassId: null }
  expect(mayUsePassword(gone, { ...account, role: 'Admin' })).toBe(true)
  expect(mayUsePassword(gone, { ...account, role: 'AssistantAdmin' })).toBe(false)
})

test('accepts only domain names that an organization can own', () => {
  expect(domainFault('school.org')).toBeUndefined()
  expect(domainFault('k12.ok.us')).toBeUndefined()
  for (const wrong of ['org', 'school', 'school.org.', '-a.org', 'a b.org', '127.0.0.1', 'School.org'])
    expect(domainFault(wrong), wrong).toMatch('such as example.org')
  expect(domainFault('gmail.com')).toMatch('public mail service')
})

test.each([
  ['ann@School.ORG', 'school.org'],
  ['ann', undefined],
  ['@school.org', undefined],
  ['a@b@school.org', undefined],
  ['ann@schооl.org', undefined], // Cyrillic letters
  ['ann smith@school.org', undefined],
])('the domain of %s', (email, domain) => {
  expect(emailDomain(email)).toBe(domain)
})

import { statusCookie } from './status-cookie.ts'
import { expect, test } from 'vitest'

test('the status of an active customer is kept for a year', () => {
  expect(statusCookie('ACTIVE', false)).toBe(
    'customer-status=ACTIVE; max-age=31536000; path=/; HttpOnly; SameSite=Lax',
  )
})

test('by HTTPS it goes back by HTTPS alone', () => {
  expect(statusCookie('ACTIVE', true)).toBe(
    'customer-status=ACTIVE; max-age=31536000; path=/; HttpOnly; SameSite=Lax; Secure',
  )
})

test.each(['SUSPENDED', 'active', '', 'X; path=/elsewhere'])(
  'it is removed where the status is %j',
  status => {
    expect(statusCookie(status, false)).toBe('customer-status=; max-age=0; path=/; HttpOnly; SameSite=Lax')
  },
)

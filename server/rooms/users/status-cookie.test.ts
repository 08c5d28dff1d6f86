import { statusCookie } from './status-cookie.ts'
import { expect, test } from 'vitest'

test('keeps an active customer’s status for a year', () => {
  expect(statusCookie('ACTIVE', false)).toBe(
    'customer-status=ACTIVE; max-age=31536000; path=/; HttpOnly; SameSite=Lax',
  )
})

test('is sent back only over HTTPS when set over HTTPS', () => {
  expect(statusCookie('ACTIVE', true)).toBe(
    'customer-status=ACTIVE; max-age=31536000; path=/; HttpOnly; SameSite=Lax; Secure',
  )
})

test.each(['SUSPENDED', 'active', '', 'X; path=/elsewhere'])('is removed when the status is %j', status => {
  expect(statusCookie(status, false)).toBe('customer-status=; max-age=0; path=/; HttpOnly; SameSite=Lax')
})

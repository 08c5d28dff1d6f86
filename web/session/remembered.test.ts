import { pathToRemember, safePath } from './remembered.ts'
import { describe, expect, test } from 'vitest'

describe('the path to return to after sign-in', () => {
  test.each(['/', '/Outbox', '/Customers?user=1#row', '/Historical/7/https%3A%2F%2Fexample.test%2Fa.jpg'])(
    'accepts %s',
    path => expect(safePath(path)).toBe(path),
  )

  test.each([
    null,
    undefined,
    '',
    'Outbox',
    'https://example.test/',
    '//example.test',
    '/\\example.test',
    '\\/example.test',
    '/a//example.test',
    '/\t/example.test',
    '/a\nb',
    '/a\u0085b',
    'javascript:alert(1)',
  ])('rejects %j', path => expect(safePath(path)).toBeUndefined())

  test.each([
    '/callback?code=1',
    '/Callback',
    '/callback/',
    '/silentrenew',
    '/SilentRenew#x',
    '/impersonation?code=1',
  ])('excludes a page that completes a sign-in: %s', path => expect(pathToRemember(path)).toBeUndefined())

  test('accepts a path that only begins like a sign-in page', () =>
    expect(pathToRemember('/callbacks')).toBe('/callbacks'))
})

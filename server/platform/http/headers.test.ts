import { expect, test } from 'vitest'
import { applicationPolicy, passkeyPagePolicy, plainPagePolicy, scriptedPagePolicy } from './headers.ts'

/** Returns each directive by name. */
function rulesOf(policy: string): Record<string, string> {
  return Object.fromEntries(
    policy.split('; ').map(rule => {
      const [name = '', ...values] = rule.split(' ')
      return [name, values.join(' ')]
    }),
  )
}

test('pages load nothing from other origins unless the base map comes from one', () => {
  const policy = applicationPolicy('n', [])
  expect(policy).not.toContain('http')
  expect(rulesOf(policy)).toMatchObject({ 'img-src': "'self' data: blob:", 'connect-src': "'self'" })
})

test('a script in the page itself is allowed by its hash, and no other is', () => {
  const { 'script-src': scripts } = rulesOf(applicationPolicy('n', [], ['sha256-abc=']))
  expect(scripts).toBe("'self' 'sha256-abc='")
})

test("the base map's origin is allowed for images and requests only", () => {
  const before = rulesOf(applicationPolicy('n', []))
  const after = rulesOf(applicationPolicy('n', ['https://tiles.example.org', 'http://localhost:9000']))
  expect(after).toEqual({
    ...before,
    'img-src': "'self' data: blob: https://tiles.example.org http://localhost:9000",
    'connect-src': "'self' https://tiles.example.org http://localhost:9000",
  })
})

test('a page with a password field runs one script of ours and no inline script', () => {
  expect(rulesOf(plainPagePolicy)).not.toHaveProperty('script-src')
  expect(rulesOf(scriptedPagePolicy('https://sky.example.org'))).toEqual({
    ...rulesOf(plainPagePolicy),
    'script-src': 'https://sky.example.org/pages.js',
  })
})

test('a page that offers passkeys runs two scripts of ours, and asks one folder of our server', () => {
  expect(rulesOf(passkeyPagePolicy('https://sky.example.org', '/identity/sign-in/'))).toEqual({
    ...rulesOf(plainPagePolicy),
    'script-src': 'https://sky.example.org/pages.js https://sky.example.org/passkeys.js',
    'connect-src': 'https://sky.example.org/identity/sign-in/',
  })
})

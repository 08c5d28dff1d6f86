import { expect, test } from 'vitest'
import { applicationPolicy, plainPagePolicy, scriptedPagePolicy } from './headers.ts'

/** Each rule by its name. */
function rulesOf(policy: string): Record<string, string> {
  return Object.fromEntries(
    policy.split('; ').map(rule => {
      const [name = '', ...values] = rule.split(' ')
      return [name, values.join(' ')]
    }),
  )
}

test('nothing is fetched from elsewhere unless the ground of maps comes from there', () => {
  const policy = applicationPolicy('n', [])
  expect(policy).not.toContain('http')
  expect(rulesOf(policy)).toMatchObject({ 'img-src': "'self' data: blob:", 'connect-src': "'self'" })
})

test('where the ground of maps comes from is open to pictures and requests alone', () => {
  const before = rulesOf(applicationPolicy('n', []))
  const after = rulesOf(applicationPolicy('n', ['https://tiles.example.org', 'http://localhost:9000']))
  expect(after).toEqual({
    ...before,
    'img-src': "'self' data: blob: https://tiles.example.org http://localhost:9000",
    'connect-src': "'self' https://tiles.example.org http://localhost:9000",
  })
})

test('a page with a password field runs one script of the house, and none that is written into it', () => {
  expect(rulesOf(plainPagePolicy)).not.toHaveProperty('script-src')
  expect(rulesOf(scriptedPagePolicy('https://sky.example.org'))).toEqual({
    ...rulesOf(plainPagePolicy),
    'script-src': 'https://sky.example.org/pages.js',
  })
})

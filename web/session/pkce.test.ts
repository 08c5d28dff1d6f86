import { challengeOf, makeProofKey } from './pkce.ts'
import { expect, test } from 'vitest'

test('the challenge is that of RFC 7636, appendix B', async () => {
  const challenge = await challengeOf('dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk')
  expect(challenge).toBe('E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM')
})

test('every proof key is new, and its challenge is its own', async () => {
  const [one, other] = [await makeProofKey(), await makeProofKey()]
  expect(one.verifier).toMatch(/^[\w-]{43}$/)
  expect(one.challenge).toBe(await challengeOf(one.verifier))
  expect(other.verifier).not.toBe(one.verifier)
})

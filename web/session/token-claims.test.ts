import { tokenClaims } from './token-claims.ts'
import { expect, test } from 'vitest'

function token(claims: unknown): string {
  const bytes = new TextEncoder().encode(JSON.stringify(claims))
  return `h.${bytes.toBase64({ alphabet: 'base64url', omitPadding: true })}.s`
}

test('reads the claims, including non-ASCII letters', () => {
  expect(tokenClaims(token({ sub: '1', name: 'Zoë Łukasz ✓' }))).toEqual({ sub: '1', name: 'Zoë Łukasz ✓' })
})

test.each(['', 'opaque', 'a.b.c', token(null), token(7)])('finds none in %j', text =>
  expect(tokenClaims(text)).toEqual({}),
)

import { asksForPage, renew } from './renewal.ts'
import { afterEach, expect, test, vi } from 'vitest'

afterEach(() => void vi.unstubAllGlobals())

/** Returns whether the answer to a renewal leads to the sign-in page. */
async function leadsToPage(body: string, status: number, headers: Record<string, string>): Promise<boolean> {
  vi.stubGlobal('fetch', () => Promise.resolve(new Response(body, { status, headers })))
  return renew().then(
    () => false,
    (error: unknown) => asksForPage(error),
  )
}

test('signs in by redirect if a server of the previous version lacks the endpoint', async () => {
  expect(await leadsToPage('Not Found', 404, { 'content-type': 'text/plain', 'x-house': 'real' })).toBe(true)
  expect(await leadsToPage('Not Found', 404, { 'x-house': 'rehearsal' })).toBe(true)
})

test.each([
  ['a proxy without its server', '<h1>404</h1>', 404, { 'content-type': 'text/html' }],
  ['a proxy that says nothing', '', 404, {}],
  ['a server that is stopping', '{}', 503, { 'x-house': 'real' }],
])('stays on the page when %s answers', async (_, body, status, headers) => {
  expect(await leadsToPage(body, status, headers)).toBe(false)
})

import { afterEach, expect, test } from 'vitest'
import { createOutside, type AskOutside } from '#server/platform/outside/index'
import { createInformacastProvider, type ProviderItem } from './provider.ts'
import {
  startInformacast,
  type InformacastServer,
} from '#server/house/tests/integrations/informacast.testing'

let server: InformacastServer | undefined
afterEach(() => server?.close())

const { ask } = createOutside({ allowedNetworks: ['127.0.0.0/8'] })
const nowMs = Date.UTC(2026, 0, 1)

async function provider(options: Parameters<typeof startInformacast>[0] = {}) {
  server = await startInformacast({ token: 'good', ...options })
  return { server, provider: createInformacastProvider(server.url, ask) }
}
const idOf = (items: readonly ProviderItem[], name: string) =>
  items.find(item => item.name === name)?.id ?? ''

test('a token is valid if it can read scenarios and sites', async () => {
  const { provider: api } = await provider()
  expect(await api.verify('good')).toBe(true)
  expect(await api.verify('bad')).toBe(false)
})

test('an unreachable provider does not invalidate a token', async () => {
  const { server: own, provider: api } = await provider()
  await own.close()
  server = undefined
  await expect(api.verify('good')).rejects.toThrow()
})

test('reads lists page by page to the last one', async () => {
  const sites = Array.from({ length: 250 }, (_, index) => `Site ${String(index).padStart(3, '0')}`)
  const { server: own, provider: api } = await provider({ sites })
  expect((await api.sites('good')).map(({ name }) => name)).toEqual(sites)
  expect(own.asked).toHaveLength(3)
})

test('stops when a provider repeats its first page', async () => {
  const page = { total: 500, next: 'again', data: [{ id: 'one', name: 'One' }] }
  let pages = 0
  const repeating: AskOutside = async () => {
    pages++
    const body = Buffer.from(JSON.stringify(page))
    return { status: 200, retryAfter: null, contentType: null, etag: null, body }
  }
  expect(await createInformacastProvider('https://example.test', repeating).sites('good')).toHaveLength(1)
  expect(pages).toBe(2)
})

test('triggers a scenario at a site, which answers its question', async () => {
  const { server: own, provider: api } = await provider()
  const scenarioId = idOf(await api.scenarios('good'), 'Lightning: Seek Shelter')
  const siteId = idOf(await api.sites('good'), 'Stadium')
  const fired = await api.trigger('good', scenarioId, siteId, nowMs)
  expect(fired).toMatchObject({ kind: 'answered', status: 201, ref: expect.any(String) as string })
  expect(own.triggered).toEqual([{ scenarioId, siteId }])
})

test('distinguishes a lost response from a request that was never sent', async () => {
  const { server: own, provider: api } = await provider()
  const [scenario] = await api.scenarios('good')
  own.misbehave = (response, trigger) => {
    trigger()
    response.destroy()
  }
  expect((await api.trigger('good', scenario?.id ?? '', 'site', nowMs)).kind).toBe('lost')
  await own.close()
  server = undefined
  expect((await api.trigger('good', scenario?.id ?? '', 'site', nowMs)).kind).toBe('not reached')
})

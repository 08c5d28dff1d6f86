import { expect, test, type Page } from '@playwright/test'
import { goTo, openAs, people } from './steps/people.ts'
import { baseURL } from './servers/server.ts'

interface Sent {
  readonly visitId: string
  readonly events: readonly { readonly name: string; readonly route: string; readonly isRecording: boolean }[]
}

/** Returns the page views that the page reports. */
function listen(page: Page): Sent[] {
  const sent: Sent[] = []
  page.on('request', request => {
    if (new URL(request.url()).pathname === '/api/Analytics') sent.push(request.postDataJSON() as Sent)
  })
  return sent
}

/** Responds like a server that has an analytics collector. */
async function change(page: Page, changed: object) {
  await page.route('**/api/user/current', async route => {
    const reply = await route.fetch()
    const { data } = (await reply.json()) as { data: object }
    await route.fulfill({ response: reply, json: { data: { ...data, ...changed } } })
  })
}

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name })

test('no page views are recorded unless the operator enables it, and the only cookie is the customer’s status', async ({
  page,
}) => {
  const sent = listen(page)
  const foreign: string[] = []
  page.on('request', request => {
    if (!request.url().startsWith(baseURL) && request.url().startsWith('http')) foreign.push(request.url())
  })
  await openAs(page, people.admin, '/Profile')
  await page.clock.install()
  await goTo(page, '/Notifications')
  await expect(heading(page, 'My Notifications')).toBeVisible()
  await page.clock.runFor(5000)
  expect(sent).toEqual([])
  expect(foreign).toEqual([])
  const cookie = (await page.context().cookies()).find(({ name }) => name === 'customer-status')
  expect(cookie).toMatchObject({ value: 'ACTIVE', path: '/', sameSite: 'Lax', secure: false, httpOnly: true })
  const days = ((cookie?.expires ?? 0) - Date.now() / 1000) / 86_400
  expect(days).toBeGreaterThan(363)
  expect(days).toBeLessThan(366)
})

test('the collector receives the viewed routes, and never an ID or a name', async ({ page }) => {
  const sent = listen(page)
  await change(page, { isCounted: true })
  await openAs(page, people.admin, '/Profile')
  await goTo(page, '/Locations/Norman')
  await expect(heading(page, 'Hello, Norman!')).toBeVisible()
  await goTo(page, '/Nowhere')
  await expect(heading(page, 'Page not found')).toBeVisible()
  const events = () => sent.flatMap(each => each.events)
  await expect
    .poll(() => events().map(({ name, route }) => `${name} ${route}`))
    .toEqual(['session began /Profile', 'page viewed /Profile', 'page viewed /Locations/:name'])
  expect(new Set(sent.map(({ visitId }) => visitId)).size).toBe(1)
  expect(events().every(({ isRecording }) => isRecording)).toBe(true)
  expect(JSON.stringify(sent)).not.toContain('Norman')
})

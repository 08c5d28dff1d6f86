import { expect, type Locator, type Page } from '@playwright/test'
import { openAgain, test } from './steps/one-page.ts'
import { OwnServer } from './servers/own-server.ts'
import { people } from './steps/people.ts'
import { ShownRecord, ticksIn } from './steps/shown-record.ts'

let server: OwnServer

// A dedicated server takes time, so these tests share it. Each sets up what it needs. The test with a strike comes
// last, because the delay would outlast the other tests.
test.describe.configure({ mode: 'serial' })
test.slow() // the tests wait for leases to expire
test.beforeAll(async () => {
  server = await OwnServer.start()
})
test.afterAll(() => server.stop())

async function openHome(page: Page): Promise<Locator> {
  await openAgain(page, people.admin, '/', server.baseURL)
  const norman = page.getByRole('article', { name: 'Norman Stadium' })
  await expect(norman).toBeVisible()
  return norman
}
/** The length of a lease plus one second. */
const leaseSeconds = 16
const noneIsClear = (shown: readonly string[]) => shown.length > 0 && !shown.includes('AllClear')

async function openInGreen(page: Page): Promise<Locator> {
  await server.cover()
  const norman = await openHome(page)
  await expect(norman).toHaveAttribute('data-shown', 'AllClear')
  return norman
}

/** Expects that within a lease, or the given number of seconds, no card is clear anymore. */
async function expectUnknownInTime(page: Page, cut: () => unknown, seconds = leaseSeconds) {
  const record = await ShownRecord.start(page)
  const { snapshots } = await record.mark()
  await cut()
  const { tick } = await record.mark()
  expect((await record.tickOf(noneIsClear, snapshots)) - tick).toBeLessThanOrEqual(ticksIn(seconds))
}

test('a location is Unknown without coverage and All Clear with it', async ({ page }) => {
  const norman = await openHome(page)
  await expect(page.getByText('Simulated weather')).toHaveCount(0)
  await expect(norman).toHaveAttribute('data-shown', 'Unknown')
  await expect(norman).toContainText('Lightning status is temporarily unavailable')
  await expect(norman).toContainText('Treat as unsafe. Wait 30 minutes after the last thunder.')
  await server.cover()
  await expect(norman).toHaveAttribute('data-shown', 'AllClear')
})

test('every location turns Unknown within 22 seconds after the feed stops', async ({ page }) => {
  const norman = await openInGreen(page)
  await expectUnknownInTime(page, () => server.silence(), 22)
  for (const location of await page.getByRole('article').all())
    await expect(location).toHaveAttribute('data-shown', 'Unknown')
  await expect(norman).toContainText('The lightning feed has stopped reporting')
})

test('nothing stays green without the server, and green returns only with a fresh update', async ({
  page,
}) => {
  const norman = await openInGreen(page)
  await expectUnknownInTime(page, () => server.kill())
  await expect(norman).toContainText('No recent update from the server')
  await server.strikeNorman().then(
    () => expect.soft(false, 'a dead server took a strike').toBe(true),
    () => {},
  )
  await server.launch()
  await expect(norman).not.toHaveAttribute('data-shown', 'Unknown')
})

test('green expires when an open connection delivers nothing', async ({ page }) => {
  const norman = await openInGreen(page)
  await expectUnknownInTime(page, () => server.hang())
  server.goOn()
  await expect(norman).toHaveAttribute('data-shown', 'AllClear')
})

test('a wall clock jump removes green until the next update and never extends it', async ({ browser }) => {
  const page = await browser.newPage() // a separate page, because its clock is changed
  await page.addInitScript(() => {
    const real = Date.now.bind(Date)
    Date.now = () => real() + ((globalThis as { shiftMs?: number }).shiftMs ?? 0)
  })
  const norman = await openInGreen(page)
  const shift = (ms: number) => page.evaluate(by => Object.assign(globalThis, { shiftMs: by }), ms)
  // The server is suspended, because its next report would turn the screen green again, perhaps too soon to be noticed.
  server.hang()
  await expectUnknownInTime(page, () => shift(3_600_000), 1)
  server.goOn()
  await expect(norman).toHaveAttribute('data-shown', 'AllClear')
  await expectUnknownInTime(page, async () => {
    await server.kill()
    await shift(-3_600_000) // the clock shift alone may end the green, so it happens during the recording
  })
  await page.close()
  await server.launch()
})

test('a page resumed from a freeze or the back/forward cache shows no stale green', async ({ page }) => {
  const norman = await openInGreen(page)
  await expect(page.locator('article[data-shown]:not([data-shown="AllClear"])')).toHaveCount(0)
  const state = norman.getByText('All Clear', { exact: true }).first()
  const record = await ShownRecord.start(page)
  const { snapshots: beforeLeaving } = await record.mark()
  await page.evaluate(() => window.dispatchEvent(new PageTransitionEvent('pagehide', { persisted: true })))
  await expect(state).toBeHidden()
  await server.kill()
  await page.evaluate(() => window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })))
  await expect(page.locator('html[data-away]')).toHaveCount(0)
  const afterLeaving = await record.since(beforeLeaving)
  expect(afterLeaving.length).toBeGreaterThan(1)
  expect(afterLeaving.filter(({ shown }) => !noneIsClear(shown))).toEqual([])

  await server.launch()
  // Waits for all cards, because one that turns green slightly later would be mistaken for a stale one.
  await expect(page.locator('article[data-shown]:not([data-shown="AllClear"])')).toHaveCount(0)
  // A headless browser never freezes a page, so the test dispatches the event and the debugger pauses the page's
  // scripts.
  const { snapshots: beforeFrost } = await record.mark()
  await page.evaluate(() => document.dispatchEvent(new Event('freeze')))
  await expect(state).toBeHidden()
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Debugger.enable')
  await devtools.send('Debugger.pause')
  await server.kill()
  await new Promise(resolve => setTimeout(resolve, leaseSeconds * 1000)) // nothing in a frozen page can be awaited
  await devtools.send('Debugger.resume')
  await devtools.send('Debugger.disable')
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
  await expect(page.locator('html[data-away]')).toHaveCount(0)
  const afterFrost = await record.since(beforeFrost)
  expect(afterFrost.length).toBeGreaterThan(1)
  expect(afterFrost.filter(({ shown }) => !noneIsClear(shown))).toEqual([])
  await server.launch()
})

test('only the struck location enters a delay within a second, and the delay survives a killed server', async ({
  page,
}) => {
  const norman = await openInGreen(page)
  const record = await ShownRecord.start(page)
  const { snapshots } = await record.mark()
  await server.strikeNorman() // screens receive it before the response
  const { tick } = await record.mark()
  expect((await record.tickOf(shown => shown.includes('Delay'), snapshots)) - tick).toBeLessThanOrEqual(
    ticksIn(1),
  )
  await expect(norman).toHaveAttribute('data-shown', 'Delay')
  await expect(norman.getByText(/^(30:00|29:5\d)$/).first()).toBeVisible()
  const others = page.getByRole('article').filter({ hasNot: page.getByRole('heading', { name: 'Norman' }) })
  for (const other of await others.all()) await expect(other).toHaveAttribute('data-shown', 'AllClear')

  await server.kill()
  await server.launch()
  await page.reload()
  await expect(norman).toHaveAttribute('data-shown', 'Delay')
})

/** What a screen shows for Norman at an instant: the state and, in a delay, when it would end. */
interface Seen {
  readonly show: string
  readonly endsMs: number
}

async function readState(state: Locator): Promise<Seen> {
  return state.evaluate(element => {
    const show = element.dataset['shown'] ?? ''
    const left = show === 'Delay' ? /(\d\d):(\d\d)/.exec(element.textContent) : null
    return { show, endsMs: left ? Date.now() + Number(left[1]) * 60_000 + Number(left[2]) * 1000 : 0 }
  })
}

/**
 * Returns how screens disagree; empty if they do not. The screens are read one by one, so their end times are compared,
 * not the remaining time.
 */
async function disagreement(screens: readonly Locator[]): Promise<string> {
  const seen = await Promise.all(screens.map(readState))
  const ends = seen.map(({ endsMs }) => endsMs)
  const agree =
    new Set(seen.map(({ show }) => show)).size === 1 && Math.max(...ends) - Math.min(...ends) <= 2000
  return agree ? '' : JSON.stringify(seen)
}

test('screens side by side agree within seconds through strikes, silence and late reports', async ({
  page,
}) => {
  await server.cover()
  const hero = await openHome(page)
  const wall = await page.context().newPage()
  await wall.goto(`${server.baseURL}/Broadcast?kiosk`)
  const overview = await page.context().newPage()
  await overview.goto(`${server.baseURL}/?view=all`)
  const screens = [
    hero,
    wall.getByRole('region', { name: 'Lightning Status' }).getByRole('listitem').first(),
    overview.getByRole('listitem').filter({ hasText: 'Norman Stadium' }),
  ]
  for (const screen of screens) await expect(screen).toHaveAttribute('data-shown', 'Delay')

  const story = new Map<number, () => Promise<void> | void>([
    [2, () => server.strikeNorman()],
    [5, () => server.strikeNorman(1500)], // a late strike changes only the count
    [8, () => server.strikeNorman(1)],
    [10, () => server.silence()],
    [13, () => server.cover()],
    [16, () => server.strikeNorman()],
  ])
  for (let second = 0; second < 20; second++) {
    await story.get(second)?.()
    await page.waitForTimeout(1000)
    await expect.poll(() => disagreement(screens), { message: `after ${second} s`, timeout: 5000 }).toBe('')
  }
  await wall.close()
  await overview.close()
})

import { expect, test, type Locator, type Page } from '@playwright/test'
import { OwnServer } from './own-server.ts'
import { fillSignIn, people } from './people.ts'

let server: OwnServer

// A server of their own takes its time, so they share it. Each says what it needs of it; a strike comes last, since its
// delay outlasts them all.
test.describe.configure({ mode: 'serial' })
test.slow() // they wait for leases to run out
test.beforeAll(async () => {
  server = await OwnServer.start()
})
test.afterAll(() => server.stop())

async function openHome(page: Page): Promise<Locator> {
  await page.goto(server.baseURL)
  await fillSignIn(page, people.admin)
  const norman = page.getByRole('article', { name: 'Norman Stadium' })
  await expect(norman).toBeVisible()
  return norman
}
const green = { timeout: 10_000 }
/** A lease, and a second. */
const leaseMs = 16_000

async function openInGreen(page: Page): Promise<Locator> {
  await server.cover()
  const norman = await openHome(page)
  await expect(norman).toHaveAttribute('data-shown', 'AllClear', green)
  return norman
}

test('a location is Unknown without proof, and clear with it', async ({ page }) => {
  const norman = await openHome(page)
  await expect(page.getByText('Simulated weather')).toHaveCount(0)
  await expect(norman).toHaveAttribute('data-shown', 'Unknown')
  await expect(norman).toContainText('Lightning status is temporarily unavailable')
  await expect(norman).toContainText('Treat as unsafe. Wait 30 minutes after the last thunder.')
  await server.cover()
  await expect(norman).toHaveAttribute('data-shown', 'AllClear', green)
})

test('pulling the feed’s plug turns every location Unknown within 22 seconds', async ({ page }) => {
  const norman = await openInGreen(page)
  server.silence()
  for (const location of await page.getByRole('article').all()) {
    await expect(location).toHaveAttribute('data-shown', 'Unknown', { timeout: 22_000 })
  }
  await expect(norman).toContainText('The lightning feed has stopped reporting')
})

test('without the server nothing stays green, and it comes back only with a fresh word', async ({ page }) => {
  const norman = await openInGreen(page)
  await server.kill()
  await expect(norman).toHaveAttribute('data-shown', 'Unknown', { timeout: leaseMs })
  await expect(norman).toContainText('No recent update from the server')
  await server.strikeNorman().then(
    () => expect.soft(false, 'a dead server took a strike').toBe(true),
    () => {},
  )
  await server.launch()
  await expect(norman).not.toHaveAttribute('data-shown', 'Unknown', { timeout: 30_000 })
})

test('when nothing comes any more over a connection that stands, green runs out', async ({ page }) => {
  const norman = await openInGreen(page)
  server.hang()
  await expect(norman).toHaveAttribute('data-shown', 'Unknown', { timeout: leaseMs })
  server.goOn()
  await expect(norman).toHaveAttribute('data-shown', 'AllClear', { timeout: 20_000 })
})

test('a wall clock that jumps costs green until the next word, and never lends any', async ({ page }) => {
  await page.addInitScript(() => {
    const real = Date.now.bind(Date)
    Date.now = () => real() + ((globalThis as { shiftMs?: number }).shiftMs ?? 0)
  })
  const norman = await openInGreen(page)
  const shift = (ms: number) => page.evaluate(by => Object.assign(globalThis, { shiftMs: by }), ms)
  await shift(3_600_000)
  await expect(norman).toHaveAttribute('data-shown', 'Unknown', { timeout: 2000 })
  await expect(norman).toHaveAttribute('data-shown', 'AllClear', green)
  await shift(-3_600_000)
  await server.kill()
  await expect(norman).toHaveAttribute('data-shown', 'Unknown', { timeout: leaseMs })
  await server.launch()
})

test('a page that was frozen or kept by the browser shows no old green when it comes back', async ({
  page,
}) => {
  const norman = await openInGreen(page)
  const state = norman.getByText('All Clear', { exact: true }).first()
  await page.evaluate(() => window.dispatchEvent(new PageTransitionEvent('pagehide', { persisted: true })))
  await expect(state).toBeHidden()
  await server.kill()
  const shown = await page.evaluate(() => {
    window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))
    return new Promise<string[]>(resolve =>
      requestAnimationFrame(() =>
        requestAnimationFrame(() =>
          resolve(
            [...document.querySelectorAll('article')].map(card => card.getAttribute('data-shown') ?? ''),
          ),
        ),
      ),
    )
  })
  expect(shown).not.toContain('AllClear')

  await server.launch()
  await expect(norman).toHaveAttribute('data-shown', 'AllClear', { timeout: 20_000 })
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Page.setWebLifecycleState', { state: 'frozen' })
  await server.kill()
  await new Promise(resolve => setTimeout(resolve, leaseMs)) // nothing of a frozen page can be waited for
  await devtools.send('Page.setWebLifecycleState', { state: 'active' })
  await expect(norman).not.toHaveAttribute('data-shown', 'AllClear', { timeout: 1000 })
  await server.launch()
})

test('a location is in delay within a second of a strike, no other is, and it survives a killed server', async ({
  page,
}) => {
  const norman = await openInGreen(page)
  await server.strikeNorman()
  await expect(norman).toHaveAttribute('data-shown', 'Delay', { timeout: 1000 })
  await expect(norman.getByText(/^(30:00|29:5\d)$/).first()).toBeVisible()
  const others = page.getByRole('article').filter({ hasNot: page.getByRole('heading', { name: 'Norman' }) })
  for (const other of await others.all()) await expect(other).toHaveAttribute('data-shown', 'AllClear')

  await server.kill()
  await server.launch()
  await page.reload()
  await expect(norman).toHaveAttribute('data-shown', 'Delay', green)
})

/** What a screen says of Norman at an instant: the state, and in a delay how many seconds are left. */
interface Seen {
  readonly show: string
  readonly secondsLeft: number | null
}

async function readState(state: Locator): Promise<Seen> {
  return state.evaluate(element => {
    const show = element.dataset['shown'] ?? ''
    const left = show === 'Delay' ? /(\d\d):(\d\d)/.exec(element.textContent) : null
    return { show, secondsLeft: left ? Number(left[1]) * 60 + Number(left[2]) : null }
  })
}

test('screens side by side never disagree, through strikes, silence and late news', async ({ page }) => {
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
  for (const screen of screens) await expect(screen).toHaveAttribute('data-shown', 'Delay', green)

  const story = new Map<number, () => Promise<void> | void>([
    [2, () => server.strikeNorman()],
    [5, () => server.strikeNorman(1500)], // late: it changes nothing but the count
    [8, () => server.strikeNorman(1)],
    [10, () => server.silence()],
    [13, () => server.cover()],
    [16, () => server.strikeNorman()],
  ])
  const disagreed: string[] = []
  for (let second = 0; second < 20; second++) {
    await story.get(second)?.()
    await page.waitForTimeout(1000)
    const seen = await Promise.all(screens.map(readState))
    const [first] = seen
    const agree = seen.every(
      each => each.show === first?.show && Math.abs((each.secondsLeft ?? 0) - (first.secondsLeft ?? 0)) <= 1,
    )
    if (!agree) disagreed.push(`${second} s: ${JSON.stringify(seen)}`)
  }
  expect(disagreed).toEqual([])
  await wall.close()
  await overview.close()
})

import { expect, test, type Locator, type Page } from '@playwright/test'
import { faults } from './steps/axe.ts'
import { detail } from './steps/detail.ts'
import {
  drawnFrame,
  giveLightning,
  giveRadar,
  map,
  norman,
  refuse,
  slow,
  strikesCall,
} from './steps/given-weather.ts'
import { launchOptions } from './servers/launch-options.ts'
import { OwnServer } from './servers/own-server.ts'
import { openAs, people } from './steps/people.ts'

test.use({ launchOptions: launchOptions({ webgl: true }) })

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const slider = (page: Page) => page.getByLabel('Radar time')
const strip = (page: Page): Locator => page.getByRole('region', { name: 'Lightning Status' })
const minuteMs = 60_000

/** Returns the center and zoom of the map in the last image. */
function viewOf(pictures: readonly URL[]) {
  const query = pictures.at(-1)?.searchParams
  const [west = 0, , east = 0] = (query?.get('BBOX') ?? '').split(',').map(Number)
  const metresPerPx = (east - west) / Number(query?.get('width'))
  return { longitude: (west + east) / 2 / 111_319.49, zoom: Math.log2(40_075_016.7 / 512 / metresPerPx) }
}

async function openWall(page: Page) {
  // Software rendering is slow, so the map is as small as possible.
  await page.setViewportSize({ width: 760, height: 500 })
  await openAs(page, people.admin, '/Broadcast')
  await expect(page.getByRole('heading', { level: 1, name: 'Broadcast View' })).toBeVisible()
}

/** Returns the markers that a card, the time bar or the panel covers, by name. There is at least one marker. */
function coveredMarkers(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const markers = [...document.querySelectorAll('[data-mark][role=img]')]
    if (markers.length === 0) return ['there are no markers']
    return markers
      .filter(marker => {
        const { x, y, width, height } = marker.getBoundingClientRect()
        return document
          .elementsFromPoint(x + width / 2, y + height / 2)
          .some(element => element.closest('section[aria-label="Lightning Status"] li, aside, [role=group]'))
      })
      .map(marker => marker.getAttribute('aria-label') ?? '')
  })
}

/** Disables the map. Tests of its surroundings and of the places' state do not need it, and the page loads faster. */
async function withoutMap(page: Page) {
  await page.addInitScript(() => {
    HTMLCanvasElement.prototype.getContext = () => null
  })
}

test('without the permission there is no sidebar link and no access', detail, async ({ page }) => {
  await openAs(page, people.other)
  await expect(page.getByRole('link', { name: 'Broadcast' })).toBeHidden()
  await page.goto('/Broadcast')
  await expect(page).toHaveURL(/\/Unauthorized$/)
})

test(
  'it plays automatically, follows the selection, and returns to its place a minute after it was moved',
  detail,
  async ({ page }) => {
    test.slow()
    const { pictures } = await giveRadar(page)
    await page.route(strikesCall, refuse)
    await page.clock.install()
    await openWall(page)
    // The first location is selected, and playback starts automatically.
    await expect(page.getByLabel('Location', { exact: true })).toHaveValue(/\d+/)
    await expect(strip(page)).toContainText('Norman Stadium')
    await expect(strip(page)).toContainText(/\d+:\d\d [AP]M C[SD]T/)
    await expect(button(page, 'Pause')).toBeVisible(slow)
    await expect(page.getByText('Lightning: not available')).toBeVisible(slow)
    await expect.poll(() => pictures.length, slow).toBeGreaterThanOrEqual(5)
    expect(viewOf(pictures).zoom).toBeCloseTo(7.5, 1)
    expect(viewOf(pictures).longitude).toBeCloseTo(norman.longitude, 1)
    await expect.poll(() => drawnFrame(page), slow).toBeGreaterThanOrEqual(0)

    await page.getByLabel('Very Fast').check()
    await expect(page.getByText('loading…')).toBeHidden()
    await page.clock.pauseAt(Date.now() + 2000)
    const progress = async () => Number(await slider(page).inputValue())
    for (let step = 0; step < 3; step++) {
      // The last frame is held for three ticks.
      const before = await progress()
      const after = before + (before < 80 - 1e-6 ? 20 : 20 / 3)
      await page.clock.fastForward(115)
      await expect.poll(progress).toBeCloseTo(after > 100 - 1e-6 ? 0 : after, 3)
    }

    // Failed images are retried automatically, and then the error disappears.
    await page.clock.resume()
    await page.unroute(strikesCall)
    await giveLightning(page)
    await page.clock.fastForward(15_000)
    await expect(page.getByText('Lightning: not available')).toBeHidden()

    await page.getByLabel('All Locations').check()
    await expect.poll(() => viewOf(pictures).zoom, slow).toBeCloseTo(3.5, 1)
    await expect(strip(page)).toContainText(/\d locations/)
    await expect(button(page, 'Pause')).toBeVisible()

    // Moving the map pauses playback. A minute later the original view returns and playback resumes.
    await button(page, 'Zoom In').click()
    await expect(button(page, 'Play')).toBeVisible()
    await expect(page.getByText('Paused', { exact: true })).toBeVisible()
    await expect.poll(() => viewOf(pictures).zoom, slow).toBeCloseTo(4.5, 1)
    await page.clock.fastForward(minuteMs)
    await expect(button(page, 'Pause')).toBeVisible()
    await expect(page.getByText('Paused', { exact: true })).toBeHidden()
    await expect.poll(() => viewOf(pictures).zoom, slow).toBeCloseTo(3.5, 1)

    // The same applies to a wall stopped by an accidental press of the space bar.
    await button(page, 'Pause').click()
    await expect(page.getByText('Paused', { exact: true })).toBeVisible()
    await page.clock.fastForward(minuteMs)
    await expect(button(page, 'Pause')).toBeVisible()

    // If there is room, no card covers a place, and the slider's labels scale with the screen.
    await page.setViewportSize({ width: 1600, height: 1000 })
    await expect.poll(() => coveredMarkers(page), slow).toEqual([])
    await page.setViewportSize({ width: 1920, height: 1080 })
    expect((await sharesOfHeight(page)).label).toBeGreaterThan(0.012)
  },
)

/**
 * Loses the graphics context, as when a driver fails, and with `forGood` never provides one again. The map may be
 * recreated at any moment, so this repeats on the current canvas until the page notices.
 */
async function loseGraphics(page: Page, { forGood }: { forGood: boolean }) {
  await expect(async () => {
    await map(page).evaluate((canvas, isLast) => {
      if (!(canvas instanceof HTMLCanvasElement)) throw new Error('There is no canvas')
      const graphics = canvas.getContext('webgl2')?.getExtension('WEBGL_lose_context')
      graphics?.loseContext()
      if (graphics && isLast) HTMLCanvasElement.prototype.getContext = () => null
      if (!graphics) throw new Error('The canvas has no graphics to lose')
    }, forGood)
    await expect(page.getByText('This device’s graphics failed.')).toBeVisible({ timeout: 3000 })
  }).toPass(slow)
}

test('a kiosk has no sidebar or top bar, explains its markers, and gives the map the whole page', async ({
  page,
}) => {
  await withoutMap(page)
  await openWall(page)
  await expect(page.getByRole('navigation', { name: 'Main' }).or(button(page, 'Open menu'))).toBeVisible()
  await page.goto('/Broadcast?kiosk')
  await expect(strip(page)).toContainText('Norman Stadium')
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeHidden()
  await expect(button(page, 'Open menu')).toBeHidden()
  await expect(page.getByRole('list', { name: 'Legend' })).toHaveText(
    'Lightning delayUnknown: treat as unsafeLightning: All Clear',
  )
  const top = await strip(page).evaluate(element => element.getBoundingClientRect().top)
  expect(top).toBeLessThan(60)
})

/** Returns text heights relative to the screen's height: the headline, its ring's line, and the slider's labels. */
function sharesOfHeight(page: Page) {
  return page.evaluate(() => {
    const shareOf = (selector: string) => {
      const element = document.querySelector(selector)
      return element ? parseFloat(getComputedStyle(element).fontSize) / innerHeight : 0
    }
    const card = 'section[aria-label="Lightning Status"] li'
    return {
      big: shareOf(`${card} > p:nth-of-type(2)`),
      line: shareOf(`${card} > p:last-of-type`),
      label: shareOf('[aria-label="Radar playback"] [aria-hidden] > span:last-child'),
    }
  })
}

/** Cards, bars and buttons over the map that overlap or extend beyond the screen, by their first words. */
function misplacedBoxes(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const card = 'section[aria-label="Lightning Status"]'
    const boxes = [
      ...document.querySelectorAll(
        `${card} li, ${card} > div, [aria-label="Radar playback"], div:has(> [aria-label="Legend"]), aside > button`,
      ),
    ].map(element => ({
      name: element.textContent.slice(0, 20) || (element.getAttribute('aria-label') ?? ''),
      rect: element.getBoundingClientRect(),
    }))
    if (boxes.length < 5) return ['some boxes are missing']
    const beyond = boxes.filter(({ rect }) => rect.left < 0 || rect.right > innerWidth)
    const over = boxes.filter(({ rect: one }, index) =>
      boxes
        .slice(index + 1)
        .some(
          ({ rect: other }) =>
            one.left < other.right - 1 &&
            other.left < one.right - 1 &&
            one.top < other.bottom - 1 &&
            other.top < one.bottom - 1,
        ),
    )
    return [
      ...beyond.map(({ name }) => `${name} reaches beyond the screen`),
      ...over.map(({ name }) => `${name} overlaps another box`),
    ]
  })
}

test(
  'a wall display is readable across the room on any screen, and nothing overlaps on a phone',
  detail,
  async ({ page }) => {
    await withoutMap(page)
    await openWall(page)
    await page.goto('/Broadcast?kiosk')
    await expect(strip(page)).toContainText('Norman Stadium')
    for (const [width, height, least] of [
      [1920, 1080, { big: 0.09, line: 0.022 }],
      [3840, 2160, { big: 0.09, line: 0.022 }],
      [1080, 1920, { big: 0.1, line: 0.015 }],
    ] as const) {
      await page.setViewportSize({ width, height })
      const shares = await sharesOfHeight(page)
      for (const [name, share] of Object.entries(least))
        expect(shares[name as keyof typeof least], `${name} at ${width}x${height}`).toBeGreaterThan(share)
    }
    await page.getByLabel('All Locations').check()
    await expect(strip(page)).toContainText(/\d locations/)
    await button(page, 'Hide controls').click()
    for (const width of [390, 360]) {
      await page.setViewportSize({ width, height: 844 })
      await expect.poll(() => misplacedBoxes(page)).toEqual([])
    }
  },
)

test(
  'a map that lost its graphics context recovers, and reloads the page as a last resort',
  detail,
  async ({ page }) => {
    test.slow()
    await giveRadar(page)
    await giveLightning(page)
    await page.clock.install()
    await openWall(page)
    const standing = page.locator('[data-state="idle"]')
    const lost = page.getByText('This device’s graphics failed.')
    await expect(standing).toBeVisible(slow)

    await loseGraphics(page, { forGood: false })
    await page.clock.fastForward(10_000)
    await expect(lost).toBeHidden()
    await expect.poll(() => drawnFrame(page), slow).toBeGreaterThanOrEqual(0)

    await loseGraphics(page, { forGood: true })
    await page.clock.fastForward(10_000)
    await expect(lost).toBeVisible()
    await page.evaluate(() => void (document.documentElement.dataset['before'] = 'the reload'))
    // Less than a full minute, because the page reloads only if it has a fresh report from the server.
    await page.clock.fastForward(45_000)
    await expect(async () => {
      const isReloaded = await page
        .waitForFunction(() => document.documentElement.dataset['before'] === undefined, null, {
          timeout: 7_000,
        })
        .catch(() => null)
      // On a busy machine the page may still be waiting, so the clock is advanced again.
      if (!isReloaded) await page.clock.fastForward(5_000)
      expect(isReloaded).toBeTruthy()
    }).toPass(slow)
    await expect.poll(() => drawnFrame(page), slow).toBeGreaterThanOrEqual(0)
  },
)

test('the screen stays awake, even after the page was hidden', detail, async ({ page }) => {
  await withoutMap(page)
  await page.addInitScript(() => {
    let asked = 0
    // Browsers release the wake lock when the page is hidden.
    const request = (kind: string) => {
      const lock = { released: false, release: () => Promise.resolve() }
      document.addEventListener('visibilitychange', () => (lock.released ||= document.hidden))
      if (kind === 'screen') document.documentElement.dataset['asked'] = String(++asked)
      return Promise.resolve(lock)
    }
    Object.defineProperty(navigator, 'wakeLock', { value: { request } })
  })
  const turn = (isHidden: boolean) =>
    page.evaluate(hidden => {
      const state = { value: hidden ? 'hidden' : 'visible', configurable: true }
      Object.defineProperty(document, 'visibilityState', state)
      Object.defineProperty(document, 'hidden', { value: hidden, configurable: true })
      document.dispatchEvent(new Event('visibilitychange'))
    }, isHidden)
  const asked = page.locator('html')
  await openWall(page)
  await expect(asked).toHaveAttribute('data-asked', '1')
  await turn(true)
  await turn(false)
  await expect(asked).toHaveAttribute('data-asked', '2')
  // While the lock is held, it is not requested again.
  await turn(false)
  await expect(asked).toHaveAttribute('data-asked', '2')
})

test(
  'the panel collapses by its button and automatically in full screen, and is accessible',
  detail,
  async ({ page }) => {
    test.slow()
    await withoutMap(page)
    await page.clock.install()
    await openWall(page)
    const controls = page.getByRole('complementary', { name: 'Radar controls' })
    await expect(controls.getByRole('group', { name: 'Playback Speed' }).getByRole('radio')).toHaveCount(4)
    expect(await faults(page, 'main')).toEqual([])

    await button(page, 'Full Screen').click()
    await expect(button(page, 'Exit full screen')).toBeVisible()
    await page.clock.runFor(9000)
    await expect(controls).toHaveAttribute('data-state', 'away')
    await expect(controls).toHaveCSS('opacity', '0')
    await page.mouse.move(300, 300)
    await page.mouse.move(320, 300)
    await expect(controls).toHaveAttribute('data-state', 'open')
    await button(page, 'Exit full screen').click()

    await button(page, 'Hide controls').click()
    await expect(page.getByLabel('All Locations')).toBeHidden()
    expect(await page.evaluate(() => localStorage.getItem('skywarden:broadcast'))).toContain(
      '"isFolded":true',
    )
    await page.setViewportSize({ width: 360, height: 640 })
    await expect(button(page, 'Show controls')).toBeInViewport()
    await button(page, 'Show controls').click()
    await expect(button(page, 'Zoom Out')).toBeInViewport()
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360)
  },
)

test('when disconnected it shows Unknown within its lease and never All Clear, then recovers, in a newer version if there is one', async ({
  page,
}) => {
  test.slow() // starting its own server takes time
  const server = await OwnServer.start()
  try {
    await server.cover()
    await page.clock.install()
    await withoutMap(page)
    await openAs(page, people.admin, `${server.baseURL}/Broadcast`)
    const state = strip(page).getByRole('listitem')
    await expect(state).toHaveAttribute('data-shown', 'AllClear', slow)
    await expect(state).toContainText('Norman Stadium')

    await server.kill()
    await page.clock.runFor(15_500)
    await expect(state).toHaveAttribute('data-shown', 'Unknown')
    await expect(strip(page)).not.toContainText('All Clear')
    await expect(state).toContainText('No recent update from the server. Treat as unsafe.')

    await page.route(`${server.baseURL}/`, route =>
      route.fulfill({
        contentType: 'text/html',
        body: '<script type="module" src="/assets/newer.js"></script>',
      }),
    )
    const reloaded = page.waitForEvent('load', slow) // starting the server takes a while
    await server.launch()
    await page.clock.runFor(15_000)
    await reloaded
    await expect(page).toHaveURL(/\/Broadcast$/)
    await expect(state).toHaveAttribute('data-shown', 'AllClear', slow)
  } finally {
    await server.stop()
  }
})

import { expect, test, type Locator, type Page } from '@playwright/test'
import { faults } from './steps/axe.ts'
import { detail } from './steps/detail.ts'
import {
  type Asked,
  drawnFrame,
  give,
  giveRadar,
  map,
  norman,
  refuse,
  slow,
  strikesCall,
} from './steps/given-weather.ts'
import { launchOptions } from './servers/launch-options.ts'
import {
  button,
  clickMap,
  frameTime,
  giveWeather,
  openRadar,
  slider,
  windowSize,
} from './steps/live-radar-page.ts'
import { pixelCounts } from './steps/pixels.ts'
import { everyRadarColor } from './steps/radar-pictures.ts'

test.use({ launchOptions: launchOptions({ webgl: true }) })

// Opening a map costs more than checking it, so these tests share one and leave it as they found it.
test.describe('on one map', () => {
  test.describe.configure({ mode: 'serial' })
  let page: Page
  let asked: Asked
  test.beforeAll(async ({ browser }) => {
    page = await browser.newPage()
    asked = await giveRadar(page)
    await giveWeather(page)
    const station = { id: 1, isFresh: true, latitude: norman.latitude - 0.25, longitude: norman.longitude }
    await give(page, /\/api\/map\/WeatherStations/, [
      { ...station, type: 1, name: 'Practice Field', temperature: 71 },
    ])
    await openRadar(page)
  })
  test.afterAll(() => page.close())

  test('strikes, storm cells and alerts show their details', async () => {
    test.slow()
    const popup = page.getByRole('dialog')

    await expect.poll(() => drawnFrame(page), slow).toBe(4)
    // By keyboard, Enter inspects the map's center, where the strike is.
    await expect(async () => {
      await map(page).focus()
      await page.keyboard.press('Enter')
      await expect(popup).toContainText('Cloud to Ground', { timeout: 2000 })
    }).toPass(slow)
    await expect(popup).toContainText('-23.4 kA')
    await page.keyboard.press('Escape')
    await expect(popup).toBeHidden()
    await expect(map(page)).toBeFocused()

    await button(page, 'Layers').click()
    await page.getByLabel('Storm Cells').check()
    await page.getByLabel('NWS Alerts').check()
    await expect(page.getByText(/^as of/)).toHaveCount(4)
    await button(page, 'Layers').click()
    await expect(async () => {
      await clickMap(page, -150)
      await expect(page.getByRole('dialog', { name: 'NWS Alerts' })).toBeVisible({ timeout: 2000 })
    }).toPass(slow)
    await popup.locator('summary').click()
    await expect(popup).toContainText('Take cover now.')

    const middle = await map(page).boundingBox()
    // Half a degree west of the center at zoom 8.
    const west = (0.5 / 360) * 512 * 2 ** 8
    if (middle) await page.mouse.click(middle.x + middle.width / 2 - west, middle.y + middle.height / 2)
    const storm = page.getByRole('dialog', { name: 'Storm cell A7' })
    await expect(storm).toContainText('Tornado signature, rotation, hail')
    await expect(storm).toContainText('E at 45 mph')
    await expect(storm).toContainText(/Norman Stadium (about|inside|any)/)
    await page.keyboard.press('Escape')
    await button(page, 'Layers').click()
    await page.getByRole('checkbox', { name: /^Storm Cells/ }).uncheck()
    await page.getByRole('checkbox', { name: /^NWS Alerts/ }).uncheck()
    await button(page, 'Layers').click()
  })

  test('the map is accessible in both themes and on a phone', detail, async () => {
    test.slow() // scanning every part takes time
    for (const name of ['Layers', 'Options', 'Legend']) {
      await button(page, name).click()
      expect(await faults(page), name).toEqual([])
    }
    // A phone in landscape, and a page at 200%.
    for (const size of [
      { width: 844, height: 390 },
      { width: 640, height: 400 },
    ]) {
      await page.setViewportSize(size)
      for (const name of ['Play', 'Observation', 'Re-center the map', 'Layers'])
        await expect(button(page, name)).toBeInViewport({ ratio: 1 })
    }
    await page.setViewportSize({ width: 360, height: 640 })
    await expect(button(page, 'Play')).toBeInViewport()
    await expect(button(page, 'Observation')).toBeInViewport()
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360)
    await button(page, 'Legend').click()
    await page.setViewportSize(windowSize)
  })

  test(
    'road conditions replace radar, and another kind of imagery starts at its first frame',
    detail,
    async () => {
      test.slow()
      await button(page, 'Past').click()
      await page.getByLabel('Future').check()
      await expect(slider(page)).toHaveValue('0')
      await expect(page.getByText('Model', { exact: true })).toBeVisible()
      await button(page, 'Layers').click()
      await expect(page.getByLabel('Radar type')).toBeHidden()
      await page.getByLabel('Road Conditions').check()
      await expect(page.getByRole('checkbox', { name: /^Radar/ })).not.toBeChecked()
      await expect(button(page, 'Future road conditions')).toBeVisible()
      await button(page, 'Road conditions legend').click()
      await expect(page.getByRole('group', { name: 'Road conditions legend' })).toContainText('Patchy Ice')
      await expect(page.getByRole('group', { name: 'Road conditions legend' })).toContainText('Not known')
      await button(page, 'Layers').click()
      await page.getByRole('checkbox', { name: /^Radar/ }).check()
      await expect(button(page, 'Past')).toBeVisible()
      await expect(button(page, 'Road conditions legend')).toBeHidden()
      expect(asked.frames).toEqual(expect.arrayContaining(['/api/map/past', '/api/map/future']))
      await button(page, 'Layers').click()
    },
  )

  test('distances and observations can be read, with one tool at a time', detail, async () => {
    test.slow()
    // One of the viewer's stations opens its popup without any tool.
    const ownStation = page.getByRole('dialog', { name: 'Practice Field' })
    await expect(async () => {
      await clickMap(page, -111)
      await expect(ownStation).toBeVisible({ timeout: 2000 })
    }).toPass(slow)
    await expect(ownStation.getByRole('button', { name: 'METAR' })).toBeVisible()
    await page.keyboard.press('Escape')

    await button(page, 'Measure').click()
    await clickMap(page)
    await clickMap(page, -100)
    // A hundred pixels at zoom 8 are about 15.5 miles there.
    await expect(page.getByText(/Total Distance 1[56]\.\d miles/)).toBeVisible()
    await button(page, 'Observation').click()
    await expect(page.getByText('Total Distance')).toBeHidden()
    await expect(button(page, 'Measure')).toHaveAttribute('aria-pressed', 'false')
    await clickMap(page)
    const popup = page.getByRole('dialog', { name: 'Observation' })
    await expect(popup).toContainText(/Temperature\s*-?\d+ °F/)
    const metar = page.waitForRequest(/observations\/Lookup.*preferred=false/)
    await popup.getByRole('button', { name: 'METAR' }).click()
    await metar

    // A popup that does not fit next to its point shrinks and can be scrolled to its end.
    await page.setViewportSize({ width: 360, height: 640 })
    const bottomOf = async (part: Locator) => {
      const box = await part.boundingBox()
      return box ? box.y + box.height : Number.NaN
    }
    await expect(popup).toContainText(/Temperature\s*-?\d+ °F/)
    // The popup does not overlap the tools.
    const [left, right] = [await popup.boundingBox(), await button(page, 'Observation').boundingBox()]
    expect((left?.x ?? NaN) + (left?.width ?? NaN)).toBeLessThanOrEqual(right?.x ?? NaN)
    await expect.poll(async () => (await bottomOf(popup)) <= (await bottomOf(map(page)))).toBe(true)
    await page.waitForTimeout(500) // it must stay that way
    expect(await bottomOf(popup)).toBeLessThanOrEqual(await bottomOf(map(page)))

    await button(page, 'Observation').click()
    await expect(popup).toBeHidden()

    await button(page, 'Measure').click()
    await page.keyboard.press('Escape')
    await expect(button(page, 'Measure')).toHaveAttribute('aria-pressed', 'false')
    await page.setViewportSize(windowSize)
  })

  test(
    'the base map is satellite, dark or light, weather stays on top, and the choice is remembered',
    detail,
    async () => {
      test.slow()
      const credit = page.getByText(/NASA Blue Marble/)
      await expect(credit).toBeHidden()
      await button(page, 'Base map').click()
      const styles = page.getByRole('group', { name: 'Base map' }).getByRole('radio')
      await expect(styles).toHaveCount(3)
      expect(await styles.evaluateAll(all => all.map(each => each.getAttribute('value')))).toEqual([
        'satellite',
        'dark',
        'light',
      ])
      await expect(page.getByLabel('Light', { exact: true })).toBeChecked()
      const tile = page.waitForResponse(/\/map\/satellite\.pmtiles$/)
      await page.getByLabel('Satellite').check()
      expect((await tile).status()).toBe(206)
      await button(page, 'Base map').click()
      await expect(credit).toBeVisible()
      await expect.poll(() => drawnFrame(page), slow).toBe(4)

      asked.pictures.splice(0)
      await page.reload()
      await expect(page.getByText(/NASA Blue Marble/)).toBeVisible(slow)
      await page.getByLabel('Location', { exact: true }).selectOption('Norman Stadium')
      await button(page, 'Base map').click()
      await page.getByLabel('Light', { exact: true }).check()
      await expect(credit).toBeHidden()
      await button(page, 'Base map').click()
    },
  )

  test(
    'radar frames for the visible area play at their speed, can be scrubbed, and stop when the map moves',
    detail,
    async () => {
      test.slow()
      await expect.poll(() => drawnFrame(page), slow).toBe(4)
      await expect(frameTime(page)).toHaveText(/^(\w{3} )?\d+:\d\d [AP]M \w+Observed/)
      await expect(page.getByText('Observed', { exact: true })).toBeVisible()
      // While paused, only the displayed frame is fetched, in meters and slightly wider than the map.
      expect(new Set(asked.pictures.map(({ searchParams }) => searchParams.get('index')))).toEqual(
        new Set(['4']),
      )
      const [west = 0, , east = 0] = (asked.pictures.at(-1)?.searchParams.get('BBOX') ?? '')
        .split(',')
        .map(Number)
      expect((west + east) / 2 / 111_319.5).toBeCloseTo(norman.longitude, 2)

      // By keyboard: the arrow keys move by five of a hundred at a time, and the space bar plays.
      await page.getByRole('heading', { level: 1 }).focus()
      for (let step = 0; step < 9; step++) await page.keyboard.press('ArrowLeft')
      await expect(slider(page)).toHaveValue('55')
      await expect.poll(() => drawnFrame(page), slow).toBe(2)
      await slider(page).focus()
      await page.keyboard.press('ArrowRight')
      await expect(slider(page)).toHaveValue('60')
      await expect.poll(() => drawnFrame(page), slow).toBe(3)
      expect(new Set(asked.pictures.map(({ searchParams }) => searchParams.get('index'))).size).toBe(5)
      await page.getByRole('heading', { level: 1 }).focus()
      await page.keyboard.press('Space')
      await expect(button(page, 'Pause')).toBeVisible()

      // The space bar also works after a click on a button. A button focused by keyboard handles the space bar itself.
      await page.keyboard.press('Space')
      await expect(button(page, 'Play')).toBeVisible()
      await button(page, 'Legend').click()
      await page.keyboard.press('ArrowLeft')
      await expect(slider(page)).toHaveValue('55')
      await page.keyboard.press('Space')
      await expect(button(page, 'Pause')).toBeVisible()
      await expect(page.getByRole('group', { name: 'Legend', exact: true })).toBeVisible()
      await page.keyboard.press('Tab')
      await page.keyboard.press('Shift+Tab')
      await expect(button(page, 'Legend')).toBeFocused()
      await page.keyboard.press('Space')
      await expect(page.getByRole('group', { name: 'Legend', exact: true })).toBeHidden()
      await expect(button(page, 'Pause')).toBeVisible()

      // Moving the map stops playback.
      await button(page, 'Zoom in').click()
      await expect(button(page, 'Play')).toBeVisible()

      await button(page, 'Options').click()
      await page.getByLabel('Fast').check()
      await button(page, 'Options').click()
      await slider(page).fill('60')
      await expect(page.getByText('loading…')).toBeHidden()
      await page.clock.install()
      await page.clock.pauseAt(Date.now() + 5000)
      await button(page, 'Play').click()
      await expect(page.getByText('loading…')).toBeHidden(slow) // it ticks once all frames have loaded
      // The newest frame is held for three ticks before the loop restarts.
      for (const expected of [80, 86.667, 93.333, 0, 20]) {
        await page.clock.fastForward(500)
        await expect.poll(async () => Number(await slider(page).inputValue())).toBeCloseTo(expected, 2)
      }
      await button(page, 'Pause').click()
      await page.clock.fastForward(600)
      await expect(slider(page)).toHaveValue('20')
    },
  )
})

/** Expects every legend color on the map. */
async function expectLegendColours(page: Page) {
  await button(page, 'Legend').click()
  const steps = page.getByRole('group', { name: 'Legend' }).locator('ol > li')
  const legend = await steps.evaluateAll(all =>
    all.map(each => {
      const channels = getComputedStyle(each, '::before').backgroundColor.match(/\d+/g) ?? []
      return `#${channels.map(part => Number(part).toString(16).padStart(2, '0')).join('')}`
    }),
  )
  expect(legend).toHaveLength(28)
  expect(await steps.allTextContents()).toContain('65')
  await button(page, 'Legend').click() // the legend covers part of the map
  await expect
    .poll(async () => {
      const counts = await pixelCounts(map(page), legend)
      return legend.filter((_, index) => (counts[index] ?? 0) < 200)
    }, slow)
    .toEqual([])
}

test('unavailable layers show an error, never an empty map', async ({ page }) => {
  test.slow()
  await giveRadar(page)
  await page.route(/\/played\?/, refuse)
  await page.route(strikesCall, refuse)
  await page.route(/\/api\/map\/StormVectors/, refuse)
  await openRadar(page)
  await expect(page.getByText('This image could not be loaded')).toBeVisible(slow)
  await expect(page.getByText('Lightning: not available')).toBeVisible(slow)
  await button(page, 'Layers').click()
  await page.getByLabel('Storm Cells').check()
  await expect(page.getByText('Storm Cells: not available')).toBeVisible(slow)

  await button(page, 'Layers').click()
  await page.unroute(/\/played\?/)
  await page.route(/\/played\?/, route => {
    const body = Buffer.from(everyRadarColor(new URL(route.request().url())))
    return route.fulfill({ contentType: 'image/png', body })
  })
  await button(page, 'Try again').click()
  await test.step('the legend has the map’s colors for rain, snow and ice', () => expectLegendColours(page))

  await page.route(/\/api\/map\/extended/, refuse)
  await button(page, 'Past').click()
  await page.getByLabel('Extended').check()
  await expect(page.getByText('Radar is not available.')).toBeVisible()
})

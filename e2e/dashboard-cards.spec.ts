import { expect, type Locator, type Page, type Route } from '@playwright/test'
import { faults } from './steps/axe.ts'
import { detail } from './steps/detail.ts'
import { openAgain, test } from './steps/one-page.ts'
import { openAs, people } from './steps/people.ts'

const observation = /\/api\/observations\/ForLocation\//
const air = /\/api\/AirQuality\/Location\//
const history = /\/api\/Observations\/\d+/
const workRest = /\/api\/WorkRest\/ForLocation\//

const title = (page: Page) => page.getByRole('heading', { level: 1 })

/** Selects a place on the open dashboard. */
async function select(page: Page, place: string) {
  await expect(card(page, 'Current Conditions').or(page.getByRole('alert')).first()).toBeVisible()
  if ((await title(page).textContent()) !== place) {
    await page.getByRole('button', { name: place, exact: true }).click()
  }
  await expect(title(page)).toHaveText(place)
}

/** Opens the dashboard and selects a place. */
async function open(page: Page, place: string) {
  await openAgain(page, people.admin)
  await select(page, place)
}

const card = (page: Page, name: string): Locator => page.getByRole('region', { name, exact: true })

/** Passes the request on and changes the server's response. */
async function changed(route: Route, change: (data: never) => unknown) {
  const response = await route.fetch()
  const { data } = (await response.json()) as { data: never }
  await route.fulfill({ response, json: { data: change(data) } })
}

interface Measure {
  value: number | null
  observationTime: string | null
  freshUntil: string | null
}
interface Observation {
  state: string
  weatherStation: { name: string; imageUrl: string | null }
  data: Record<string, Measure | string | null> & {
    ambientTemperature: Measure
    wgbt: Measure
    windGust: Measure
  }
}

const isMeasure = (value: unknown): value is Measure =>
  typeof value === 'object' && value !== null && 'unit' in value

test('Current Conditions shows every value with its unit, source and age', async ({ page }) => {
  await open(page, 'Norman Stadium')
  const conditions = card(page, 'Current Conditions')
  await expect(conditions).toContainText(/Temperature -?\d+ °F/)
  for (const [name, unit] of [
    ['Feels like', '°F'],
    ['WBGT', '°F'],
    ['Rain today', 'in'],
    ['Wind', 'mph'],
    ['Gust', 'mph'],
  ]) {
    const value = conditions.locator('dl > div', { hasText: new RegExp(`^${name}`) })
    await expect(value).toContainText(new RegExp(`-?[\\d.]+ ${unit}`))
  }
  await expect(conditions).toContainText(/Norman High School.*(minutes? ago|just now)/)
  await expect(
    conditions.getByRole('img', { name: 'Calculated from other readings, not measured' }),
  ).toHaveCount(2)
})

test('the timeline can be read with the keyboard and remembers its metric', detail, async ({ page }) => {
  await open(page, 'Norman Stadium')
  const timeline = card(page, 'Conditions Timeline')
  const metric = timeline.getByLabel('Metric of the timeline')
  await expect(metric.locator('option')).toHaveText(['WBGT', 'Wind Speed (mph)', 'Temperature (°F)'])
  await metric.selectOption('Temperature (°F)')
  const chart = timeline.getByRole('slider', { name: 'Temperature over the last 3 hours' })
  await chart.focus()
  await page.keyboard.press('End')
  await expect(chart).toHaveAttribute('aria-valuetext', /^\d+:\d\d [AP]M \w+: -?\d+ °F$/)
  await page.reload()
  await expect(metric).toHaveValue('temperature')
})

test('the image card shows the station’s latest image and its time', async ({ page }) => {
  await open(page, 'Norman Stadium')
  const image = card(page, 'Selected Location')
  const seen = image.getByRole('img', { name: 'View from Norman High School' })
  await expect(seen).toBeVisible()
  await expect.poll(() => seen.evaluate((each: HTMLImageElement) => each.naturalWidth)).toBe(640)
  await expect(image).toContainText(/Image updated (just now|\d+ minutes? ago)/)
})

test('the air quality card has a gauge, and its details list each pollutant', detail, async ({ page }) => {
  await open(page, 'Fresno Fields')
  const quality = card(page, 'Air Quality')
  await expect(
    quality.getByRole('img', { name: /^PM2\.5 air quality index \d+ on a scale from 0 to 300/ }),
  ).toBeVisible()
  const opener = quality.getByRole('button', { name: 'View Details' })
  await opener.click()
  const details = page.getByRole('dialog', { name: 'Air Quality Details' })
  const pollutants = details.getByRole('region')
  await expect(pollutants).toHaveCount(3)
  await expect(pollutants.first()).toContainText('Primary pollutant impacting air quality in your area')
  await expect(pollutants.first()).toContainText(/Updated/)
  await expect(details.getByRole('region', { name: 'PM10' }).locator('dt')).toHaveText([
    'NowCast',
    '1-Hr AQI',
    '24-Hr AQI',
    'Source',
    'Distance',
  ])
  await expect(details.getByRole('region', { name: 'Ozone' })).toContainText('8-Hr AQI')
  await expect(pollutants.first()).toContainText(/\d+\.\d\d miles/)
  await details.getByRole('button', { name: 'Close Air Quality Details' }).click()
  await expect(details).toBeHidden()
  await expect(opener).toBeFocused()

  // Back closes a read-only dialog and leaves the page unchanged. Forward does not reopen it.
  await page.evaluate(() => void (document.documentElement.dataset['before'] = 'Back'))
  const entries = await page.evaluate(() => window.history.length)
  await opener.click()
  await expect(details).toBeVisible()
  for (const direction of ['goBack', 'goForward'] as const) {
    await page[direction]()
    await expect(details).toBeHidden()
    await expect(page).toHaveURL(/\/$/)
    await expect(title(page)).toHaveText('Fresno Fields')
    await expect(page.locator('html')).toHaveAttribute('data-before', 'Back')
  }
  // Opening and closing leaves no history entries.
  await opener.click()
  await page.keyboard.press('Escape')
  await expect(details).toBeHidden()
  expect(await page.evaluate(() => window.history.length)).toBe(entries)
})

test('the air quality and heat stress cards are hidden without a sensor or a work-rest profile', async ({
  page,
}) => {
  await open(page, 'Buffalo Depot')
  await expect(card(page, 'Current Conditions')).toContainText(/Temperature -?\d+ °F/)
  await expect(card(page, 'Air Quality')).toBeHidden()
  await expect(card(page, 'Heat Stress')).toBeHidden()
})

test('a place’s hours and days use its time zone, shown next to the viewer’s time', async ({ page }) => {
  await open(page, 'Buffalo Depot')
  const clock = (zone: string) =>
    new Intl.DateTimeFormat('en-US', { hour: 'numeric', timeZone: zone }).format().replace(/\s/g, ' ')
  await expect(page.getByRole('main')).toContainText(/\d+:\d\d [AP]M C[SD]T \(\d+:\d\d [AP]M E[SD]T there\)/)
  const forecast = card(page, 'Forecast Breakdown')
  await expect(forecast).toContainText(/times in E[SD]T/)
  await expect(forecast.getByRole('columnheader').nth(1)).toContainText(clock('America/New_York'))
  await forecast.getByRole('button', { name: 'Daily' }).click()
  await expect(forecast).toContainText(/days in E[SD]T/)
  await expect(card(page, 'Current Conditions')).toContainText(/\d+:\d\d [AP]M E[SD]T/)
  await expect(card(page, 'Delay history')).toContainText(/As of \d+:\d\d [AP]M E[SD]T/)
})

test('an hour of the heat forecast can be selected by keyboard and by click', detail, async ({ page }) => {
  await open(page, 'Phoenix Yard')
  await card(page, 'Heat Stress').getByRole('button', { name: 'View Details' }).click()
  const details = page.getByRole('dialog', { name: 'Heat Stress Details' })
  const tabs = details.getByRole('tab')
  await expect(tabs).toHaveCount(3)
  await expect(tabs.nth(0)).toHaveText('Today')
  await tabs.nth(0).focus()
  await page.keyboard.press('ArrowRight')
  await expect(tabs.nth(1)).toBeFocused()
  await expect(tabs.nth(1)).toHaveText('Tomorrow')
  const chart = details.getByRole('slider')
  await chart.focus()
  await page.keyboard.press('Home')
  await expect(details.getByRole('status').getByText(/^Forecast for \w+day, 12 AM MST$/)).toBeVisible()
  await expect(chart).toHaveAttribute('aria-valuetext', /^12 AM: [\d.]+ °F adjusted, .* Risk, /)
  const { width, height } = (await chart.boundingBox()) ?? { width: 0, height: 0 }
  await chart.click({ position: { x: width - 20, y: height / 2 } })
  await expect(details.getByRole('status').getByText(/^Forecast for \w+day, 11 PM MST$/)).toBeVisible()
  await details.getByRole('button', { name: 'Back to now' }).click()
  await expect(details.getByText(/^Now, observed/)).toBeVisible()
})

test(
  'cards and their details are accessible, and nothing is cut off on a phone or a wall display',
  detail,
  async ({ page }) => {
    test.slow() // scanning every dialog takes time
    await open(page, 'Phoenix Yard')
    await expect(card(page, 'Conditions Timeline').getByRole('slider')).toBeVisible()
    expect(await faults(page)).toEqual([])
    for (const name of ['Heat Stress', 'Air Quality']) {
      await card(page, name).getByRole('button', { name: 'View Details' }).click()
      const details = page.getByRole('dialog', { name: `${name} Details` })
      await expect(details.getByRole('region').first()).toBeVisible()
      expect(await faults(page, '[role=dialog]'), name).toEqual([])
      await page.keyboard.press('Escape')
      await expect(details).toBeHidden()
    }
    for (const width of [320, 360, 768, 1280, 1920]) {
      await page.setViewportSize({ width, height: 900 })
      await expect(card(page, 'Air Quality')).toBeVisible()
      // Charts measure themselves after the page's width changes.
      await expect
        .poll(() => page.evaluate(() => document.documentElement.scrollWidth), String(width))
        .toBeLessThanOrEqual(width)
    }
    // Phoenix has the most warnings. It must also fit as one of the other places on a phone, the narrowest screen.
    await select(page, 'Norman Stadium')
    await page.setViewportSize({ width: 360, height: 900 })
    const phoenix = page.getByRole('article', { name: 'Phoenix Yard' })
    await expect(phoenix.getByRole('img').first()).toBeVisible()
    expect(await phoenix.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0)
  },
)

test('failures show the specified texts with a plain explanation below', async ({ page }) => {
  await page.route(observation, route => route.abort())
  await page.route(air, route => route.abort())
  await page.route(workRest, route => route.abort())
  await page.route(history, route => route.abort())
  await openAs(page, people.admin)
  await select(page, 'Norman Stadium')
  const conditions = card(page, 'Current Conditions')
  await expect(conditions.getByText('Unable to load current conditions')).toBeVisible()
  await expect(conditions.getByText('No data is available for this location.')).toBeVisible()
  await expect(conditions).toContainText('The server did not respond.')
  await expect(
    page.getByText("Your AQI data is taking a breather. Hang tight and we'll be back soon!"),
  ).toBeVisible()
  await page.unroute(observation)
  await conditions.getByRole('button', { name: 'Try again' }).click()
  await expect(conditions).toContainText(/Temperature -?\d+ °F/)
  await expect(
    card(page, 'Conditions Timeline').getByText(
      'There was an error while trying to load the conditions timeline',
    ),
  ).toBeVisible()
})

/** How the tests change the readings, by the place's city. */
const changes = new Map<string, (data: Observation) => Observation>()

// Responses are cached for a minute, so each test uses a different place.
test.describe('with readings set by the test', () => {
  test.describe.configure({ mode: 'serial' })
  let page: Page
  test.beforeAll(async ({ browser }) => {
    page = await browser.newPage()
    await page.route(observation, route =>
      changed(route, (data: Observation) => {
        const [city = ''] = data.weatherStation.name.split(' ')
        return changes.get(city)?.(data) ?? data
      }),
    )
    await page.route(air, route =>
      changed(route, (pollutants: { aqiData: { nowCastIndex: object } }[]) => {
        const index = { value: 412, color: '#7E0023', shortDescription: 'Hazardous' }
        for (const { aqiData } of pollutants) aqiData.nowCastIndex = index
        return pollutants
      }),
    )
    changes.set('Norman', data => {
      data.data.wgbt.value = 92.4
      data.data.windGust.value = 39.6
      return data
    })
    changes.set('Tampa', data => {
      data.weatherStation.imageUrl = null
      return data
    })
    changes.set('Fresno', data => {
      data.data.windGust.value = null
      return data
    })
    changes.set('Phoenix', data => {
      data.data.wgbt.value = 86
      return data
    })
    await openAs(page, people.admin)
  })
  test.afterAll(() => page.close())

  test('a breached policy is flagged in words and not by color alone', async () => {
    await select(page, 'Norman Stadium')
    const conditions = card(page, 'Current Conditions')
    await expect(conditions.getByText('Policy breached', { exact: true })).toBeVisible()
    await expect(conditions.getByText('Policy breached: Over 88.0 °F')).toBeVisible()
    // A value is not rounded up to a limit that it has not reached.
    await expect(conditions).toContainText('39.6 mph')
    await expect(conditions.getByText('Close to the policy: Near 40 mph')).toBeVisible()
  })

  test('the image card has a placeholder and opens the location form', detail, async () => {
    await select(page, 'Tampa Pier')
    const image = card(page, 'Selected Location')
    await expect(image).toContainText('This station has no camera')
    await image.getByRole('button', { name: 'Edit Tampa Pier' }).click()
    await expect(page.getByRole('dialog', { name: 'Tampa Pier' })).toBeVisible()
    await page.keyboard.press('Escape')
  })

  test('missing values are shown as missing, never as zero', async () => {
    await select(page, 'Fresno Fields')
    const gust = card(page, 'Current Conditions').locator('dl > div', { hasText: 'Gust' })
    await expect(gust).toContainText('-- mph')
    await expect(gust).not.toContainText('Max')
  })

  test('an AQI beyond the scale leaves the needle at the end and shows the number', async () => {
    await select(page, 'Fresno Fields')
    await expect(card(page, 'Air Quality')).toContainText('412')
    await expect(card(page, 'Air Quality')).toContainText('Beyond scale')
  })

  test('Heat Stress applies and remembers clothing and workload', detail, async () => {
    await select(page, 'Phoenix Yard')
    const heat = card(page, 'Heat Stress')
    await expect(heat).toContainText('High Risk')
    await expect(heat).toContainText('40 min work / 20 min rest')
    await heat.getByRole('button', { name: 'View Details' }).click()
    const details = page.getByRole('dialog', { name: 'Heat Stress Details' })
    await details.getByRole('button', { name: /^Hard Work/ }).click()
    await expect(details.getByRole('radio', { name: 'Hard Work' })).toBeChecked()
    await details.getByRole('checkbox', { name: /Body Armor/ }).check()
    await expect(details.getByText('Extreme Risk', { exact: true })).toBeVisible()
    await expect(details.getByRole('img', { name: 'Work and rest: 10 min work / 50 min rest' })).toBeVisible()
    await details.getByRole('button', { name: 'Percent' }).click()
    await expect(details.getByRole('img', { name: 'Work and rest: 17% work / 83% rest' })).toBeVisible()
    await expect(details.getByRole('region', { name: 'Adjustments' })).toContainText('+5 °F')
    await expect(details.getByRole('heading', { name: 'Understanding Heat Stress' })).toBeVisible()
    await page.reload()
    await expect(heat).toContainText('10 min work / 50 min rest')
    await expect(heat).toContainText('Hard Work · Body Armor')
  })

  test('stale values are marked as stale and never permit work', async () => {
    changes.set('Norman', data => {
      const then = new Date(Date.now() - 4 * 3_600_000).toISOString()
      for (const value of Object.values(data.data))
        if (isMeasure(value) && value.value !== null)
          Object.assign(value, { observationTime: then, freshUntil: then })
      return { ...data, state: 'Stale', data: { ...data.data, observationTime: then } }
    })
    await page.reload()
    await select(page, 'Norman Stadium')
    await expect(card(page, 'Current Conditions')).toContainText('These values are old')
    await expect(card(page, 'Current Conditions')).toContainText('4 hours ago')
    const heat = card(page, 'Heat Stress')
    await expect(heat).toContainText('Risk unknown')
    await expect(heat).toContainText('Old value, treat as hot')
    await expect(heat).not.toContainText('Continuous Work')
  })
})

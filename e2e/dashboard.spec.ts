import { expect, test, type Locator, type Page, type Route } from '@playwright/test'
import { faults } from './steps/axe.ts'
import { detail } from './steps/detail.ts'
import { openAs, people } from './steps/people.ts'

test.slow() // pages are loaded several times, and forecasts are long

const answer = (data: unknown) => (route: Route) => route.fulfill({ json: { data } })
const refuse = (status: number, message: string) => (route: Route) =>
  route.fulfill({ status, json: { responseException: { message, errors: {} } } })

/** Turns the live stream off. The page then fetches everything, so a test controls the responses. */
async function withoutStream(page: Page) {
  await page.route('**/api/live', route => route.abort())
}

const hourly = '**/api/forecast/Hourly/**'
const threats = '**/api/Threats/*'
const forecastCard = (page: Page) => page.getByRole('region', { name: 'Forecast Breakdown', exact: true })
const risksCard = (page: Page) => page.getByRole('region', { name: "Today's Policy Risks" })
const warningsCard = (page: Page) => page.getByRole('region', { name: /^Active Warnings for/ })

const leftAt = new Date(Date.now() - 60_000).toISOString()

/** A warning that counts down. */
const warning = {
  id: 1,
  locationId: 1,
  policyId: 1,
  policyName: 'Crane Wind',
  policyDisplayName: 'Wind Speed 30 mph or higher',
  policyTypeShortName: 'WIND',
  threatType: 7,
  thresholdValue: 30,
  isDesc: false,
  unit: 'mph',
  precision: 0,
  value: 24,
  startedTime: leftAt,
  lastAlertTime: leftAt,
  lastUpdateTime: leftAt,
  allClearTime: leftAt,
  allClearMinutes: 30,
  unsure: null,
  message: 'Wind',
}

// Ignores requests that are in flight when a test ends.
test.afterEach(({ page }) => page.unrouteAll({ behavior: 'ignoreErrors' }))

test(
  'a place can be selected by keyboard, appears in the title, and is remembered in the tab',
  detail,
  async ({ page }) => {
    await openAs(page, people.admin)
    const others = page.getByRole('region', { name: 'Other locations' })
    const other = others.getByRole('button', { name: 'Tampa Pier' })
    // The dashboard opens with a place chosen by the weather, which may be this one.
    const places = others.getByRole('heading').getByRole('button')
    await expect(places.first()).toBeVisible()
    if ((await other.count()) === 0) await places.first().click()
    await other.focus()
    await page.keyboard.press('Enter')
    const title = page.getByRole('heading', { level: 1, name: 'Tampa Pier' })
    await expect(title).toBeFocused()
    await expect(page).toHaveTitle(/^(⚡ \d+:\d\d Tampa Pier|\? Tampa Pier|Tampa Pier · Skywarden)$/)
    await page.reload()
    await expect(title).toBeVisible()
  },
)

test(
  'the side card slides in half a second after each selection, including the first place again',
  detail,
  async ({ page }) => {
    await page.emulateMedia({ reducedMotion: 'no-preference' })
    await page.addInitScript(() => {
      const slides: string[] = []
      Object.assign(globalThis, { slides })
      document.addEventListener('animationstart', ({ target, animationName }) => {
        if (
          target instanceof HTMLElement &&
          target.dataset['card'] === 'image' &&
          /slide-in/.test(animationName)
        )
          slides.push(getComputedStyle(target).animationDelay)
      })
    })
    await openAs(page, people.admin)
    const slides = () => page.evaluate(() => (globalThis as unknown as { slides: string[] }).slides)
    const sideCard = page.locator('[data-card="image"] article, [data-card="image"] section').first()
    const others = page.getByRole('region', { name: 'Other locations' })
    await expect(sideCard).toBeVisible()
    expect(await slides()).toEqual([])

    const first = await page.getByRole('heading', { level: 1 }).innerText()
    await others.getByRole('heading').getByRole('button').first().click()
    await expect.poll(slides).toEqual(['0.5s'])
    await others.getByRole('button', { name: first }).click()
    await expect.poll(slides).toEqual(['0.5s', '0.5s'])
  },
)

test('the first visit selects the first place with a warning', async ({ page }) => {
  await withoutStream(page)
  await page.route('**/api/location', async route => {
    const reply = await route.fetch()
    const { data } = (await reply.json()) as { data: { id: number; label: string }[] }
    const phoenix = data.find(({ label }) => label === 'Phoenix Yard')
    await page.route('**/api/policy/Warnings/*', answer([]))
    await page.route(`**/api/policy/Warnings/${phoenix?.id}`, answer([warning]))
    await route.fulfill({ response: reply })
  })
  await page.route('**/api/location/Delay/*', route => route.abort())
  await openAs(page, people.admin)
  await expect(page.getByRole('heading', { level: 1, name: 'Phoenix Yard' })).toBeVisible()
  await expect(page.getByText('You have 1 location(s) in a policy warning')).toBeVisible()
})

test('locations that fail to load show an error and appear once they load', async ({ page }) => {
  let answers = false
  await page.route(/\/api\/location$/, route => (answers ? route.continue() : route.abort()))
  await openAs(page, people.admin)
  const note = page.getByRole('main').getByRole('alert')
  await expect(note).toContainText('Problem retrieving locations')
  await expect(note).toContainText('Check internet connection')
  await expect(page.getByText('Failed To Get Locations')).toBeVisible()
  answers = true
  await note.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('article', { name: /^Lightning Status at/ })).toBeVisible()
})

test('a silenced location has a bell with a tooltip', detail, async ({ page }) => {
  await page.route('**/api/location', async route => {
    const reply = await route.fetch()
    const { data } = (await reply.json()) as { data: { flags: number }[] }
    await answer(data.map(location => ({ ...location, flags: 4 })))(route)
  })
  await openAs(page, people.admin)
  const text = 'Notifications are silenced for this location. Enable them by editing this location.'
  const bell = page.getByRole('img', { name: text })
  await expect(page.getByText(text)).toBeHidden()
  await bell.focus()
  await expect(page.getByText(text)).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByText(text)).toBeHidden()
})

/** Returns 36 forecast hours, most of them uneventful. */
function hoursAhead() {
  const measure = (value: number | null) => ({ value, unit: '' })
  return Array.from({ length: 36 }, (_hour, index) => ({
    source: 'test',
    issuedTime: new Date().toISOString(),
    stale: false,
    observationTime: new Date(Date.now() + index * 3_600_000).toISOString(),
    forecastStartTime: new Date(Date.now() + index * 3_600_000).toISOString(),
    ambientTemperature: measure(60 + index),
    feelsLike: measure(index === 1 ? null : 50 + index),
    wbgt: measure(55),
    windSpeed: measure(8),
    windGust: measure(12),
    windDirection: { ...measure(90), text: 'E' },
    precipitation: measure(0),
    precipitationChance: measure(index === 0 ? 40 : 0),
    snowAccumulation: measure(0),
    relativeHumidity: measure(50),
    weatherCode: { value: '7777', text: null },
    dayLight: true,
  }))
}

const threat = (level: number) => ({
  policyName: 'Rain',
  policyTypeShortName: 'PRECIP',
  threatType: 6,
  threatLevel: level,
  threshold: 1.5,
  unit: 'in',
  isDesc: false,
  threatTimes: [],
})

type Reply = (route: Route) => Promise<void>

test(
  'forecast, policy risks and warnings show loading, error, empty and data states',
  detail,
  async ({ page }) => {
    const never: Reply = () => new Promise(() => {})
    const replies = { hourly: never, threats: never, warnings: answer([]), advisories: answer([]) }
    await withoutStream(page)
    await page.route(hourly, route => replies.hourly(route))
    await page.route(threats, route => replies.threats(route))
    await page.route('**/api/policy/Warnings/*', route => replies.warnings(route))
    await page.route('**/api/Advisory/*', route => replies.advisories(route))
    await page.route('**/api/ProactiveForecast/**', answer([]))
    const [forecast, risks, warnings] = [forecastCard(page), risksCard(page), warningsCard(page)]
    await openAs(page, people.admin)
    await test.step('the forecast and the risks are loading, and the warnings card is hidden without warnings', async () => {
      await expect(forecast.getByRole('status', { name: 'Loading the forecast' })).toBeVisible()
      await expect(risks.getByRole('status', { name: 'Loading the policy risks' })).toBeVisible()
      await expect(warnings).toBeHidden()
    })

    replies.hourly = refuse(500, 'Out of order')
    replies.threats = refuse(500, 'Out of order')
    replies.advisories = refuse(503, 'It is not known')
    await page.reload()
    await test.step('the warnings card is visible while alerts are unknown', async () => {
      await expect(warnings).toContainText('Weather-service alerts are currently unknown')
      await expect(page.getByRole('img', { name: 'Unknown: weather-service alerts' }).first()).toBeVisible()
    })
    await test.step('the forecast: error, empty', async () => {
      await expect(forecast.getByRole('alert')).toContainText(
        "Your forecast breakdown is having a breakdown. Give us a moment, and we'll be back up and running soon!",
      )
      replies.hourly = refuse(503, 'The forecast for this location is currently unknown.')
      await forecast.getByRole('button', { name: 'Try again' }).click()
      await expect(forecast).toContainText('No forecast data available for this location')
    })
    await test.step('the policy risks: error, empty', async () => {
      await expect(risks).toContainText('There was an error while trying to load the threats forecast')
      replies.threats = answer([])
      await risks.getByRole('button', { name: 'Try again' }).click()
      await expect(risks).toContainText('No data available for this location')
    })

    replies.hourly = answer(hoursAhead())
    replies.threats = answer([threat(0)])
    replies.advisories = answer([])
    await page.reload()
    await test.step('the policy risks: none, unless something at the place is dangerous or unknown', () =>
      expectFine(page, risks))
    await test.step('the forecast: data', () => expectForecast(page, forecast))

    replies.threats = answer([threat(1)])
    replies.warnings = refuse(500, 'Out of order')
    await page.reload()
    await test.step('the policy risks: expected', () => expect(risks).toContainText('Next 24hr'))
    await test.step('warnings: error', async () => {
      await expect(warnings).toContainText(
        "Uh oh, there's an issue displaying your alerts. We're working on it!",
      )
      await expect(
        page.getByText(/You have \d+ location\(s\) in a policy warning; \d+ unknown/),
      ).toBeVisible()
    })
    await page.route('**/api/policy/site', answer([]))
    await page.reload()
    await test.step('the policy risks: no policies', () => expect(risks).toContainText('No Policies'))
  },
)

/** Checks both cards in one evaluation, because All Clear may be proven or end between two evaluations. */
async function expectFine(page: Page, card: Locator) {
  const hero = page.getByRole('article', { name: /^Lightning Status at/ })
  const texts = { clear: 'Looking Good Today', other: 'No other policy risks expected' }
  await expect
    .poll(async () => {
      const risks = await card.elementHandle()
      return hero.evaluate(
        ({ dataset }, [element, { clear, other }]) => {
          const isClear = dataset['shown'] === 'AllClear' && !('otherHazards' in dataset)
          return element?.textContent.includes(isClear ? clear : other)
        },
        [risks, texts] as const,
      )
    })
    .toBe(true)
}

async function expectForecast(page: Page, card: Locator) {
  const feels = card.getByRole('row', { name: /^Feels like/ })
  await expect(feels.getByRole('cell').nth(0)).toHaveText('50°')
  await expect(feels.getByRole('cell').nth(1)).toHaveText('--')
  await expect(
    card
      .getByRole('row', { name: /^Chance/ })
      .getByRole('cell')
      .nth(0),
  ).toHaveText('40%')
  await expect(
    card
      .getByRole('row', { name: /^Chance/ })
      .getByRole('cell')
      .nth(1),
  ).toHaveText('')
  await expect(card.getByRole('img', { name: 'from E' }).first()).toHaveCSS(
    'transform',
    'matrix(0, -1, 1, 0, 0, 0)',
  )
  await expect(card.getByRole('button', { name: 'Snow' })).toBeHidden()

  const scroller = card.getByRole('region', { name: 'Forecast by the hour' })
  const left = () => scroller.evaluate(element => element.scrollLeft)
  await card.getByRole('button', { name: 'Later' }).click()
  await expect.poll(left).toBe(240)
  await scroller.hover({ position: { x: 300, y: 200 } }) // the page does not scroll after this
  const box = await scroller.boundingBox()
  if (!box) throw new Error('no box')
  await page.mouse.down()
  await page.mouse.move(box.x + 200, box.y + 200, { steps: 4 })
  await page.mouse.up()
  await expect.poll(left).toBe(340)

  await card.getByRole('button', { name: 'Temp' }).click()
  await card.getByRole('button', { name: 'Daily' }).click()
  await expect(card.getByRole('button', { name: 'Feels' })).toHaveAttribute('aria-pressed', 'true')
  await expect(card.getByRole('columnheader')).toHaveCount(8)
}

test('warnings expand from their tabs, count down, and show only sanitized HTML', async ({ page }) => {
  const message =
    '<p onclick="alert(1)"><strong>Storm.</strong></p><script>alert(1)</script><img src=x onerror=alert(1)><a href="javascript:alert(1)">bad</a> <a href="https://weather.test/">good</a>'
  await withoutStream(page)
  await page.route(
    '**/api/policy/Warnings/*',
    answer([{ ...warning, unsure: 'stale', source: 'Stadium mast' }]),
  )
  await page.route('**/api/Advisory/*', answer([]))
  await page.route(
    '**/api/ProactiveForecast/**',
    answer([
      {
        id: 'f',
        forecastType: { name: 'Severe Weather', color: '#c62828' },
        expiresAt: '2026-11-05T18:00:00Z',
        messages: [{ id: 'm', headline: 'Storm tonight', message, createdAt: '2026-11-05T12:10:00Z' }],
      },
    ]),
  )
  await openAs(page, people.admin)
  const card = warningsCard(page)
  const policy = card.getByRole('tab', { name: /^Crane Wind/ })
  await expect(policy).toHaveAttribute('aria-selected', 'true')
  await expect(policy).toContainText(/2\d:\d\d/)
  await expect(card.getByRole('tabpanel')).toBeHidden()
  await card.getByRole('button', { name: /^Active Warnings for/ }).click()
  await expect(card.getByRole('tabpanel')).toContainText('24 mph')
  await expect(card.getByRole('tabpanel')).toContainText(
    'Only Stadium mast or a source as near and as direct',
  )

  await policy.focus()
  await page.keyboard.press('ArrowRight')
  await expect(card.getByRole('tab', { name: 'Forecast - Storm tonight' })).toBeFocused()
  const panel = card.getByRole('tabpanel')
  await expect(panel).toContainText('11/05/26 06:10 AM')
  await expect(panel.locator('strong')).toHaveText('Storm.')
  await expect(panel.locator('script, img, [onclick]')).toHaveCount(0)
  await expect(panel.getByRole('link')).toHaveCount(1)
  expect(await faults(page, 'section:has([role=tabpanel])')).toEqual([])
})

test(
  'the dashboard fits every width and one printed page, without layout shifts',
  detail,
  async ({ page }) => {
    await page.emulateMedia({ reducedMotion: 'no-preference' })
    await page.addInitScript(() => {
      const shifts = { total: 0 }
      Object.assign(globalThis, { shifts })
      new PerformanceObserver(list => {
        for (const entry of list.getEntries())
          shifts.total += (entry as PerformanceEntry & { value: number }).value
      }).observe({ type: 'layout-shift', buffered: true })
    })
    await openAs(page, people.admin)
    await page.goto('/')
    await expect(risksCard(page).getByRole('listitem').first()).toBeVisible()
    await expect(forecastCard(page)).toBeVisible()
    await page.evaluate(async () => {
      const fades = document.getAnimations().filter(each => each.effect?.getTiming().iterations !== Infinity)
      await Promise.allSettled(fades.map(({ finished }) => finished))
    })
    const total = await page.evaluate(
      () => (globalThis as unknown as { shifts: { total: number } }).shifts.total,
    )
    expect(total).toBeLessThan(0.05)
    const printed = (await page.pdf({ preferCSSPageSize: true })).toString('latin1')
    expect(printed.match(/\/Type\s*\/Page\b/g)).toHaveLength(1)
    for (const width of [320, 360, 768, 1280, 1920]) {
      await page.setViewportSize({ width, height: 900 })
      // Charts measure themselves after the page's width changes.
      await expect
        .poll(() => page.evaluate(() => document.documentElement.scrollWidth - innerWidth), `${width} px`)
        .toBeLessThanOrEqual(0)
    }
  },
)

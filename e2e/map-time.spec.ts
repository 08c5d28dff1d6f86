import { expect, test } from '@playwright/test'
import { detail } from './steps/detail.ts'
import {
  drawnFrame,
  give,
  giveLightning,
  giveRadar,
  refuse,
  slow,
  strikesCall,
} from './steps/given-weather.ts'
import { launchOptions } from './servers/launch-options.ts'
import {
  button,
  clickMap,
  frameTime,
  openRadar,
  slider,
  state,
  strikeAt,
  windowSize,
} from './steps/live-radar-page.ts'
import { OwnServer } from './servers/own-server.ts'
import { openAs, people } from './steps/people.ts'

test.use({ launchOptions: launchOptions({ webgl: true }) })

const minuteMs = 60_000

test(
  'a past frame shows the strikes and cells of its time, and no current ones',
  detail,
  async ({ page }) => {
    test.slow()
    const { pictures } = await giveRadar(page)
    const strikeOf = (at: string | null) =>
      strikeAt(at === null ? 0 : 0.25, {
        TimeStamp: Math.floor(Date.parse(at ?? new Date().toISOString()) / 1000) - 60,
      })
    const asked = await giveLightning(page, at => [strikeOf(at)])
    await page.route(/\/api\/map\/StormVectors/, route => {
      const at = new URL(route.request().url()).searchParams.get('at')
      // Only the last 15 minutes are known.
      if (at !== null && Date.now() - Date.parse(at) > 16 * minuteMs) return refuse(route)
      const asOf = at ?? new Date().toISOString()
      return route.fulfill({ json: { data: { type: 'FeatureCollection', asOf, features: [] } } })
    })
    // No alerts, because their colors would cover those of the frames.
    await give(page, /\/api\/map\/Alerts$/, { asOf: new Date().toISOString(), alerts: [] })
    await openRadar(page)
    await expect.poll(() => drawnFrame(page), slow).toBe(4)
    await expect(frameTime(page)).toHaveAttribute('data-now')
    expect(asked).toEqual(asked.map(() => null))
    await button(page, 'Layers').click()
    await page.getByLabel('Storm Cells').check()
    await page.getByLabel('NWS Alerts').check()
    const lightning = page.locator('label', { hasText: 'Lightning' })
    await expect(lightning).toContainText('as of')
    await button(page, 'Layers').click()

    // Ten minutes back, the map shows the strikes of that time.
    for (let step = 0; step < 9; step++) await page.keyboard.press('ArrowLeft')
    await expect.poll(() => drawnFrame(page), slow).toBe(2)
    const times = new Map(pictures.map(({ searchParams: each }) => [each.get('index'), each.get('TIME')]))
    await expect.poll(() => asked.map(at => at && Date.parse(at))).toContain(Date.parse(times.get('2') ?? ''))
    await expect(frameTime(page)).not.toHaveAttribute('data-now')
    await expect(frameTime(page)).toContainText(/1\d minutes ago/)
    // Alerts are known only for the present, which a note on the map states.
    await expect(frameTime(page)).toContainText('Alerts: now')
    await expect(frameTime(page)).not.toContainText('Lightning')
    const popup = page.getByRole('dialog', { name: 'Lightning strike' })
    await expect(async () => {
      // A quarter of a degree north of the center at zoom 8.
      await clickMap(page, (0.25 / 360) * 512 * 2 ** 8 * 1.224)
      await expect(popup).toBeVisible({ timeout: 2000 })
    }).toPass(slow)
    await page.keyboard.press('Escape')
    await clickMap(page)
    await expect(popup).toBeHidden()
    await expect(page.getByText('Storm Cells: not known')).toBeHidden()
    // Twenty minutes back, the storm cells are unknown, which a note on the map states.
    for (let step = 0; step < 11; step++) await page.keyboard.press('ArrowLeft')
    await expect(slider(page)).toHaveValue('0')
    await expect(page.getByText('Storm Cells: not known for this time')).toBeVisible(slow)

    // A forecast has no strikes, so the current ones are dimmed and labeled as current.
    await button(page, 'Past').click()
    await page.getByLabel('Future').check()
    await expect(frameTime(page)).toContainText('Model, in')
    await expect(frameTime(page)).toContainText('Lightning, alerts: now')

    // The chosen layers are restored after a reload, and the visit starts in the past.
    await page.reload()
    await expect(button(page, 'Past')).toBeVisible(slow)
    await expect(frameTime(page)).toContainText('Observed', slow)
    await button(page, 'Layers').click()
    await expect(page.getByRole('checkbox', { name: 'Storm Cells' })).toBeChecked()
  },
)

test('the map shows the place’s state, and reports a silent feed and an unresponsive server', async ({
  page,
}) => {
  test.slow()
  await giveRadar(page)
  await page.clock.install()
  const since = new Date(Date.now() - 4 * minuteMs).toISOString()
  await giveLightning(page, () => [strikeAt(0)], {
    coveredThrough: since,
    isReporting: false,
    isComplete: false,
  })
  await openRadar(page)
  await expect(state(page)).toContainText('Norman Stadium')
  await expect(state(page)).toContainText(/Lightning: All Clear|Lightning Delay \d+:\d\d/, slow)
  await expect(page.getByText(/^Lightning: as of .*, the feed has stopped reporting$/)).toBeVisible(slow)

  await page.unroute(strikesCall)
  await giveLightning(page)
  await page.clock.fastForward(10_000)
  await expect(page.getByText(/the feed has stopped reporting/)).toBeHidden()

  // The server stops responding.
  await page.unroute(strikesCall)
  await page.route(/\/api\//, () => {})
  await page.clock.fastForward(45_000)
  await expect(state(page)).toContainText('Lightning: Unknown')
  await expect(state(page)).toContainText('Treat as unsafe.')
  await expect(page.getByText(/^Lightning: as of .*, no recent update from the server$/)).toBeVisible()
})

test('the countdown renders even if the clock advances on every read', detail, async ({ page }) => {
  test.slow()
  const server = await OwnServer.start()
  try {
    await server.cover()
    await server.strikeNorman()
    await page.addInitScript(() => {
      const now = performance.now.bind(performance)
      let lateMs = 0
      performance.now = () => now() + (lateMs += 0.1)
    })
    await page.setViewportSize(windowSize)
    await openAs(page, people.admin, `${server.baseURL}/LiveRadar`)
    await page.getByLabel('Location', { exact: true }).selectOption('Norman Stadium')
    await expect(state(page)).toContainText(/Lightning Delay (30|29):\d\d/, slow)
    const before = await state(page).innerText()
    await expect(state(page)).not.toContainText(before)
    await expect(state(page)).toContainText('Lightning Delay')
  } finally {
    await server.stop()
  }
})

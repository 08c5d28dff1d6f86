import { readFile } from 'node:fs/promises'
import { expect, test, type Page, type Route } from '@playwright/test'
import { faults } from './steps/axe.ts'
import type { DelayRecord, WireDelaySummary } from '#contract/weather/lightning'
import { detail } from './steps/detail.ts'
import { OwnServer } from './servers/own-server.ts'
import { openAs, people } from './steps/people.ts'

const summaryCall = /\/api\/location\/\d+\/Delays\/Summary/
const card = (page: Page) => page.getByRole('region', { name: 'Delay history', exact: true })
const answer = (data: WireDelaySummary) => (route: Route) => route.fulfill({ json: { data } })

const dayMs = 86_400_000
const nowMs = Date.now()
const instant = (agoMs: number) => new Date(nowMs - agoMs).toISOString()
const minutes = (count: number) => count * 60_000

function delay(id: number, openedAgoMs: number, lastedMs: number | null): DelayRecord {
  return {
    id,
    locationId: 1,
    locationLabel: 'Norman Stadium',
    ring: id === 1 ? 1 : 2,
    radiusMiles: id === 1 ? 8 : 16,
    allClearMinutes: 30,
    opened: instant(openedAgoMs),
    endsAt: instant(openedAgoMs - minutes(30)),
    closed: lastedMs === null ? null : instant(openedAgoMs - lastedMs),
    strikes: id,
    simulated: true,
  }
}

/** 30 quiet days, all of them proven. */
const quiet: WireDelaySummary = {
  from: instant(29 * dayMs),
  to: instant(0),
  timeZone: 'America/Chicago',
  delays: 0,
  delayedSeconds: 0,
  unknownSeconds: 0,
  running: false,
  longest: null,
  latest: [],
  perDay: Array.from({ length: 30 }, (_, index) => ({
    day: instant((29 - index) * dayMs).slice(0, 10),
    delays: 0,
    delayedSeconds: 0,
    unknownSeconds: 0,
  })),
}

const stormy: WireDelaySummary = {
  ...quiet,
  delays: 2,
  delayedSeconds: 5400,
  unknownSeconds: 7200,
  running: true,
  longest: delay(2, 3 * dayMs, minutes(62)),
  latest: [delay(1, minutes(28), null), delay(2, 3 * dayMs, minutes(62))],
  perDay: quiet.perDay.map((day, index) => {
    if (index === 29) return { ...day, delays: 1, delayedSeconds: 1680 }
    if (index === 26) return { ...day, delays: 1, delayedSeconds: 3720 }
    return index === 3 ? { ...day, unknownSeconds: 7200 } : day
  }),
}

/** The card only. Other tests cover the whole page. */

test('the card shows totals, a bar per day and the latest delays, is accessible, and fits a phone', async ({
  page,
}) => {
  await page.route(summaryCall, answer(stormy))
  await openAs(page, people.admin)
  const history = card(page)
  await expect(history.locator('dl > div')).toHaveText([
    /^Delays2 counted per ring$/,
    /^Time in delay1 h 30 min at least one ring$/,
    /^Longest1 h 2 min Ring 2, \w{3} \d+$/,
  ])
  await expect(history).toContainText('No data for 2 h')
  const rows = history.getByRole('list', { name: 'Latest delays, newest first' }).getByRole('listitem')
  await expect(rows).toHaveCount(2)
  await expect(rows.first()).toContainText(/Ring 1 · 8 mi.*Still running.*28 min so far · 1 strike/)
  await expect(rows.last()).toContainText(/Ring 2 · 16 mi.* · 1 h 2 min · 2 strikes/)
  await expect(rows.last()).not.toContainText(/All Clear|Still running/)

  const bars = history.getByRole('slider', { name: 'Time in delay, day by day' })
  await expect(bars.locator('[data-day]')).toHaveCount(30)
  await bars.focus()
  await page.keyboard.press('End')
  await expect(bars).toHaveAttribute('aria-valuetext', /^\w{3}, \w{3} \d+: 1 delay, 28 min in delay$/)
  await page.keyboard.press('ArrowLeft')
  await expect(bars).toHaveAttribute('aria-valuetext', /: No delay$/)
  expect(await faults(page, 'section:has([data-day])')).toEqual([])

  await page.setViewportSize({ width: 360, height: 740 })
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360)
  const gap = bars.locator('[data-day]').nth(3)
  await gap.hover()
  await expect(history.getByText('No delay on record')).toBeVisible()
  await page.mouse.move(0, 0)
  await expect(history.getByText('No delay on record')).toBeHidden()
})

test('an error stays until a response arrives and hides no known data', detail, async ({ page }) => {
  await page.route(summaryCall, route => route.abort())
  await openAs(page, people.admin)
  const history = card(page)
  const failure = history.getByText('Delay history could not be loaded')
  await expect(failure).toBeVisible()
  await expect(history).not.toContainText('No delay')

  let release = () => {}
  const held = new Promise<void>(resolve => (release = resolve))
  await page.unroute(summaryCall)
  await page.route(summaryCall, async route => {
    await held
    await answer(quiet)(route)
  })
  await history.getByRole('button', { name: 'Try again' }).click()
  await expect(failure).toBeVisible()
  await expect(history.getByRole('status', { name: 'Loading the delay history' })).toBeHidden()
  release()
  await expect(history).toContainText('No delay in the last 30 days')
  await expect(history).toContainText('the delay will be listed here with its time, strikes and evidence')
  await expect(failure).toBeHidden()

  await page.unroute(summaryCall)
  await page.route(summaryCall, route => route.abort())
  await page.evaluate(() => dispatchEvent(new Event('visibilitychange')))
  await expect(failure).toBeVisible()
  await expect(history).toContainText('No delay in the last 30 days')
  await expect(history).toContainText(/As of \d+:\d\d [AP]M C[SD]T/)

  // "Nothing on record" does not mean that nothing happened.
  await page.unroute(summaryCall)
  await page.route(summaryCall, answer({ ...quiet, unknownSeconds: 3 * 86_400 }))
  await history.getByRole('button', { name: 'Try again' }).click()
  await expect(history).toContainText('No delay on record in the last 30 days')
  await expect(history).toContainText('No data for 3 d')
})

test.describe('with a dedicated server', () => {
  let server: OwnServer
  test.beforeAll(async () => {
    server = await OwnServer.start()
  })
  test.afterAll(() => server.stop())
  test.slow() // starting its own server takes time

  test(
    'a delay is listed as soon as it opens, and all delays can be exported as CSV',
    detail,
    async ({ page }, info) => {
      await openAs(page, people.admin, server.baseURL)
      const history = card(page)
      await expect(history).toContainText('No delay on record in the last 30 days')
      await server.cover()
      await server.strikeNorman(60)
      await expect(history.getByText('Still running')).toHaveCount(4)
      await expect(history.getByRole('listitem').first()).toContainText('Ring 1 · 8 mi')

      const [file] = await Promise.all([
        page.waitForEvent('download'),
        history.getByRole('button', { name: 'Export of the delays of Norman Stadium' }).click(),
      ])
      expect(file.suggestedFilename()).toMatch(
        /^Delays Norman Stadium \d{4}-\d\d-\d\d to \d{4}-\d\d-\d\d\.csv$/,
      )
      const path = info.outputPath('delays.csv')
      await file.saveAs(path)
      const [names = [], ...rows] = (await readFile(path, 'utf8'))
        .trimEnd()
        .split('\r\n')
        .map(line => line.split(','))
      const column = (name: string) => rows.map(row => row[names.indexOf(name)])
      expect(column('ring')).toEqual(['1', '2', '3', '4'])
      expect(column('radiusMiles')).toEqual(['8', '16', '26', '40'])
      expect(new Set(column('closedUtc'))).toEqual(new Set(['running']))
      expect(column('strikes')).toEqual(['1', '1', '1', '1'])
      expect(column('firstStrikeUtc')).toEqual(column('openedUtc'))
      for (const [index, local] of column('openedLocal').entries()) {
        expect(local).toMatch(/-0[56]:00$/)
        expect(Date.parse(local ?? '')).toBe(
          Math.floor(Date.parse(column('openedUtc')[index] ?? '') / 1000) * 1000,
        )
      }

      await page.route('**/Delays/Csv*', route => route.abort())
      await history.getByRole('button', { name: 'Export of' }).click()
      await expect(page.getByText('Export could not be downloaded')).toBeVisible()
    },
  )
})

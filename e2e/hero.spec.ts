import { expect, test, type Locator, type Page } from '@playwright/test'
import { faults } from './steps/axe.ts'
import { OwnServer } from './servers/own-server.ts'
import { openAs, people } from './steps/people.ts'

test.slow() // starting its own server takes time

interface Frame {
  readonly shown: string
  readonly caption: string
  /** The strikes inside the innermost ring, as text. */
  readonly inside: string
}

/** Reads the hero in every rendered frame until the result is requested. */
async function readFrames(page: Page, hero: Locator): Promise<() => Promise<Frame[]>> {
  await hero.evaluate(element => {
    const frames: Frame[] = []
    Object.assign(window, { heroFrames: frames })
    const read = () => {
      if (!('heroFrames' in window)) return
      frames.push({
        shown: element.dataset['shown'] ?? '',
        caption: element.querySelector('figcaption')?.firstChild?.textContent ?? '',
        inside: /: (\d+ strikes?) in 30 min/.exec(element.textContent)?.[1] ?? '',
      })
      requestAnimationFrame(read)
    }
    read()
  })
  return () =>
    page.evaluate(() => {
      const noted = window as unknown as { heroFrames?: Frame[] }
      const frames = noted.heroFrames ?? []
      delete noted.heroFrames
      return frames
    })
}

test.describe('with a dedicated server', () => {
  let server: OwnServer
  test.beforeEach(async () => {
    server = await OwnServer.start()
  })
  test.afterEach(() => server.stop())

  test('the hero changes from Unknown to All Clear to Delay and announces it to screen readers', async ({
    page,
  }) => {
    await openAs(page, people.admin, server.baseURL)
    const hero = page.getByRole('article', { name: 'Lightning Status at Norman Stadium' })
    const reported = page.locator('[data-announcer]')
    await expect(hero).toHaveAttribute('data-shown', 'Unknown')
    await expect(hero).toContainText('Lightning status is temporarily unavailable')
    await expect(hero).toContainText('Treat as unsafe. Wait 30 minutes after the last thunder.')
    await expect(hero).toContainText('contact support: help@example.org or +1 405 555 0100')
    await expect(reported).toHaveText('')
    await expect(page).toHaveTitle('? Norman Stadium')
    expect(await faults(page, '[aria-labelledby^="lightning-status"]')).toEqual([])

    await server.cover()
    await expect(hero).toHaveAttribute('data-shown', 'AllClear')
    await expect(hero.getByRole('listitem').filter({ hasText: 'All Clear' })).toHaveCount(4)
    await expect(page).toHaveTitle('Norman Stadium · Skywarden')

    const frames = await readFrames(page, hero)
    await server.strikeNorman()
    await expect(hero).toHaveAttribute('data-shown', 'Delay')
    await server.strikeNorman()
    await expect(hero).toContainText('2 strikes in 30 min')
    // No frame has a countdown without its strikes, or two different counts of the same strikes.
    const seen = await frames()
    expect(seen.length).toBeGreaterThan(1)
    for (const frame of seen) {
      if (frame.shown !== 'Delay') expect(frame.caption).toBe('No strikes in 30 min')
      else expect(frame.inside, JSON.stringify(frame)).toBe(frame.caption.replace(/ in 30 min.*$/, ''))
    }
    await expect(reported).toHaveText('Lightning delay at Norman Stadium.')
    await expect(page).toHaveTitle(/^⚡ (30:00|29:\d\d) Norman Stadium$/)
    await expect(hero).toContainText('Inside Ring 1 (8 mi)')
    await expect(hero).toContainText(
      /All Clear at \d+:\d\d:\d\d [AP]M CST( \(.+ there\))? if no further strikes occur/,
    )
    await expect(page.getByText('You have 1 location(s) in a policy warning')).toBeVisible()
    await expect(hero).toContainText(/Last strike 0\.\d mi \w+, \d+ s ago/)
    expect(await faults(page, '[aria-labelledby^="lightning-status"]')).toEqual([])

    await page.getByRole('button', { name: 'Phoenix Yard' }).click()
    const norman = page.getByRole('article', { name: 'Norman Stadium' })
    await expect(norman).toContainText(/29:\d\d/)
    await expect(norman.getByRole('img', { name: 'Lightning' })).toBeVisible()

    // On a phone the strip shows one card. A delay that is out of view is mentioned, with a link to all locations.
    await page.getByRole('button', { name: 'Fresno Fields' }).click()
    await page.setViewportSize({ width: 390, height: 844 })
    await page.locator('[data-location]').last().scrollIntoViewIfNeeded()
    await page.getByRole('link', { name: '1 in delay' }).click()
    const tiles = page.getByRole('region', { name: 'Locations' }).getByRole('listitem')
    await expect(tiles.first()).toContainText(/Norman Stadium29:\d\dRing 1 \(8 mi\)/)
    await expect(page.getByText('6 locations · 1 in delay')).toBeVisible()

    await server.kill()
    await expect(tiles.first()).toHaveAttribute('data-shown', 'Unknown')
    await expect(page.getByRole('main')).not.toContainText('All Clear')
    await expect(page.getByText('6 locations · 6 unknown')).toBeVisible()
  })
})

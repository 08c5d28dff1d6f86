import type { Page } from '@playwright/test'

/** Lighthouse's factor for how much slower a mid-range phone is than a desktop. */
const slowdown = 4
const repeats = 5
const targetMs = 200
const phone = { width: 412, height: 823 }

interface Act {
  readonly name: string
  readonly path: string
  readonly act: (page: Page, round: number) => Promise<void>
  readonly undo?: (page: Page) => Promise<void>
}

const acts: readonly Act[] = [
  {
    name: 'selecting another location',
    path: '/',
    act: page =>
      page
        .getByRole('region', { name: 'Other locations' })
        .getByRole('heading')
        .getByRole('button')
        .first()
        .click(),
  },
  {
    name: 'opening the menu',
    path: '/',
    act: page => page.getByRole('button', { name: 'Open menu' }).click(),
    undo: page => page.keyboard.press('Escape'),
  },
  {
    name: 'opening a dialog',
    path: '/',
    act: page => page.getByRole('button', { name: 'Add Location' }).click(),
    undo: async page => {
      await page.getByRole('dialog').waitFor()
      await page.keyboard.press('Escape')
      await page.getByRole('dialog').waitFor({ state: 'hidden' })
    },
  },
  {
    name: 'typing in a search field',
    path: '/Users',
    act: (page, round) => page.getByLabel('Search').press('demo '.charAt(round)),
  },
]

const middle = (values: readonly number[]) =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? NaN

/** Measures how long people wait from an action until the page is repainted, on a slow phone. */
export async function measureInteractions(page: Page): Promise<void> {
  await page.setViewportSize(phone)
  await page.addInitScript(() => {
    const durations: number[] = []
    Object.assign(globalThis, { durations })
    const options = { type: 'event', durationThreshold: 16, buffered: true }
    new PerformanceObserver(list => {
      for (const entry of list.getEntries() as (PerformanceEntry & { interactionId: number })[])
        if (entry.interactionId > 0) durations.push(entry.duration)
    }).observe(options)
  })
  const browser = await page.context().newCDPSession(page)
  for (const { name, path, act, undo } of acts) {
    await page.goto(path)
    await page.waitForLoadState('load')
    await page.waitForTimeout(5000)
    await browser.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
    const waits: number[] = []
    for (let round = 0; round < repeats; round++) {
      await page.evaluate(() => ((globalThis as unknown as { durations: number[] }).durations.length = 0))
      await act(page, round)
      await page.waitForTimeout(1500)
      const seen = await page.evaluate(() => (globalThis as unknown as { durations: number[] }).durations)
      // Browsers do not report events faster than a frame or two.
      waits.push(Math.max(16, ...seen))
      await undo?.(page)
      await page.waitForTimeout(500)
    }
    await browser.send('Emulation.setCPUThrottlingRate', { rate: 1 })
    console.log(
      `  ${name}: ${middle(waits)} ms until the next paint, at most ${Math.max(...waits)} ms (target: under ${targetMs} ms)`,
    )
  }
}

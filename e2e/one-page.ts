import { expect, test as base, type Page } from '@playwright/test'
import { accountButton, goTo, openAs } from './people.ts'
import { baseURL } from './server.ts'

const usualSize = { width: 1280, height: 720 }

/**
 * Tests of a file that share one page, since loading the application costs more than most of them. For what is asked of
 * the real server, or is asked again at every visit: answers are kept for a minute. Not for what changes the page for
 * good, as init scripts and clocks do.
 */
export const test = base.extend<object, { kept: Page }>({
  kept: [
    async ({ browser }, use) => {
      const context = await browser.newContext({ baseURL, reducedMotion: 'reduce', viewport: usualSize })
      await use(await context.newPage())
      await context.close()
    },
    { scope: 'worker' },
  ],
  page: async ({ kept }, use) => {
    await use(kept)
    await kept.unrouteAll({ behavior: 'ignoreErrors' })
    await kept.setViewportSize(usualSize)
  },
})

const openedAs = new WeakMap<Page, string>()

/** Closes the dialogs that a test has left open, with what was typed there; says whether that was done. */
async function closeDialogs(page: Page): Promise<boolean> {
  const dialogs = page.getByRole('dialog')
  const discard = page.getByRole('button', { name: 'Discard', exact: true })
  for (let tries = 0; tries < 5 && (await dialogs.count()) > 0; tries++) {
    if (await discard.isVisible()) await discard.click()
    else await page.keyboard.press('Escape')
  }
  return (await dialogs.count()) === 0
}

/** Opens a page as somebody, and loads nothing where the application is open as that person and nothing stands over it. */
export async function openAgain(page: Page, userName: string, path = '/', origin = baseURL) {
  const who = `${userName} ${origin}`
  const account = accountButton(page)
  if (openedAs.get(page) === who && (await closeDialogs(page))) {
    // What was chosen and told before is left behind.
    await goTo(page, '/Nowhere')
    await expect(page.getByRole('heading', { level: 1, name: 'Page not found' })).toBeVisible()
    const toasts = page.getByRole('button', { name: /^Dismiss: / })
    while ((await toasts.count()) > 0) await toasts.first().click()
    await goTo(page, path)
  } else {
    await page.context().clearCookies()
    await openAs(page, userName, origin + path)
    openedAs.set(page, who)
  }
  await expect(account).toBeVisible()
}

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

const discardButton = (page: Page) => page.getByRole('button', { name: 'Discard', exact: true })
const openedAs = new WeakMap<Page, string>()

/** Closes the dialogs that a test has left open, with what was typed there; says whether that was done. */
async function closeDialogs(page: Page): Promise<boolean> {
  const dialogs = page.getByRole('dialog')
  for (let tries = 0; tries < 5 && (await dialogs.count()) > 0; tries++) {
    if (await discardButton(page).isVisible()) await discardButton(page).click()
    else await page.keyboard.press('Escape')
  }
  return (await dialogs.count()) === 0
}

/** Leaves what was chosen and told before behind; says whether that was done. */
async function leave(page: Page): Promise<boolean> {
  if (!(await closeDialogs(page))) return false
  await goTo(page, '/Nowhere')
  const nowhere = page.getByRole('heading', { level: 1, name: 'Page not found' })
  await expect(nowhere.or(discardButton(page)).first()).toBeVisible()
  // A page with unsaved changes keeps whoever leaves it like this.
  if (await discardButton(page).isVisible()) {
    await discardButton(page).click()
    return false
  }
  const toasts = page.getByRole('button', { name: /^Dismiss: / })
  while ((await toasts.count()) > 0) await toasts.first().click()
  return true
}

/** Opens a page as somebody, and loads nothing where the application is open as that person and can be left as it is. */
export async function openAgain(page: Page, userName: string, path = '/', origin = baseURL) {
  const who = `${userName} ${origin}`
  if (openedAs.get(page) === who && (await leave(page))) {
    await goTo(page, path)
    await expect(accountButton(page)).toBeVisible()
    return
  }
  await page.context().clearCookies()
  await openAs(page, userName, origin + path)
  openedAs.set(page, who)
}

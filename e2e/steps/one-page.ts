import { expect, test as base, type Page } from '@playwright/test'
import { accountButton, goTo, openAs } from './people.ts'
import { baseURL } from '#e2e/servers/server'

const usualSize = { width: 1280, height: 720 }

/**
 * Tests in a file that share one page, because loading the app costs more than most of them. Responses are cached for a
 * minute, so this suits tests that use the real server or data that is refetched on every visit. It does not suit tests
 * that change the page permanently, such as with init scripts and clocks.
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

/** Closes the dialogs that a test left open, discarding their input. Returns whether that worked. */
async function closeDialogs(page: Page): Promise<boolean> {
  const dialogs = page.getByRole('dialog')
  for (let tries = 0; tries < 5 && (await dialogs.count()) > 0; tries++) {
    if (await discardButton(page).isVisible()) await discardButton(page).click()
    else await page.keyboard.press('Escape')
  }
  return (await dialogs.count()) === 0
}

/** Leaves the current page, discarding its choices and messages. Returns whether that worked. */
async function leave(page: Page): Promise<boolean> {
  if (!(await closeDialogs(page))) return false
  await goTo(page, '/Nowhere')
  const nowhere = page.getByRole('heading', { level: 1, name: 'Page not found' })
  await expect(nowhere.or(discardButton(page)).first()).toBeVisible()
  // A page with unsaved changes asks before it is left this way.
  if (await discardButton(page).isVisible()) {
    await discardButton(page).click()
    return false
  }
  const toasts = page.getByRole('button', { name: /^Dismiss: / })
  // Clicks all of them at the same time without waiting, because a toast that disappears in the meantime would never
  // become clickable.
  await toasts.evaluateAll(buttons =>
    buttons.forEach(button => button instanceof HTMLElement && button.click()),
  )
  await expect(toasts).toHaveCount(0)
  return true
}

/**
 * Opens a page as a person. Does not reload if the app is already open as that person and the current page can be left.
 */
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

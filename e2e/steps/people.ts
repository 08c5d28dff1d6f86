import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, type BrowserContext, type Page } from '@playwright/test'
import { startSignIn } from '#server/house/browser.testing'
import { demoPassword, people } from './accounts.ts'
import { baseURL, serverEnvironment } from '#e2e/servers/server'

export { demoPassword, people }

/** Fills in the open sign-in page. */
export async function fillSignIn(page: Page, userName: string, password = demoPassword) {
  await page.getByLabel('Email or user name').fill(userName)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
}

/** Opens a page as a person, through the sign-in page. */
export async function signIn(page: Page, userName: string, path = '/') {
  await page.goto(path)
  await fillSignIn(page, userName)
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible()
}

export const accountButton = (page: Page) => page.getByRole('button', { name: /account of/i })

type Cookies = Awaited<ReturnType<BrowserContext['cookies']>>
const sessions = new Map<string, Cookies>()

/** Signs a browser in as its sign-in page would, without loading a page. Other tests cover the page itself. */
async function signInBeforehand({ request }: BrowserContext, userName: string, origin: string) {
  const form = await request.get(startSignIn(origin).url)
  const action = /action="([^"]+)"/.exec(await form.text())?.[1]
  if (!action) throw new Error(`There is no form on the sign-in page: ${form.status()}`)
  await request.post(new URL(action, origin).href, {
    form: { userName, password: demoPassword },
    headers: { origin },
  })
}

/** Opens a page as a person whose browser is already signed in. */
export async function openAs(page: Page, userName: string, path = '/') {
  const { origin } = new URL(path, baseURL)
  const key = `${userName} ${origin}`
  const known = sessions.get(key)
  if (known) await page.context().addCookies(known)
  else await signInBeforehand(page.context(), userName, origin)
  await page.goto(path)
  const account = accountButton(page) // also on a phone, where the navigation is folded
  const signInButton = page.getByRole('button', { name: 'Sign in', exact: true })
  await expect(account.or(signInButton)).toBeVisible()
  // Another test may have ended the session. The app may be reloading by now; the sign-in page never reloads.
  if (await signInButton.isVisible()) await fillSignIn(page, userName)
  await expect(account).toBeVisible()
  sessions.set(key, await page.context().cookies())
}

/** Navigates to another page without reloading the app. */
export async function goTo(page: Page, path: string) {
  await page.evaluate(where => {
    history.pushState(null, '', where)
    dispatchEvent(new PopStateEvent('popstate', { state: null }))
  }, path)
}

export async function openUserMenu(page: Page) {
  await accountButton(page).click()
}

/**
 * Creates an account in an otherwise empty customer with `npm run admin`, next to the running server, and returns
 * the printed link.
 */
export async function createAccount(
  email: string,
  environment: NodeJS.ProcessEnv = serverEnvironment,
): Promise<string> {
  const args = [
    'server/admin.ts',
    'create-user',
    '--email',
    email,
    '--customer',
    'Newcomers',
    '--role',
    'Admin',
  ]
  const { stdout } = await promisify(execFile)(process.execPath, args, {
    env: { ...process.env, ...environment },
  })
  const link = /https?:\S+token=\S+/.exec(stdout)?.[0]
  if (!link) throw new Error(`No link was printed: ${stdout}`)
  return link
}

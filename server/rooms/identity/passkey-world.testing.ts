import { addPasskey, startPasskey } from '#contract/people/passkeys'
import { Browser, startSignIn, submitSignIn, type Page } from '#server/house/browser.testing'
import type { TestHouse, TestPerson } from '#server/house/testing'
import { TestAuthenticator, type Misdeeds } from './authenticator.testing.ts'

export const password = 'a kettle upon the green roof'

type Options = Record<string, unknown>

/** Adds passkeys and signs in with them, on a test server. */
export function passkeyWorld(house: TestHouse) {
  const origin = house.baseUrl

  async function start(person: TestPerson): Promise<Options> {
    const { options } = await house.reply(startPasskey, { body: { currentPassword: password } }, person)
    return options
  }

  /** Adds a new passkey to a person's account. */
  async function add(person: TestPerson, name = 'A laptop') {
    const authenticator = new TestAuthenticator(origin)
    const credential = authenticator.create(await start(person))
    const { recoveryCodes } = await house.reply(addPasskey, { body: { name, credential } }, person)
    return { authenticator, recoveryCodes }
  }

  /** Opens a sign-in page on which a passkey can be used. */
  async function openPage(browser = new Browser(origin)) {
    const attempt = startSignIn(origin, { prompt: 'login' })
    const page = await browser.follow(await browser.open(attempt.url), '/callback')
    const action = /action="([^"]+)"/.exec(page.text)?.[1] ?? ''
    return { attempt, page, ...steps(browser, action) }
  }

  /** Opens a sign-in page and enters the password. */
  async function enterPassword(person: TestPerson) {
    const browser = new Browser(origin)
    const attempt = startSignIn(origin)
    const page = await submitSignIn(browser, attempt, person.email, password)
    const action = /action="([^"]+)\/(?:code|passkey)"/.exec(page.text)?.[1] ?? ''
    const firstStep = /name="firstStep" value="([^"]+)"/.exec(page.text)?.[1] ?? ''
    return { attempt, page, firstStep, ...steps(browser, action, { firstStep }) }
  }

  function steps(browser: Browser, action: string, form: Record<string, string> = {}) {
    const askOptions = async (): Promise<Options> => {
      const reply = await browser.open(`${action}/passkey/options`, form)
      return { status: reply.status, ...(JSON.parse(reply.text) as Options) }
    }
    /** Submits an answer and returns the raw response, which is a redirect if the answer is accepted. */
    const submit = (answer: string, change: Record<string, string> = {}): Promise<Page> =>
      browser.open(`${action}/passkey`, { ...form, answer, ...change })
    const send = async (answer: string, change: Record<string, string> = {}): Promise<Page> =>
      browser.follow(await submit(answer, change), '/callback')
    const enterCode = async (code: string): Promise<Page> =>
      browser.follow(await browser.open(`${action}/code`, { ...form, code }), '/callback')
    const use = async (authenticator: TestAuthenticator, misdeeds: Misdeeds = {}) =>
      send(authenticator.answer(await askOptions(), misdeeds))
    return { browser, askOptions, submit, send, enterCode, use }
  }

  return { start, add, openPage, enterPassword }
}

export const isIn = ({ location }: Page): boolean => location?.includes('code=') ?? false

import { createHash, randomBytes } from 'node:crypto'
import { firstPaths } from '#contract/first-paths'

export interface Page {
  readonly status: number
  readonly text: string
  readonly location: string | null
  readonly headers: Headers
}

export interface TokenSet {
  readonly status: number
  readonly access_token?: string
  readonly id_token?: string
  readonly error?: string
}

/** The parts of a browser that sign-in needs: cookies with their paths, forms, and redirects one at a time. */
export class Browser {
  readonly #origin: string
  readonly #cookies = new Map<string, { value: string; path: string }>()

  constructor(origin: string) {
    this.#origin = origin
  }

  async open(url: string, form?: Record<string, string>): Promise<Page> {
    return this.#send(url, {
      headers: { accept: 'text/html', ...(form && { origin: this.#origin }) },
      ...(form && { method: 'POST', body: new URLSearchParams(form) }),
    })
  }

  /** The requests that the web application makes when it starts, and before its token expires. */
  async renew(origin = this.#origin): Promise<{ status: number; tokens: TokenSet; headers: Headers }> {
    const { status, text, headers } = await this.#send(firstPaths.renewal, {
      method: 'POST',
      headers: { origin },
    })
    return { status, tokens: { status, ...(JSON.parse(text) as object) }, headers }
  }

  async #send(
    url: string,
    request: Omit<RequestInit, 'headers'> & { headers: Record<string, string> },
  ): Promise<Page> {
    const target = new URL(url, this.#origin)
    const cookie = [...this.#cookies]
      .filter(([, { path }]) => target.pathname.startsWith(path))
      .map(([name, { value }]) => `${name}=${value}`)
      .join('; ')
    const reply = await fetch(target, {
      ...request,
      redirect: 'manual',
      headers: { ...request.headers, cookie },
    })
    for (const line of reply.headers.getSetCookie()) this.#keep(line)
    return {
      status: reply.status,
      text: await reply.text(),
      location: reply.headers.get('location'),
      headers: reply.headers,
    }
  }

  /** Follows redirects within the server until there is a page, or until one leads to the given path. */
  async follow(page: Page, until: string): Promise<Page> {
    let current = page
    while (current.location !== null) {
      if (new URL(current.location, this.#origin).pathname === until) return current
      current = await this.open(current.location)
    }
    return current
  }

  #keep(line: string) {
    const [pair = '', ...attributes] = line.split(/;\s*/)
    const [name = '', value = ''] = pair.split(/=(.*)/)
    const path = attributes.find(text => /^path=/i.test(text))?.slice(5) ?? '/'
    if (value === '') this.#cookies.delete(name)
    else this.#cookies.set(name, { value, path })
  }
}

export interface Attempt {
  readonly verifier: string
  readonly url: string
}

export function startSignIn(origin: string, extra: Record<string, string> = {}): Attempt {
  const verifier = randomBytes(32).toString('base64url')
  const query = new URLSearchParams({
    client_id: 'skywarden-web',
    response_type: 'code',
    scope: 'openid profile email',
    redirect_uri: `${origin}/callback`,
    state: 'some-state',
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
    ...extra,
  })
  return { verifier, url: `${origin}/identity/auth?${query.toString()}` }
}

/** Opens the sign-in page and submits the form; returns the resulting page, or the redirect back to the web app. */
export async function submitSignIn(browser: Browser, attempt: Attempt, userName: string, password: string) {
  return (await submitPassword(browser, attempt, userName, password)).goOn()
}

/** Does the same, but stops after the password, before the session begins: the redirect is followed only on request. */
export async function submitPassword(browser: Browser, attempt: Attempt, userName: string, password: string) {
  const form = await browser.follow(await browser.open(attempt.url), '/callback')
  const action = /action="([^"]+)"/.exec(form.text)?.[1]
  if (!action) throw new Error(`There is no form on this page: ${form.status}`)
  const accepted = await browser.open(action, { userName, password })
  return { accepted, goOn: () => browser.follow(accepted, '/callback') }
}

export async function exchange(
  origin: string,
  attempt: Attempt,
  code: string,
  change: Record<string, string> = {},
): Promise<TokenSet> {
  const reply = await fetch(`${origin}/identity/token`, {
    method: 'POST',
    headers: { origin }, // browsers send the origin to their own server, too
    body: new URLSearchParams({
      client_id: 'skywarden-web',
      grant_type: 'authorization_code',
      code,
      redirect_uri: `${origin}/callback`,
      code_verifier: attempt.verifier,
      ...change,
    }),
  })
  return { status: reply.status, ...((await reply.json()) as object) }
}

export function codeIn(page: Page): string {
  const code = page.location && new URL(page.location).searchParams.get('code')
  if (!code) throw new Error(`No code came back: ${page.status} ${page.location ?? page.text.slice(0, 200)}`)
  return code
}

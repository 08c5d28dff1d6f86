import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type Provider from 'oidc-provider'
import type { Bus } from '#server/platform/bus'
import type { Clock } from '#server/platform/clock'
import { readForms, type Form } from '#server/platform/http/forms'
import { asPlainPage, asScriptedPage } from '#server/platform/http/headers'
import { isStorableText } from '#server/platform/http/input'
import type { Limits } from '#server/platform/http/limits'
import { badInput, notAllowed } from '#server/platform/http/problems'
import type { MountPages } from '#server/platform/http/server'
import type { Log } from '#server/platform/log'
import type { Secrets } from '#server/platform/secrets'
import type { Events } from '#server/events'
import { findUserForSignIn, fullNameOf } from '#server/rooms/users/index'
import {
  newPasswordFault,
  openLink,
  sendPasswordLink,
  setPasswordByLink,
  type LinkDeps,
} from '#server/rooms/identity/account-links'
import { confirmEmailChange } from '#server/rooms/identity/email-change'
import {
  confirmEmailPage,
  emailConfirmedPage,
  errorPage,
  forgotPage,
  forgotSentPage,
  linkOverPage,
  noPasswordPage,
  passwordSetPage,
  setPasswordPage,
  signInPage,
  type SignInView,
} from '#server/rooms/identity/pages'
import { identityPath } from '#server/rooms/identity/provider'
import { recordSignIn, recordSignInLater } from '#server/rooms/identity/sign-in-events'
import { rememberVisitor, visitorOf, type Visitor } from '#server/rooms/identity/visitor'
import { makeDeviceProof, trySignIn, type SignInResult } from '#server/rooms/identity/sign-in'
import type { SignOnChoice } from '#server/rooms/identity/single-sign-on'
import { askForCode, mountSecondStep } from '#server/rooms/identity/second-step-pages'
import { findSecondFactor } from '#server/rooms/identity/store/second-factors'
import {
  inactiveText,
  mountSignOn,
  requiresProvider,
  signOnCookie,
  signOnPath,
} from '#server/rooms/identity/single-sign-on-pages'

export interface PageDeps extends LinkDeps {
  readonly clock: Clock
  readonly secrets: Secrets
  readonly bus: Bus<Events>
  readonly log: Log
  readonly provider: () => Provider
  readonly demo: SignInView['demo']
  readonly simulatedWeather: boolean
  /** The demo password, which is public. */
  readonly publishedPassword: string
}

const deviceCookie = 'skywarden-device'
const deviceCookieSeconds = 365 * 24 * 60 * 60

const longestText = 256

function wholeTextOf(form: unknown, name: string): string {
  const text = (form as Form | undefined)?.[name]
  return typeof text === 'string' && isStorableText(text) ? text : ''
}

/** A text of a form; empty if it is longer than any that we give or accept. */
export function formTextOf(form: unknown, name: string): string {
  const text = wholeTextOf(form, name)
  return text.length > longestText ? '' : text
}

/** Never cut: a cut password would match another one. The size of the whole form is limited. */
const passwordOf = wholeTextOf

export function cookieOf(request: FastifyRequest, name: string): string | undefined {
  const pairs = (request.headers.cookie ?? '').split(/;\s*/)
  return pairs.find(pair => pair.startsWith(`${name}=`))?.slice(name.length + 1)
}

/**
 * Our forms are submitted from our pages. Browsers send the origin of a form; a client that fakes it has no one else's
 * cookies.
 */
function assertOwnForm(request: FastifyRequest, baseUrl: string) {
  const { origin } = request.headers
  if (origin !== undefined && origin !== baseUrl) throw notAllowed('This form was not sent from Skywarden.')
}

const nameTaken = {
  newPassword:
    'There is an account with this user name already. Sign in with it, or ask your administrator for another user name.',
}

const whyFailed: Readonly<Record<Exclude<SignInResult['kind'], 'welcome' | 'published'>, string>> = {
  wrong: 'The user name or password was incorrect.',
  inactive: 'The organization is inactive.',
  provider: 'The organization requires single sign-on.',
  wait: 'There were too many failed attempts.',
}

export function mountIdentityPages(deps: PageDeps): MountPages {
  const { db, clock, secrets, baseUrl, provider, bus } = deps
  const deviceKey = secrets.keyFor('known devices')
  const secure = baseUrl.startsWith('https:') ? '; Secure' : ''
  const show = (reply: FastifyReply, body: string, status = 200) => asPlainPage(reply).code(status).send(body)
  const showForm = (reply: FastifyReply, body: string, status = 200) =>
    asScriptedPage(reply, baseUrl).code(status).send(body)

  const signInView = (uid: string, more: Partial<SignInView> = {}): SignInView => ({
    action: `${identityPath}/sign-in/${uid}`,
    simulatedWeather: deps.simulatedWeather,
    ...(deps.demo && { demo: deps.demo }),
    ...more,
  })

  /** Adds organizations' sign-on: the one this browser used last, or the one requested. */
  async function fullView(
    request: FastifyRequest,
    uid: string,
    more: Partial<SignInView> = {},
    choice?: SignOnChoice,
  ): Promise<SignInView> {
    const last = Number(cookieOf(request, signOnCookie))
    const known =
      choice ?? (Number.isSafeInteger(last) && last > 0 ? await deps.sso.forCustomer(last) : undefined)
    return signInView(uid, {
      ...more,
      offersSignOn: await deps.sso.isUsed(),
      ...(known && {
        signOn: { displayName: known.displayName, href: `${signOnPath(uid)}?customer=${known.customerId}` },
      }),
    })
  }

  /** The form fields filled in by a demo account link; any other query is ignored. */
  function chosenAccount(query: unknown): Partial<SignInView> {
    const account = formTextOf(query, 'account')
    const isDemo = deps.demo?.accounts.some(({ userName }) => userName === account)
    return deps.demo && isDemo ? { userName: account, password: deps.demo.password } : {}
  }

  /** Whether the browser has this sign-in in progress; false for an old page or deleted cookies. */
  async function underWay(request: FastifyRequest, reply: FastifyReply): Promise<boolean> {
    try {
      const { uid } = await provider().interactionDetails(request.raw, reply.raw)
      return uid === (request.params as { uid?: string }).uid
    } catch {
      return false
    }
  }

  /** Redirects a person who returns to a finished sign-in, if it was their own and succeeded. */
  async function showOver(request: FastifyRequest, reply: FastifyReply) {
    const oidc = provider()
    const session = await oidc.Session.get(oidc.createContext(request.raw, reply.raw))
    if (session.accountId) return reply.redirect('/', 303)
    return show(reply, errorPage('This sign-in has expired.'), 410)
  }

  /** A try for an unknown account is only logged: it is no one's to read. */
  function noteFailure(result: SignInResult, visitor: Visitor, now: Date) {
    if (result.kind === 'welcome' || result.kind === 'published') return
    const because = whyFailed[result.kind]
    if ('userId' in result && result.userId !== undefined) {
      const { userId } = result
      recordSignInLater(deps, { kind: 'sign-in failed', method: 'password', userId, visitor, because }, now)
    } else deps.log.warn({ ...visitor, because }, 'a sign-in failed')
  }

  async function signIn(request: FastifyRequest, reply: FastifyReply, uid: string) {
    const userName = formTextOf(request.body, 'userName')
    const [visitor, now] = [visitorOf(request), clock.now()]
    const result = await trySignIn(db, deviceKey, deps.sso, {
      userName,
      password: passwordOf(request.body, 'password'),
      address: request.ip,
      deviceProof: cookieOf(request, deviceCookie),
      published: deps.demo ? undefined : deps.publishedPassword,
      now,
    })
    noteFailure(result, visitor, now)
    // The same for a right and a wrong password, and for accounts that do not exist.
    const typed = result.kind === 'wrong' ? await deps.sso.forTyped(userName) : undefined
    const instead = result.kind === 'provider' ? result.choice : typed?.isForced && typed
    if (instead) {
      const view = await fullView(request, uid, { userName, alert: requiresProvider(instead) }, instead)
      return showForm(reply, signInPage(view), 401)
    }
    if (result.kind === 'wrong' || result.kind === 'provider') {
      const alert = 'The user name or password is incorrect.'
      return showForm(reply, signInPage(await fullView(request, uid, { userName, alert }, typed)), 401)
    }
    if (result.kind === 'published') {
      const alert =
        "This is the password of the demonstration, and the demonstration is switched off. Set a new one with 'Forgot password?'."
      return showForm(reply, signInPage(await fullView(request, uid, { userName, alert })), 401)
    }
    if (result.kind === 'inactive')
      return showForm(reply, signInPage(await fullView(request, uid, { userName, alert: inactiveText })), 403)
    if (result.kind === 'wait') {
      const view = await fullView(request, uid, { userName, waitSeconds: result.seconds })
      return showForm(reply.header('retry-after', result.seconds), signInPage(view), 429)
    }
    if ((await findSecondFactor(db, result.userId))?.confirmed_at)
      return showForm(reply, askForCode(secondStep, uid, result.userId))
    return finish(request, reply, result.userId, ['pwd'])
  }

  /** Ends the sign-in page: the browser returns to the web app with a session. */
  async function finish(request: FastifyRequest, reply: FastifyReply, userId: string, amr: string[]) {
    const proof = makeDeviceProof(userId, deviceKey)
    const event = { kind: 'signed in', method: 'password', userId, visitor: visitorOf(request) } as const
    const next = await provider().interactionResult(request.raw, reply.raw, {
      login: { accountId: userId, remember: true, amr },
      signInId: await recordSignIn(deps, event, clock.now()),
    })
    return reply
      .header(
        'set-cookie',
        `${deviceCookie}=${proof}; Path=${identityPath}; Max-Age=${deviceCookieSeconds}; HttpOnly; SameSite=Lax${secure}`,
      )
      .redirect(next, 303)
  }
  const secondStep = { ...deps, showForm, formTextOf, underWay, showOver, finish }

  async function setPassword(request: FastifyRequest, reply: FastifyReply) {
    const token = formTextOf(request.body, 'token')
    const newPassword = passwordOf(request.body, 'newPassword')
    const now = clock.now()
    const opened = await openLink(db, 'set-password', token, now)
    if (!opened) return show(reply, linkOverPage(), 410)

    const { link, row } = opened
    const choice = await deps.sso.insteadOfPassword(row)
    if (choice) return show(reply, noPasswordPage(choice.displayName), 403)
    const fault = newPasswordFault(row, newPassword)
    const different = newPassword !== passwordOf(request.body, 'confirmation')
    const view = {
      token,
      invited: link.purpose === 'invite',
      fullName: fullNameOf(row),
      userName: row.user_name,
    }
    if (fault || different) {
      const errors = {
        newPassword: fault && `The password ${fault}`,
        confirmation: different && !fault ? 'The passwords do not match.' : undefined,
      }
      return showForm(reply, setPasswordPage({ ...view, errors }), 400)
    }
    const done = await setPasswordByLink(deps, opened, newPassword, now)
    bus.publish('outbox-filled', {})
    if (done === 'set') {
      const visitor = visitorOf(request)
      recordSignInLater(deps, { kind: 'password set by link', userId: row.id, visitor }, now)
    }
    if (done === 'name taken') return showForm(reply, setPasswordPage({ ...view, errors: nameTaken }), 409)
    return done === 'set' ? show(reply, passwordSetPage()) : show(reply, linkOverPage(), 410)
  }

  return async (app, limits) => {
    // Encapsulated: only these routes parse forms.
    await app.register(async pages => {
      readForms(pages)
      pages.addHook('onRequest', request => limits.countVisit(request))
      pages.addHook('preHandler', async request => {
        if (request.method !== 'POST') return
        assertOwnForm(request, baseUrl)
        await limits.count(request, undefined)
      })

      pages.get<{ Params: { uid: string } }>(`${identityPath}/sign-in/:uid`, async (request, reply) => {
        if (!(await underWay(request, reply))) return showOver(request, reply)
        const view = await fullView(request, request.params.uid, chosenAccount(request.query))
        return showForm(reply, signInPage(view))
      })
      pages.post<{ Params: { uid: string } }>(`${identityPath}/sign-in/:uid`, async (request, reply) => {
        if (!(await underWay(request, reply))) return showOver(request, reply)
        return signIn(request, reply, request.params.uid)
      })

      mountSecondStep(pages, secondStep)
      mountSignOn(pages, { ...deps, show, showForm, fullView, underWay, showOver })

      pages.get(`${identityPath}/forgot`, (_request, reply) => show(reply, forgotPage({})))
      pages.post(`${identityPath}/forgot`, async (request, reply) => {
        const row = await findUserForSignIn(db, formTextOf(request.body, 'userName'))
        // Not awaited: the response time must not reveal whether the person exists.
        if (row) {
          const [visitor, now] = [visitorOf(request), clock.now()]
          const sendAndNote = async () => {
            if (!(await sendPasswordLink(deps, row, now))) return
            await recordSignIn(deps, { kind: 'password link requested', userId: row.id, visitor }, now)
            bus.publish('outbox-filled', {})
          }
          void sendAndNote().catch((error: unknown) =>
            request.log.error({ err: error }, 'could not send a password link'),
          )
        }
        return show(reply, forgotSentPage())
      })

      pages.get<{ Querystring: { token?: string } }>(
        `${identityPath}/set-password`,
        async (request, reply) => {
          const token = formTextOf(request.query, 'token')
          const opened = await openLink(db, 'set-password', token, clock.now())
          if (!opened) return show(reply, linkOverPage(), 410)
          const { link, row } = opened
          const choice = await deps.sso.insteadOfPassword(row)
          if (choice) return show(reply, noPasswordPage(choice.displayName), 403)
          return showForm(
            reply,
            setPasswordPage({
              token,
              invited: link.purpose === 'invite',
              fullName: fullNameOf(row),
              userName: row.user_name,
            }),
          )
        },
      )
      pages.post(`${identityPath}/set-password`, setPassword)

      pages.get<{ Querystring: { token?: string } }>(
        `${identityPath}/confirm-email`,
        async (request, reply) => {
          const token = formTextOf(request.query, 'token')
          const opened = await openLink(db, 'confirm-email', token, clock.now())
          if (!opened) return show(reply, linkOverPage(), 410)
          return show(reply, confirmEmailPage({ token, email: opened.link.new_email ?? '' }))
        },
      )
      pages.post(`${identityPath}/confirm-email`, async (request, reply) => {
        const now = clock.now()
        const opened = await openLink(db, 'confirm-email', formTextOf(request.body, 'token'), now)
        if (!opened || !(await confirmEmailChange(deps, opened, now))) return show(reply, linkOverPage(), 410)
        bus.publish('outbox-filled', {})
        return show(reply, emailConfirmedPage(opened.link.new_email ?? ''))
      })
    })
    mountProvider(app, deps, limits)
  }
}

/** OpenID Connect owns everything else under `/identity` and parses its requests itself. */
function mountProvider(app: FastifyInstance, { baseUrl, provider }: PageDeps, limits: Limits) {
  const { protocol, host } = new URL(baseUrl)
  app.route({
    method: ['GET', 'POST'],
    url: `${identityPath}/*`,
    onRequest: async (request, reply) => {
      await limits.countVisit(request)
      rememberVisitor(request)
      if (/%00/.test(request.url))
        throw badInput({ ServerErrors: ['The address contains characters that are not text'] })
      reply.hijack()
      const raw = request.raw as typeof request.raw & { originalUrl?: string }
      for (const [name, value] of Object.entries(asPlainPage(reply).getHeaders())) {
        if (value !== undefined && name !== 'content-type') reply.raw.setHeader(name, value)
      }
      raw.headers['x-forwarded-proto'] = protocol.slice(0, -1)
      raw.headers['x-forwarded-host'] = host
      raw.originalUrl = raw.url ?? ''
      raw.url = (raw.url ?? '').slice(identityPath.length)
      await provider().callback()(raw, reply.raw)
    },
    handler: () => {},
  })
}

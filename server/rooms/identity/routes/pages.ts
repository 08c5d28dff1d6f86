import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type Provider from 'oidc-provider'
import type { Bus } from '#server/platform/bus'
import type { Clock } from '#server/platform/clock'
import { readForms } from '#server/platform/http/forms'
import { asPasskeyPage, asPlainPage, asScriptedPage } from '#server/platform/http/headers'
import type { Limits } from '#server/platform/http/limits'
import { badInput } from '#server/platform/http/problems'
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
} from '#server/rooms/identity/pages'
import { formTextOf, passwordOf } from '#server/rooms/identity/form-values'
import { assertOwnOrigin } from '#server/rooms/identity/own-origin'
import { mountPasskeyPages } from '#server/rooms/identity/passkey-pages'
import { identityPath } from '#server/rooms/identity/provider'
import { recordSignIn, recordSignInLater } from '#server/rooms/identity/sign-in-events'
import { relyingPartyOf } from '#server/rooms/identity/relying-party'
import { rememberVisitor, visitorOf } from '#server/rooms/identity/visitor'
import { mountRenewal } from '#server/rooms/identity/routes/renewal'
import { signInPage, type SignInView } from '#server/rooms/identity/sign-in-page'
import { signInPages } from '#server/rooms/identity/sign-in-pages'
import type { SignOnChoice } from '#server/rooms/identity/single-sign-on'
import { mountSecondStep } from '#server/rooms/identity/second-step-pages'
import { mountSignOn, signOnCookie, signOnPath } from '#server/rooms/identity/single-sign-on-pages'

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

const nameTaken = {
  newPassword:
    'An account with this user name already exists. Sign in with it, or ask your administrator for another user name.',
}

export function mountIdentityPages(deps: PageDeps): MountPages {
  const { db, clock, secrets, baseUrl, provider, bus } = deps
  const deviceKey = secrets.keyFor('known devices')
  const party = relyingPartyOf(baseUrl)
  const show = (reply: FastifyReply, body: string, status = 200) => asPlainPage(reply).code(status).send(body)
  const showForm = (reply: FastifyReply, body: string, status = 200) =>
    asScriptedPage(reply, baseUrl).code(status).send(body)
  const showSignIn = (reply: FastifyReply, body: string, status = 200) =>
    asPasskeyPage(reply, baseUrl, `${identityPath}/sign-in/`).code(status).send(body)

  const signInView = (uid: string, more: Partial<SignInView> = {}): SignInView => ({
    action: `${identityPath}/sign-in/${uid}`,
    simulatedWeather: deps.simulatedWeather,
    offersPasskeys: party.whyNot === null,
    ...(deps.demo && { demo: deps.demo }),
    ...more,
  })

  const lastSignOn = signOnCookie(baseUrl)

  /** Adds an organization's single sign-on: the one that this browser used last, or the one requested. */
  async function fullView(
    request: FastifyRequest,
    uid: string,
    more: Partial<SignInView> = {},
    choice?: SignOnChoice,
  ): Promise<SignInView> {
    const last = Number(lastSignOn.valueIn(request))
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

  /** Whether the browser has this sign-in in progress; false for an old page or if cookies were deleted. */
  async function underWay(request: FastifyRequest, reply: FastifyReply): Promise<boolean> {
    try {
      const { uid } = await provider().interactionDetails(request.raw, reply.raw)
      return uid === (request.params as { uid?: string }).uid
    } catch {
      return false
    }
  }

  /** Redirects a person who returns to a sign-in that is already over, if it was theirs and succeeded. */
  async function showOver(request: FastifyRequest, reply: FastifyReply) {
    const oidc = provider()
    const session = await oidc.Session.get(oidc.createContext(request.raw, reply.raw))
    if (session.accountId) return reply.redirect('/', 303)
    return show(reply, errorPage('This sign-in has expired.'), 410)
  }

  const signInDeps = { ...deps, deviceKey, party, fullView, underWay, showOver }
  const signIn = signInPages({ ...signInDeps, showForm: showSignIn })

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
    // Encapsulated, so that only these routes parse forms.
    await app.register(async pages => {
      readForms(pages)
      pages.addHook('onRequest', request => limits.countVisit(request))
      pages.addHook('preHandler', async request => {
        if (request.method !== 'POST') return
        assertOwnOrigin(request, baseUrl)
        await limits.count(request, undefined)
      })

      pages.get<{ Params: { uid: string } }>(`${identityPath}/sign-in/:uid`, async (request, reply) => {
        if (!(await underWay(request, reply))) return showOver(request, reply)
        const view = await fullView(request, request.params.uid, chosenAccount(request.query))
        return showSignIn(reply, signInPage(view))
      })
      pages.post<{ Params: { uid: string } }>(`${identityPath}/sign-in/:uid`, async (request, reply) => {
        if (!(await underWay(request, reply))) return showOver(request, reply)
        return signIn.byPassword(request, reply, request.params.uid)
      })

      const second = { ...signInDeps, ...signIn, showForm: showSignIn }
      mountSecondStep(pages, second)
      if (party.whyNot === null) mountPasskeyPages(pages, second)
      mountSignOn(pages, { ...signInDeps, show, showForm: showSignIn })

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
    mountRenewal(app, baseUrl)
    mountProvider(app, deps, limits)
  }
}

/** Passes everything else under `/identity` to the OpenID Connect provider, which parses its requests itself. */
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

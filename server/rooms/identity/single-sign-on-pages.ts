import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type Provider from 'oidc-provider'
import type { Form } from '#server/platform/http/forms'
import { isStorableText } from '#server/platform/http/input'
import { whyNotSignedIn } from '#domain/access/sessions'
import type { Clock } from '#server/platform/clock'
import type { Log } from '#server/platform/log'
import type { Db } from '#server/platform/store/index'
import { accountStateOf, findUser } from '#server/rooms/users/index'
import { notLetInPage, toProviderPage } from './pages.ts'
import { signInPage, type SignInView } from './sign-in-page.ts'
import { identityPath } from './provider.ts'
import { recordSignIn } from './sign-in-events.ts'
import { visitorOf } from './visitor.ts'
import type { SignOnChoice, SingleSignOn } from './single-sign-on.ts'
import { singleSignOnMethod } from './store/sessions.ts'
import { leaveToProvider } from './take-sign-in.ts'
import { yearCookie } from './year-cookie.ts'

/** A cookie with the organization whose provider this browser used last: its button is shown first. */
export const signOnCookie = (baseUrl: string) => yearCookie(baseUrl, 'skywarden-sso')

/** A path below the sign-in page's path, because the browser sends the sign-in cookie only there. */
export const signOnPath = (uid: string) => `${identityPath}/sign-in/${uid}/sso`

export function requiresProvider({ displayName }: SignOnChoice): string {
  return `Your organization requires single sign-on. Sign in with ${displayName}.`
}

export const inactiveText =
  "Your organization's Skywarden account is inactive. Contact the people who run this server."

interface SignOnPages {
  readonly db: Db
  readonly log: Log
  readonly clock: Clock
  readonly baseUrl: string
  readonly sso: SingleSignOn
  readonly provider: () => Provider
  show(reply: FastifyReply, body: string, status?: number): FastifyReply
  showForm(reply: FastifyReply, body: string, status?: number): FastifyReply
  fullView(
    request: FastifyRequest,
    uid: string,
    more?: Partial<SignInView>,
    choice?: SignOnChoice,
  ): Promise<SignInView>
  underWay(request: FastifyRequest, reply: FastifyReply): Promise<boolean>
  showOver(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply>
}

type OneSignIn = { Params: { uid: string } }

function typedIn(form: unknown): string {
  const value = (form as Form | undefined)?.['userName']
  return typeof value === 'string' && isStorableText(value) ? value.slice(0, 256) : ''
}

/** Routes to an organization's identity provider, and back to the sign-in from which they started. */
export function mountSignOn(pages: FastifyInstance, deps: SignOnPages): void {
  const { sso, clock, show, showForm, fullView, underWay, showOver } = deps
  const lastUsed = signOnCookie(deps.baseUrl)

  pages.post<OneSignIn>(`${identityPath}/sign-in/:uid/sso`, async (request, reply) => {
    const { uid } = request.params
    if (!(await underWay(request, reply))) return showOver(request, reply)
    const userName = typedIn(request.body)
    const choice = await sso.forTyped(userName)
    if (!choice) {
      const alert = userName.includes('@')
        ? 'Single sign-on is not set up for this email address. Sign in with your password, or ask your administrator.'
        : 'Enter your email address to use single sign-on.'
      return showForm(reply, signInPage(await fullView(request, uid, { userName, alert })), 400)
    }
    const begun = await sso.begin(choice.customerId, uid, clock.now())
    if ('because' in begun) return show(reply, notLetInPage(begun.because), 503)
    // A page with a refresh instead of a redirect: browsers block forms that redirect to another site.
    reply.header('refresh', `0; url=${begun.url}`)
    return show(reply, toProviderPage({ displayName: choice.displayName, url: begun.url }))
  })

  pages.get<OneSignIn & { Querystring: { customer?: string } }>(
    `${identityPath}/sign-in/:uid/sso`,
    async (request, reply) => {
      const { uid } = request.params
      if (!(await underWay(request, reply))) return showOver(request, reply)
      const { customer } = request.query
      const id = typeof customer === 'string' && /^\d{1,15}$/.test(customer) ? Number(customer) : 0
      const choice = await sso.forCustomer(id)
      if (!choice) return reply.redirect(`${identityPath}/sign-in/${uid}`, 303)
      const begun = await sso.begin(choice.customerId, uid, clock.now())
      if ('because' in begun) return show(reply, notLetInPage(begun.because), 503)
      return reply.redirect(begun.url, 303)
    },
  )

  pages.get<OneSignIn & { Params: { request: string } }>(
    `${identityPath}/sign-in/:uid/sso/:request`,
    async (request, reply) => {
      const { uid, request: requestId } = request.params
      if (!(await underWay(request, reply))) return showOver(request, reply)
      const outcome = await sso.finish(isStorableText(requestId) ? requestId : '', uid, clock.now())
      if (outcome.kind === 'refused') return show(reply, notLetInPage(outcome.because), 403)
      const row = await findUser(deps.db, 'system', outcome.userId)
      if (!row || whyNotSignedIn(accountStateOf(row)) !== null)
        return show(reply, notLetInPage(inactiveText), 403)
      const event = {
        kind: 'signed in',
        method: 'single sign-on',
        userId: row.id,
        visitor: visitorOf(request),
      } as const
      const signInId = await recordSignIn(deps, event, clock.now())
      const finished = { accountId: row.id, amr: [singleSignOnMethod], signInId }
      const next = await leaveToProvider(deps.provider(), request, reply, finished)
      if (next === undefined) return showOver(request, reply)
      return reply.header('set-cookie', lastUsed.header(String(outcome.customerId))).redirect(next, 303)
    },
  )
}

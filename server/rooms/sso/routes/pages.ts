import type { FastifyInstance, FastifyReply } from 'fastify'
import type { Clock } from '#server/platform/clock'
import { asPlainPage } from '#server/platform/http/headers'
import { isStorableText } from '#server/platform/http/input'
import type { MountPages } from '#server/platform/http/server'
import type { Log } from '#server/platform/log'
import type { Db } from '#server/platform/store/index'
import { notTakenPage, serviceMetadata, trialPage } from '#server/rooms/sso/pages'
import { partyOf } from '#server/rooms/sso/providers'
import { longestResponseBytes } from '#server/rooms/sso/saml-shape'
import type { SignOn, Taken } from '#server/rooms/sso/sign-on'
import { findConfig } from '#server/rooms/sso/store/configs'

export interface SsoPageDeps {
  readonly db: Db
  readonly clock: Clock
  readonly log: Log
  readonly baseUrl: string
  readonly signOn: SignOn
}

/** Base64 adds a third, and a form encodes some characters; the rest is for other fields that a provider sends. */
const longestFormBytes = Math.ceil((longestResponseBytes * 4) / 3) + 96 * 1024

const root = '/identity/sso/:customerId'
type OneCustomer = { Params: { customerId: string } }

const customerOf = ({ customerId }: { customerId: string }) =>
  /^\d{1,15}$/.test(customerId) ? Number(customerId) : 0

/** The pages that identity providers call, and those that people open when they return from one. */
export function mountSsoPages({ db, clock, log, baseUrl, signOn }: SsoPageDeps): MountPages {
  const show = (reply: FastifyReply, body: string, status = 200) => asPlainPage(reply).code(status).send(body)

  /**
   * A provider's response is posted from another site, so the browser sends none of our cookies. The response is
   * stored, and the browser continues to our sign-in page, where it proves that it began the sign-in.
   */
  function goOn(reply: FastifyReply, customerId: number, taken: Taken) {
    if (taken.kind === 'refused') {
      log.info({ customerId, because: taken.because }, 'rejected a response from an identity provider')
      return taken.isTrial
        ? show(reply, trialPage({ isLetIn: false, because: taken.because }), 403)
        : show(reply, notTakenPage('The response from your identity provider was not accepted.'), 403)
    }
    const { id, purpose, interaction } = taken.request
    const next =
      purpose === 'try'
        ? `/identity/sso/${customerId}/try/${id}`
        : `/identity/sign-in/${interaction}/sso/${id}`
    return reply.redirect(next, 303)
  }

  function mount(pages: FastifyInstance) {
    pages.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit: longestFormBytes },
      (_request, body, done) => done(null, new URLSearchParams(body as string)),
    )

    pages.post<OneCustomer>(`${root}/acs`, { bodyLimit: longestFormBytes }, async (request, reply) => {
      const customerId = customerOf(request.params)
      const form = request.body instanceof URLSearchParams ? request.body : new URLSearchParams()
      const taken = await signOn.takeSaml(customerId, form.get('SAMLResponse') ?? '', clock.now())
      return goOn(reply, customerId, taken)
    })

    pages.get<OneCustomer>(`${root}/callback`, async (request, reply) => {
      const customerId = customerOf(request.params)
      const query = new URLSearchParams(request.url.split('?')[1] ?? '')
      return goOn(reply, customerId, await signOn.takeOpenId(customerId, query, clock.now()))
    })

    pages.get<OneCustomer>(`${root}/metadata`, async (request, reply) => {
      const customerId = customerOf(request.params)
      const party = partyOf(baseUrl, customerId)
      const config = await findConfig(db, customerId)
      return reply
        .type('application/samlmetadata+xml; charset=utf-8')
        .send(serviceMetadata({ ...party, spEntityId: config?.sp_entity_id ?? party.defaultSpEntityId }))
    })

    pages.get<OneCustomer>(`${root}/try`, async (request, reply) => {
      const begun = await signOn.beginTrial(customerOf(request.params), clock.now())
      if ('url' in begun) return reply.redirect(begun.url, 303)
      return show(reply, trialPage({ isLetIn: false, because: begun.because }), 503)
    })

    pages.get<OneCustomer & { Params: { request: string } }>(
      `${root}/try/:request`,
      async (request, reply) => {
        const id = request.params.request
        const outcome = await signOn.finishTrial(isStorableText(id) ? id : '', clock.now())
        return show(reply, trialPage(outcome), outcome.isLetIn ? 200 : 403)
      },
    )
  }

  return async (app, limits) => {
    await app.register(async pages => {
      pages.addHook('onRequest', request => limits.countVisit(request))
      mount(pages)
    })
  }
}

import { createHmac, timingSafeEqual } from 'node:crypto'
import { recordAudit } from '#server/platform/audit'
import type { Clock } from '#server/platform/clock'
import { readForms, type Form } from '#server/platform/http/forms'
import { asPlainPage } from '#server/platform/http/headers'
import { html } from '#server/platform/http/html'
import { plainPage } from '#server/platform/http/plain-page'
import type { MountPages } from '#server/platform/http/server'
import type { Secrets } from '#server/platform/secrets'
import type { Db } from '#server/platform/store/index'
import { personAuditName, findUser, updateUserRow, type UserRow } from '#server/rooms/users/index'

const path = '/unsubscribe'
const sealBytes = 16

/**
 * Links that turn off a person's email alerts without signing in. A link gives access to that one setting and nothing
 * else.
 */
export function unsubscribeLinks(secrets: Secrets, baseUrl: string) {
  const key = secrets.keyFor('unsubscribe links')
  const sealOf = (userId: string) => createHmac('sha256', key).update(userId).digest().subarray(0, sealBytes)

  return {
    urlFor: (userId: string) =>
      `${baseUrl}${path}/${Buffer.concat([Buffer.from(userId.replaceAll('-', ''), 'hex'), sealOf(userId)]).toString('base64url')}`,
    /** Returns the person to whom a link belongs; null if it is invalid. */
    personOf(token: string): string | null {
      const bytes = Buffer.from(token, 'base64url')
      // Decoding skips characters that are not base64url, so only the exact link that was sent is accepted.
      if (bytes.length !== 16 + sealBytes || bytes.toString('base64url') !== token) return null
      const hex = bytes.subarray(0, 16).toString('hex')
      const userId = hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
      return timingSafeEqual(bytes.subarray(16), sealOf(userId)) ? userId : null
    },
  }
}

export type UnsubscribeLinks = ReturnType<typeof unsubscribeLinks>

function form(text: string, answer: 'stop' | 'again') {
  return html`<form method="post">
    <input type="hidden" name="answer" value="${answer}" /><button type="submit">${text}</button>
  </form>`
}

function askPage(row: UserRow): string {
  return plainPage(
    'Stop email alerts?',
    html`<p>Weather alerts will no longer be sent to <strong>${row.email ?? ''}</strong>.</p>
      <p>Your other notifications will not change.</p>
      ${form('Stop email alerts', 'stop')}`,
  )
}

function stoppedPage(row: UserRow): string {
  return plainPage(
    'Email alerts are off',
    html`<p>Weather alerts are no longer sent to <strong>${row.email ?? ''}</strong>.</p>
      <p>Changed your mind?</p>
      ${form('Send me alerts again', 'again')}`,
  )
}

function againPage(row: UserRow): string {
  return plainPage(
    'Email alerts are on',
    html`<p>Weather alerts are sent to <strong>${row.email ?? ''}</strong> again.</p>`,
  )
}

const unknownPage = () =>
  plainPage('This link is not valid', html`<p>Open the link in the newest message you received.</p>`)

export interface UnsubscribeDeps {
  readonly db: Db
  readonly clock: Clock
  readonly links: UnsubscribeLinks
}

async function setSubscribed({ db, clock }: UnsubscribeDeps, row: UserRow, isSubscribed: boolean) {
  if ((row.email_unsubscribed_at === null) === isSubscribed) return
  const now = clock.now()
  await db.transaction().execute(async tx => {
    await updateUserRow(tx, row.customer_id, row.id, { email_unsubscribed_at: isSubscribed ? null : now })
    await recordAudit(
      tx,
      {
        by: 'system',
        customerId: row.customer_id,
        action: isSubscribed ? 'alerts by email resumed' : 'alerts by email ended',
        target: personAuditName(row),
        reason: 'by the link in a message',
      },
      now,
    )
  })
}

/** The pages behind the link. Opening it changes nothing, because mail programs fetch links before people do. */
export function mountUnsubscribe(deps: UnsubscribeDeps): MountPages {
  const { db, links } = deps
  const personBehind = (token: string) => {
    const id = links.personOf(token)
    return id === null ? Promise.resolve(undefined) : findUser(db, 'system', id)
  }
  return async (app, limits) => {
    await app.register(async pages => {
      readForms(pages)
      pages.addHook('onRequest', request => limits.countVisit(request))
      pages.get<{ Params: { token: string } }>(`${path}/:token`, async (request, reply) => {
        const row = await personBehind(request.params.token)
        if (!row) return asPlainPage(reply).code(404).send(unknownPage())
        return asPlainPage(reply).send(row.email_unsubscribed_at === null ? askPage(row) : stoppedPage(row))
      })
      // A one-click request from a mail program (RFC 8058) has none of our form fields; it asks to unsubscribe.
      pages.post<{ Params: { token: string } }>(`${path}/:token`, async (request, reply) => {
        const row = await personBehind(request.params.token)
        if (!row) return asPlainPage(reply).code(404).send(unknownPage())
        const isSubscribed = (request.body as Form | undefined)?.['answer'] === 'again'
        await setSubscribed(deps, row, isSubscribed)
        return asPlainPage(reply).send(isSubscribed ? againPage(row) : stoppedPage(row))
      })
    })
  }
}

import type { Adapter, AdapterFactory, AdapterPayload } from 'oidc-provider'
import { InvalidGrant, SessionNotFound } from 'oidc-provider/lib/helpers/errors.js'
import { Provider } from 'oidc-provider/lib/provider.js'
import { longestSessionMs, whyNotSignedIn } from '#domain/access/sessions'
import { hourMs, later, secondMs, type Clock } from '#server/platform/clock'
import { isStorableText } from '#server/platform/http/input'
import type { Db } from '#server/platform/store/index'
import { accountStateOf, findUser, personOf } from '#server/rooms/users/index'
import {
  consumeRecord,
  deleteRecord,
  endSession,
  findRecord,
  revokeGrant,
  saveRecord,
  saveSession,
  type CookieSession,
  type OidcRecord,
} from './store/sessions.ts'
import { takeSignIn } from './take-sign-in.ts'

function asPayload(record: OidcRecord | undefined): AdapterPayload | undefined {
  if (!record) return undefined
  const consumed = record.consumedAt && { consumed: Math.floor(record.consumedAt.getTime() / 1000) }
  return { ...record.payload, ...consumed }
}

/** The longest time that any token is valid. Revoked grants are remembered for the same time. */
const longestTokenMs = hourMs

const earlier = (one: Date | null, other: Date | null) =>
  one && other ? new Date(Math.min(one.getTime(), other.getTime())) : (one ?? other)

/** When a session ends for good: each use renews it, but only up to this time. */
async function sessionEnd(db: Db, { accountId, loginTs }: AdapterPayload): Promise<Date | null> {
  const row = accountId === undefined ? undefined : await findUser(db, 'system', accountId)
  if (!row || loginTs === undefined) return null
  return new Date(loginTs * secondMs + longestSessionMs(personOf(row).role))
}

/** Whether the session's person may be signed in. If not, the session is ignored: the browser gets the sign-in page. */
async function isLetIn(db: Db, session: AdapterPayload | undefined): Promise<boolean> {
  if (session?.accountId === undefined) return true
  const row = await findUser(db, 'system', session.accountId)
  return row !== undefined && whyNotSignedIn(accountStateOf(row)) === null
}

/** The session of the browser that the provider is serving, and the value its cookie had before this request. */
function browserSession(): (CookieSession & { readonly formerId: string }) | undefined {
  const session = Provider.ctx?.oidc.session as (CookieSession & { oldId?: string }) | undefined
  return session && { id: session.id, uid: session.uid, formerId: session.oldId ?? session.id }
}

/** Stores the provider's state in our database, so that sessions survive a restart. */
export function oidcAdapter(db: Db, clock: Clock): AdapterFactory {
  return (model): Adapter => ({
    async upsert(id, payload, expiresIn) {
      const expiresAt = expiresIn ? later(clock.now(), expiresIn * 1000) : null
      const { accountId } = payload
      if (model !== 'Session' || accountId === undefined)
        return saveRecord(db, model, id, { ...payload }, expiresAt)
      const endsAt = earlier(expiresAt, await sessionEnd(db, payload))
      await saveSession(db, { id, formerId: browserSession()?.formerId ?? id }, accountId, payload, endsAt)
    },
    async find(id) {
      // Clients come only from the configuration.
      if (model === 'Client' || !isStorableText(id)) return undefined
      const payload = asPayload(await findRecord(db, model, { id }, clock.now()))
      return model === 'Session' && !(await isLetIn(db, payload)) ? undefined : payload
    },
    async findByUid(uid) {
      if (!isStorableText(uid)) return undefined
      return asPayload(await findRecord(db, model, { uid }, clock.now()))
    },
    async findByUserCode() {
      return undefined // the device flow is not offered
    },
    async consume(id) {
      const now = clock.now()
      if (await consumeRecord(db, model, id, now)) return
      // Another request used the code after the provider's check. As with any replay, tokens and grants from the code
      // are revoked.
      const grantId = (await findRecord(db, model, { id }, now))?.payload['grantId']
      if (typeof grantId === 'string') {
        await revokeGrant(db, grantId, later(now, longestTokenMs))
        await deleteRecord(db, 'Grant', grantId) // otherwise the session would keep granting tokens
      }
      throw new InvalidGrant('used by another request at the same time')
    },
    async destroy(id) {
      const session = browserSession()
      if (model === 'Interaction' && session) {
        if (await takeSignIn(db, id, session, clock.now())) return
        throw new SessionNotFound('Something about the account changed while you were signing in.')
      }
      if (model !== 'Session' || !session) return deleteRecord(db, model, id)
      // The record under a former cookie value is replaced when the session is saved, so nothing needs to be done here.
      if (id === session.id) await endSession(db, session.uid)
    },
    revokeByGrantId: grantId => revokeGrant(db, grantId, later(clock.now(), longestTokenMs)),
  })
}

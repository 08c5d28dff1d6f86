import type { Adapter, AdapterFactory, AdapterPayload } from 'oidc-provider'
import { longestSessionMs, whyNotSignedIn } from '#domain/access/sessions'
import { hourMs, later, secondMs, type Clock } from '#server/platform/clock'
import { isStorableText } from '#server/platform/http/input'
import type { Db } from '#server/platform/store/index'
import { accountStateOf, findUser, personOf } from '#server/rooms/users/index'
import {
  consumeRecord,
  deleteRecord,
  findRecord,
  revokeGrant,
  saveRecord,
  type OidcRecord,
} from './store/sessions.ts'

function asPayload(record: OidcRecord | undefined): AdapterPayload | undefined {
  if (!record) return undefined
  const consumed = record.consumedAt && { consumed: Math.floor(record.consumedAt.getTime() / 1000) }
  return { ...record.payload, ...consumed }
}

/** The longest that any token is valid. Revoked grants are remembered as long. */
const longestTokenMs = hourMs

const earlier = (one: Date | null, other: Date | null) =>
  one && other ? new Date(Math.min(one.getTime(), other.getTime())) : (one ?? other)

/** When a session ends for good: sessions are renewed by use, and must not live forever. */
async function sessionEnd(db: Db, { accountId, loginTs }: AdapterPayload): Promise<Date | null> {
  const row = accountId === undefined ? undefined : await findUser(db, 'system', accountId)
  if (!row || loginTs === undefined) return null
  return new Date(loginTs * secondMs + longestSessionMs(personOf(row).role))
}

/** A session of a person who may not be signed in counts as none: the browser gets the sign-in page. */
async function isLetIn(db: Db, session: AdapterPayload | undefined): Promise<boolean> {
  if (session?.accountId === undefined) return true
  const row = await findUser(db, 'system', session.accountId)
  return row !== undefined && whyNotSignedIn(accountStateOf(row)) === null
}

/** Stores the provider's state in our database, which lets sessions survive a restart. */
export function oidcAdapter(db: Db, clock: Clock): AdapterFactory {
  return (model): Adapter => ({
    async upsert(id, payload, expiresIn) {
      const expiresAt = expiresIn ? later(clock.now(), expiresIn * 1000) : null
      const endsAt = model === 'Session' ? await sessionEnd(db, payload) : null
      await saveRecord(db, model, id, { ...payload }, earlier(expiresAt, endsAt))
    },
    async find(id) {
      // Clients are in the configuration; there are no others to look up.
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
    consume: id => consumeRecord(db, model, id, clock.now()),
    destroy: id => deleteRecord(db, model, id),
    revokeByGrantId: grantId => revokeGrant(db, grantId, later(clock.now(), longestTokenMs)),
  })
}

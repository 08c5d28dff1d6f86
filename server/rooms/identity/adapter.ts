import type { Adapter, AdapterFactory, AdapterPayload } from 'oidc-provider'
import { later, type Clock } from '#server/platform/clock'
import { isStorableText } from '#server/platform/http/input'
import type { Db } from '#server/platform/store/index'
import {
  consumeRecord,
  deleteRecord,
  deleteRecordsOfGrant,
  findRecord,
  saveRecord,
  type OidcRecord,
} from './store/sessions.ts'

function asPayload(record: OidcRecord | undefined): AdapterPayload | undefined {
  if (!record) return undefined
  const consumed = record.consumedAt && { consumed: Math.floor(record.consumedAt.getTime() / 1000) }
  return { ...record.payload, ...consumed }
}

/** Stores the provider's state in our database, which lets sessions survive a restart. */
export function oidcAdapter(db: Db, clock: Clock): AdapterFactory {
  return (model): Adapter => ({
    async upsert(id, payload, expiresIn) {
      const expiresAt = expiresIn ? later(clock.now(), expiresIn * 1000) : null
      await saveRecord(db, model, id, { ...payload }, expiresAt)
    },
    async find(id) {
      // Clients are in the configuration; there are no others to look up.
      if (model === 'Client' || !isStorableText(id)) return undefined
      return asPayload(await findRecord(db, model, { id }, clock.now()))
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
    revokeByGrantId: grantId => deleteRecordsOfGrant(db, grantId),
  })
}

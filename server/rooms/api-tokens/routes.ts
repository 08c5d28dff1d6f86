import { randomBytes } from 'node:crypto'
import { allCalls } from '#contract/index'
import {
  apiTokenStart,
  createApiToken,
  listApiTokens,
  revokeApiToken,
  type ApiToken,
} from '#contract/people/api-tokens'
import { mayManage } from '#domain/access/people'
import { recordAudit } from '#server/platform/audit'
import { dayMs, later } from '#server/platform/clock'
import type { Caller } from '#server/platform/http/caller'
import { badInput, notAllowed, notFound, Problem } from '#server/platform/http/problems'
import { serve, type Served } from '#server/platform/http/serve'
import type { Db } from '#server/platform/store/index'
import {
  findUser,
  findUsers,
  fullNameOf,
  personAuditName,
  personOf,
  type UserRow,
  lockUserForUpdate,
} from '#server/rooms/users/index'
import { hashToken, type TokenCheck } from './check-token.ts'
import { countTokensOf, deleteToken, findToken, insertToken, listTokens, type ApiTokenRow } from './store.ts'

const mostPerPerson = 20

function wireToken(row: ApiTokenRow, owner: UserRow): ApiToken {
  return {
    id: row.id,
    name: row.name,
    ownerId: row.user_id,
    ownerName: fullNameOf(owner),
    mayRead: row.may_read,
    calls: row.calls,
    created: row.created_at.toISOString(),
    createdBy: row.created_by,
    expires: row.expires_at.toISOString(),
    lastUsed: row.last_used_at?.toISOString() ?? null,
  }
}

/** Calls that a token may be given: none that only the person themselves may make. */
const isGrantable = (name: string) =>
  allCalls.some(call => call.name === name && call.who !== 'anyone' && call.whileActingAs !== 'refused')

const isOwnedBy = (caller: Caller, owner: UserRow) =>
  owner.id === caller.id || mayManage(caller, personOf(owner))

export function apiTokenRoutes({ db, check }: { readonly db: Db; readonly check: TokenCheck }): Served[] {
  async function ownerFor(caller: Caller, id: string): Promise<UserRow> {
    const owner = await findUser(db, caller.customerId, id)
    if (!owner || !isOwnedBy(caller, owner)) throw notFound('This person')
    return owner
  }

  return [
    serve(listApiTokens, async ({ caller }) => {
      const rows = await listTokens(db, caller.customerId)
      const people = await findUsers(db, caller.customerId, [...new Set(rows.map(row => row.user_id))])
      const owners = new Map(people.map(row => [row.id, row]))
      return rows.flatMap(row => {
        const owner = owners.get(row.user_id)
        return owner && isOwnedBy(caller, owner) ? [wireToken(row, owner)] : []
      })
    }),

    serve(createApiToken, async ({ caller, body, now, requestId }) => {
      const owner = await ownerFor(caller, body.ownerId ?? caller.id)
      if (caller.owesSecondFactor) throw notAllowed('Set up two-step verification first.')
      if (!body.mayRead && body.calls.length === 0)
        throw badInput({ Calls: ['are needed unless it may read'] })
      const unknown = body.calls.filter(name => !isGrantable(name))
      if (unknown.length > 0) throw badInput({ Calls: [`cannot include ${unknown.slice(0, 5).join(', ')}`] })
      const token = apiTokenStart + randomBytes(30).toString('base64url')
      const row = await db.transaction().execute(async tx => {
        // Requests at the same time wait for each other here, or together they would pass the limit.
        await lockUserForUpdate(tx, caller.customerId, owner.id)
        if ((await countTokensOf(tx, caller.customerId, owner.id)) >= mostPerPerson)
          throw new Problem(409, `A person can have ${mostPerPerson} tokens at most. Revoke one first.`)
        const saved = await insertToken(tx, {
          customer_id: caller.customerId,
          user_id: owner.id,
          name: body.name,
          token_hash: hashToken(token),
          may_read: body.mayRead,
          calls: [...new Set(body.calls)],
          created_at: now,
          created_by: caller.fullName,
          expires_at: later(now, body.days * dayMs),
        })
        await recordAudit(
          tx,
          {
            by: caller,
            customerId: caller.customerId,
            action: 'API token created',
            target: `“${saved.name}” of ${personAuditName(owner)}`,
            after: { mayRead: saved.may_read, calls: saved.calls, expires: saved.expires_at.toISOString() },
            requestId,
          },
          now,
        )
        return saved
      })
      return { ...wireToken(row, owner), token }
    }),

    serve(revokeApiToken, async ({ caller, params, now, requestId }) => {
      const row = await findToken(db, caller.customerId, params.id)
      const owner = row && (await findUser(db, caller.customerId, row.user_id))
      if (!row || !owner || !isOwnedBy(caller, owner)) throw notFound('This token')
      await db.transaction().execute(async tx => {
        await deleteToken(tx, caller.customerId, row.id)
        await recordAudit(
          tx,
          {
            by: caller,
            customerId: caller.customerId,
            action: 'API token revoked',
            target: `“${row.name}” of ${personAuditName(owner)}`,
            requestId,
          },
          now,
        )
      })
      check.forgetAll()
      return null
    }),
  ]
}

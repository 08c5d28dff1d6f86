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
import type { Events } from '#server/events'
import type { Facts } from '#server/facts'
import { recordAudit } from '#server/platform/audit'
import type { Bus } from '#server/platform/bus'
import type { Changes } from '#server/platform/changes/index'
import { dayMs, hourMs, later } from '#server/platform/clock'
import type { Caller } from '#server/platform/http/caller'
import { badInput, notAllowed, notFound, Problem, tooMany } from '#server/platform/http/problems'
import { serve, type Served } from '#server/platform/http/serve'
import type { Db, Tx } from '#server/platform/store/index'
import type { QueueEmail } from '#server/rooms/notifications/index'
import {
  findUser,
  findUsers,
  fullNameOf,
  personAuditName,
  personOf,
  tellPersonChanged,
  type UserRow,
  lockUserForUpdate,
} from '#server/rooms/users/index'
import { hashToken, type TokenCheck } from './check-token.ts'
import { notifyOfCreation } from './notify-owner.ts'
import {
  countCreationsSince,
  countTokensOf,
  deleteToken,
  findToken,
  insertCreation,
  insertToken,
  listTokens,
  type ApiTokenRow,
} from './store.ts'

const mostPerPerson = 20
/**
 * How many tokens a person may create in an hour, including any revoked since, because each creation sends an email.
 */
const mostPerHour = 20
const tryAgainSeconds = 600

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

/** Whether a token can be allowed to make a call: false for calls that only the person may make. */
const isGrantable = (name: string) =>
  allCalls.some(call => call.name === name && call.who !== 'anyone' && call.whileActingAs !== 'refused')

const isOwnedBy = (caller: Caller, owner: UserRow) =>
  owner.id === caller.id || mayManage(caller, personOf(owner))

export interface ApiTokenRouteDeps {
  readonly db: Db
  readonly bus: Bus<Events>
  readonly changes: Pick<Changes<Facts>, 'commit'>
  readonly queueEmail: QueueEmail
}

interface Deps extends ApiTokenRouteDeps {
  readonly check: TokenCheck
}

export function apiTokenRoutes(deps: Deps): Served[] {
  const { db, bus, changes, check } = deps

  async function ownerFor(tx: Tx, caller: Caller, id: string): Promise<UserRow> {
    // Locked: the person's role and group cannot change before the token is stored, and concurrent requests cannot
    // exceed the limit together.
    await lockUserForUpdate(tx, caller.customerId, id)
    const owner = await findUser(tx, caller.customerId, id)
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
      if (caller.owesSecondFactor) throw notAllowed('Set up two-step verification first.')
      if (!body.mayRead && body.calls.length === 0)
        throw badInput({ Calls: ['are required unless the token may read'] })
      const unknown = body.calls.filter(name => !isGrantable(name))
      if (unknown.length > 0) throw badInput({ Calls: [`cannot include ${unknown.slice(0, 5).join(', ')}`] })
      const token = apiTokenStart + randomBytes(30).toString('base64url')
      const made = await db.transaction().execute(async tx => {
        const owner = await ownerFor(tx, caller, body.ownerId ?? caller.id)
        if ((await countTokensOf(tx, caller.customerId, owner.id)) >= mostPerPerson)
          throw new Problem(409, `A person can have at most ${mostPerPerson} tokens. Revoke one first.`)
        if ((await countCreationsSince(tx, caller.customerId, owner.id, later(now, -hourMs))) >= mostPerHour)
          throw tooMany(tryAgainSeconds)
        await insertCreation(tx, caller.customerId, owner.id, now)
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
        await notifyOfCreation(deps, tx, owner, saved.name, now)
        return wireToken(saved, owner)
      })
      bus.publish('outbox-filled', {})
      return { ...made, token }
    }),

    serve(revokeApiToken, async ({ caller, params, now, requestId }) => {
      const row = await findToken(db, caller.customerId, params.id)
      const owner = row && (await findUser(db, caller.customerId, row.user_id))
      if (!row || !owner || !isOwnedBy(caller, owner)) throw notFound('This token')
      await changes.commit(async (tx, appendFact) => {
        await deleteToken(tx, caller.customerId, row.id)
        tellPersonChanged(appendFact, owner) // streams opened with it end immediately
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

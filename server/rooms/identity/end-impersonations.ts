import { recordAudit } from '#server/platform/audit'
import type { Db, Tx } from '#server/platform/store/index'
import { personAuditName, findUser, fullNameOf } from '#server/rooms/users/index'
import {
  finishImpersonationsBy,
  finishImpersonationsOf,
  finishOverdueImpersonations,
  finishSignedOutImpersonations,
  type ImpersonationRow,
} from './store/impersonations.ts'

const signedOut = 'The person acting as this user was signed out.'

/**
 * Records the ends of impersonations. Every start has an end in the audit log, even if no one clicked a button to end
 * it.
 */
async function recordEnds(tx: Tx, rows: readonly ImpersonationRow[], why: string, now: Date): Promise<void> {
  for (const row of rows) {
    const person = await findUser(tx, 'system', row.user_id)
    const actor = await findUser(tx, 'system', row.actor_id)
    await recordAudit(
      tx,
      {
        by: 'system',
        customerId: person?.customer_id ?? null,
        action: 'impersonation ended',
        target: person ? personAuditName(person) : row.user_id,
        reason: `${why} The impersonation was started by ${actor ? fullNameOf(actor) : row.actor_id}.`,
      },
      now,
    )
  }
}

/** Ends impersonations by a person. */
export async function endImpersonationsBy(tx: Tx, actorId: string, now: Date): Promise<void> {
  const ended = await finishImpersonationsBy(tx, actorId, now)
  await recordEnds(tx, ended, signedOut, now)
}

/** Ends impersonations of a person whose account is closed. */
export async function endImpersonationsOf(tx: Tx, userId: string, now: Date): Promise<void> {
  const ended = await finishImpersonationsOf(tx, userId, now)
  await recordEnds(tx, ended, 'The account was closed.', now)
}

export async function endOverdueImpersonations(db: Db, now: Date): Promise<void> {
  await db.transaction().execute(async tx => {
    await recordEnds(tx, await finishOverdueImpersonations(tx, now), 'The time had run out.', now)
    await recordEnds(tx, await finishSignedOutImpersonations(tx, now), signedOut, now)
  })
}

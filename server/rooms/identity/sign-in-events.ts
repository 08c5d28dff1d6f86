import type { SignInKind, SignInMethod } from '#contract/people/sessions'
import { recordAudit } from '#server/platform/audit'
import type { Log } from '#server/platform/log'
import type { Db } from '#server/platform/store/index'
import { findUser, personAuditName, personOf } from '#server/rooms/users/index'
import { insertSignInEvent } from './store/sign-ins.ts'
import type { Visitor } from './visitor.ts'

export interface NewSignInEvent {
  readonly kind: SignInKind
  readonly userId: string
  readonly visitor: Visitor
  readonly method?: SignInMethod | undefined
  /** Whether a passkey was used, alone or after the password. */
  readonly usesPasskey?: boolean
  readonly usesRecoveryCode?: boolean
  /** The session that the event is about, if known. */
  readonly sessionId?: string
  readonly because?: string
}

/** Events that only the person can have caused. All others may have been caused by someone else. */
const ownActs: ReadonlySet<SignInKind> = new Set(['signed in', 'signed out', 'session ended'])

/**
 * Records what happened at the sign-in page: on the person's profile, in the audit log for administrators, and in the
 * log for the operator. Returns the event's number.
 */
export async function recordSignIn(
  { db, log }: { readonly db: Db; readonly log: Log },
  event: NewSignInEvent,
  now: Date,
): Promise<number> {
  const { kind, userId, visitor, method = null, sessionId = null, because } = event
  const { usesPasskey = false, usesRecoveryCode = false } = event
  const id = await db.transaction().execute(async tx => {
    const row = await findUser(tx, 'system', userId)
    if (!row) throw new Error('The person signing in is missing')
    await recordAudit(
      tx,
      {
        by: ownActs.has(kind) ? { ...personOf(row), sessionId, impersonator: null } : 'system',
        customerId: row.customer_id,
        action: kind,
        target: personAuditName(row),
        after: {
          ...visitor,
          ...(method && { method }),
          ...(usesPasskey && { usesPasskey }),
          ...(usesRecoveryCode && { usesRecoveryCode }),
        },
        ...(because !== undefined && { reason: because }),
      },
      now,
    )
    return insertSignInEvent(tx, {
      user_id: userId,
      at: now,
      kind,
      method,
      session_id: sessionId,
      uses_passkey: usesPasskey,
      ...visitor,
    })
  })
  const how = { method, usesPasskey, usesRecoveryCode }
  log.info({ event: kind, person: userId, ...how, ...visitor, because }, 'sign-in event')
  return id
}

/** Records in the background, because the response time must not reveal whether the account exists. */
export function recordSignInLater(
  deps: { readonly db: Db; readonly log: Log },
  event: NewSignInEvent,
  now: Date,
): void {
  recordSignIn(deps, event, now).catch((error: unknown) =>
    deps.log.error({ err: error, event: event.kind }, 'could not record a sign-in event'),
  )
}

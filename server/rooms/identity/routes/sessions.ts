import { endOtherSessions, endSession, listSessions, listSignIns } from '#contract/people/sessions'
import { recordAudit } from '#server/platform/audit'
import { notFound } from '#server/platform/http/problems'
import { serve, type Served } from '#server/platform/http/serve'
import type { Db } from '#server/platform/store/index'
import { sessionSeconds } from '#server/rooms/identity/provider'
import { endOneSession, endSessions } from '#server/rooms/identity/store/sessions'
import { listOpenSessions, listSignInEvents } from '#server/rooms/identity/store/sign-ins'
import type { Tokens } from '#server/rooms/identity/tokens'

const mostShown = 30

/** A person's sessions and sign-ins. */
export function sessionRoutes({ db, tokens }: { readonly db: Db; readonly tokens: Tokens }): Served[] {
  return [
    serve(listSessions, async ({ caller, now }) =>
      (await listOpenSessions(db, caller.id, sessionSeconds, now)).map(session => ({
        id: session.id,
        isCurrent: session.id === caller.sessionId,
        started: session.startedAt.toISOString(),
        lastUsed: session.usedAt.toISOString(),
        expires: session.expiresAt.toISOString(),
        method: session.method,
        address: session.address,
        device: session.device,
      })),
    ),

    serve(endSession, async ({ caller, params, now, requestId }) => {
      await db.transaction().execute(async tx => {
        if (!(await endOneSession(tx, caller.id, params.id))) throw notFound('This session')
        await recordAudit(
          tx,
          {
            by: caller,
            customerId: caller.customerId,
            action: 'session ended',
            target: `${caller.fullName} (${caller.id})`,
            requestId,
          },
          now,
        )
      })
      tokens.forget()
      return null
    }),

    serve(endOtherSessions, async ({ caller, now, requestId }) => {
      await db.transaction().execute(async tx => {
        await endSessions(tx, caller.id, caller.sessionId)
        await recordAudit(
          tx,
          {
            by: caller,
            customerId: caller.customerId,
            action: 'other sessions ended',
            target: `${caller.fullName} (${caller.id})`,
            requestId,
          },
          now,
        )
      })
      tokens.forget()
      return null
    }),

    serve(listSignIns, async ({ caller }) =>
      (await listSignInEvents(db, caller.id, mostShown)).map(({ at, kind, method, address, device }) => ({
        at: at.toISOString(),
        kind,
        method,
        address,
        device,
      })),
    ),
  ]
}

import { endImpersonation, resumeImpersonation, startImpersonation } from '#contract/people/identity'
import { mayActAs } from '#domain/access/people'
import { recordAudit } from '#server/platform/audit'
import { later, secondMs } from '#server/platform/clock'
import { notAllowed, notFound, Problem } from '#server/platform/http/problems'
import { serve, type Served } from '#server/platform/http/serve'
import type { Db } from '#server/platform/store/index'
import { personAuditName, findUser, personOf } from '#server/rooms/users/index'
import type Provider from 'oidc-provider'
import {
  audienceOf,
  clientId,
  createGrant,
  impersonationSeconds,
  tokenScopes,
} from '#server/rooms/identity/provider'
import {
  findImpersonation,
  finishImpersonation,
  insertImpersonation,
} from '#server/rooms/identity/store/impersonations'
import type { Tokens } from '#server/rooms/identity/tokens'

export interface ImpersonationRouteDeps {
  readonly db: Db
  readonly baseUrl: string
  readonly provider: () => Provider
  readonly tokens: Tokens
}

/** Issues a code that the web app exchanges, like a sign-in code, bound to the app's challenge. */
async function issueCode(
  { provider, baseUrl }: ImpersonationRouteDeps,
  grantId: string,
  userId: string,
  challenge: string,
) {
  const oidc = provider()
  const client = await oidc.Client.find(clientId)
  if (!client) throw new Error('The web client is not registered')
  const code = new oidc.AuthorizationCode({
    accountId: userId,
    client,
    grantId,
    gty: 'authorization_code',
    scope: tokenScopes,
    resource: audienceOf(baseUrl),
    redirectUri: `${baseUrl}/impersonation`,
    codeChallenge: challenge,
    codeChallengeMethod: 'S256',
  })
  return code.save()
}

export function impersonationRoutes(deps: ImpersonationRouteDeps): Served[] {
  const { db, baseUrl, tokens } = deps
  return [
    serve(startImpersonation, async ({ caller, body, now, requestId }) => {
      const row = await findUser(db, 'system', body.userId)
      if (!row?.is_active) throw notFound('This person')
      if (!mayActAs(caller, personOf(row))) throw notAllowed('This person cannot be impersonated.')

      const grant = await createGrant(deps.provider(), row.id, audienceOf(baseUrl))
      const grantId = grant.jti
      await db.transaction().execute(async tx => {
        await insertImpersonation(tx, {
          grant_id: grantId,
          actor_id: caller.id,
          actor_session_id: caller.sessionId,
          user_id: row.id,
          reason: body.reason,
          started_at: now,
          expires_at: later(now, impersonationSeconds * secondMs),
        })
        await recordAudit(
          tx,
          {
            by: caller,
            customerId: row.customer_id,
            action: 'impersonation started',
            target: personAuditName(row),
            reason: body.reason,
            requestId,
          },
          now,
        )
      })
      return { code: await issueCode(deps, grantId, row.id, body.codeChallenge) }
    }),

    serve(resumeImpersonation, async ({ caller, body, now, requestId }) => {
      const impersonation = await findImpersonation(db, body.impersonationId)
      const isOwn = impersonation?.actor_id === caller.id
      if (!isOwn || impersonation.ended_at || impersonation.expires_at <= now) {
        throw notFound('This impersonation')
      }
      const row = await findUser(db, 'system', impersonation.user_id)
      if (!row?.is_active) throw notFound('This person')
      if (!mayActAs(caller, personOf(row))) throw notAllowed('This person cannot be impersonated.')
      await db.transaction().execute(tx =>
        recordAudit(
          tx,
          {
            by: caller,
            customerId: row.customer_id,
            action: 'impersonation continued',
            target: personAuditName(row),
            reason: impersonation.reason,
            requestId,
          },
          now,
        ),
      )
      return { code: await issueCode(deps, impersonation.grant_id, row.id, body.codeChallenge) }
    }),

    serve(endImpersonation, async ({ caller, now, requestId }) => {
      const behind = caller.impersonator
      if (!behind) throw new Problem(409, 'No one is impersonating you.')
      await db.transaction().execute(async tx => {
        if (!(await finishImpersonation(tx, behind.grantId, now))) return
        await recordAudit(
          tx,
          {
            by: caller,
            customerId: caller.customerId,
            action: 'impersonation ended',
            target: `${caller.fullName} (${caller.id})`,
            requestId,
          },
          now,
        )
      })
      tokens.forget()
      return null
    }),
  ]
}

import { createLocalJWKSet, errors, jwtVerify, type JWK } from 'jose'
import { whyNotSignedIn } from '#domain/access/sessions'
import type { Clock } from '#server/platform/clock'
import type { Authenticate, Caller, Impersonator } from '#server/platform/http/caller'
import type { Db } from '#server/platform/store/index'
import { accountStateOf, findUser, personOf } from '#server/rooms/users/index'
import { signingAlgorithm } from './keys.ts'
import { audienceOf, issuerOf } from './provider.ts'
import { rightsOf } from './rights.ts'
import { findImpersonation } from './store/impersonations.ts'
import { findOpenSession, isGrantRevoked } from './store/sessions.ts'

interface Claims {
  readonly sub: string
  readonly sid: string | null
  /** The ID of the impersonation, while support staff act as this person. */
  readonly grant: string | null
  /** The ID of the grant for which the token was issued. */
  readonly gid: string | null
  readonly expiresAtMs: number
}

/** How long a person's rights are cached, and thus the longest time until a change or a sign-out takes effect. */
const rightsMs = 5000
const mostRemembered = 20_000

/**
 * How often an unknown key makes the server look for new ones. Keys are rotated every few months, but anyone can make up
 * a token with an unknown key.
 */
const refreshEveryMs = 1000

/** Remembers a value. Drops the oldest half when full: simple, and good enough for a cache. */
function remember<Value>(memory: Map<string, Value>, key: string, value: Value) {
  if (memory.size >= mostRemembered) {
    for (const old of [...memory.keys()].slice(0, mostRemembered / 2)) memory.delete(old)
  }
  memory.set(key, value)
}

export interface Tokens {
  readonly authenticate: Authenticate
  /** Clears the cache for everyone after rights or keys have changed. */
  forget(): void
}

export interface TokenDeps {
  readonly db: Db
  readonly baseUrl: string
  readonly publicKeys: () => readonly JWK[]
  /** Called for an unknown key, which another process may have created. */
  readonly refreshKeys: () => Promise<void>
  readonly clock: Pick<Clock, 'monotonicMs'>
}

/** Resolves a bearer token to a person. Signatures are checked once per token, rights every few seconds. */
export function createTokens({ db, baseUrl, publicKeys, refreshKeys, clock }: TokenDeps): Tokens {
  const verified = new Map<string, Claims>()
  const callers = new Map<string, { caller: Caller | undefined; untilMs: number }>()

  let refreshed: { readonly atMs: number; readonly done: Promise<void> } | undefined

  function refreshSometimes(): Promise<void> {
    const atMs = clock.monotonicMs()
    if (!refreshed || atMs - refreshed.atMs >= refreshEveryMs) refreshed = { atMs, done: refreshKeys() }
    return refreshed.done
  }

  async function verify(token: string, now: Date): Promise<Claims | undefined> {
    const check = () =>
      jwtVerify(token, createLocalJWKSet({ keys: [...publicKeys()] }), {
        issuer: issuerOf(baseUrl),
        audience: audienceOf(baseUrl),
        algorithms: [signingAlgorithm],
        typ: 'at+jwt',
        currentDate: now,
      })
    try {
      const { payload } = await check().catch(async (error: unknown) => {
        if (!(error instanceof errors.JWKSNoMatchingKey)) throw error
        await refreshSometimes()
        return check()
      })
      if (!payload.sub || !payload.exp) return undefined
      const { sid = null, grant = null, gid = null } = payload as Partial<Claims>
      return { sub: payload.sub, sid, grant, gid, expiresAtMs: payload.exp * 1000 }
    } catch (error) {
      if (error instanceof errors.JOSEError) return undefined
      throw error
    }
  }

  async function impersonatorOf(
    grantId: string,
    subject: string,
    now: Date,
  ): Promise<Impersonator | undefined> {
    const row = await findImpersonation(db, grantId)
    if (!row || row.user_id !== subject || row.ended_at || row.expires_at <= now) return undefined
    if (row.actor_session_id !== null && !(await findOpenSession(db, row.actor_session_id, now)))
      return undefined
    const actor = await findUser(db, 'system', row.actor_id)
    if (!actor?.is_active || personOf(actor).role !== 'SuperAdmin') return undefined
    return { id: actor.id, fullName: personOf(actor).fullName, grantId, until: row.expires_at }
  }

  async function callerOf(claims: Claims, now: Date): Promise<Caller | undefined> {
    const row = await findUser(db, 'system', claims.sub)
    if (!row || whyNotSignedIn(accountStateOf(row)) !== null) return undefined
    if (claims.sid !== null) {
      const session = await findOpenSession(db, claims.sid, now, claims.gid)
      return session && { ...rightsOf(row, session), sessionId: claims.sid, impersonator: null }
    }
    if (claims.gid !== null && (await isGrantRevoked(db, claims.gid))) return undefined
    const impersonator = claims.grant && (await impersonatorOf(claims.grant, claims.sub, now))
    return impersonator ? { ...personOf(row), sessionId: null, impersonator } : undefined
  }

  return {
    async authenticate(token, now) {
      const claims = verified.get(token) ?? (await verify(token, now))
      if (!claims) return undefined
      if (claims.expiresAtMs <= now.getTime()) {
        verified.delete(token)
        return undefined
      }
      if (!verified.has(token)) remember(verified, token, claims)

      const known = callers.get(token)
      if (known && known.untilMs > now.getTime()) return known.caller
      const caller = await callerOf(claims, now)
      remember(callers, token, { caller, untilMs: now.getTime() + rightsMs })
      return caller
    },
    forget() {
      callers.clear()
    },
  }
}

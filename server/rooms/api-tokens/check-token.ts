import { createHash } from 'node:crypto'
import { apiTokenStart } from '#contract/people/api-tokens'
import { whyNotSignedIn } from '#domain/access/sessions'
import { minuteMs, secondMs } from '#server/platform/clock'
import type { Authenticate, Caller } from '#server/platform/http/caller'
import type { Db } from '#server/platform/store/index'
import { rightsOfTokenOwner } from '#server/rooms/identity/index'
import { accountStateOf, findUser } from '#server/rooms/users/index'
import { findTokenByHash, noteUse, type ApiTokenRow } from './store.ts'

export const hashToken = (token: string) => createHash('sha256').update(token).digest('hex')

/** How long rights are cached, and thus the longest time until a change or a revocation takes effect. */
const rememberedMs = 5 * secondMs
/** Only tokens that were valid are remembered, so made-up ones cannot displace them. */
const usualRemembered = 5000
const noteEveryMs = minuteMs

export interface TokenCheck {
  readonly authenticate: Authenticate
  /** Checks every token again when it is used next. */
  forgetAll(): void
}

/** Resolves API tokens to the people for whom they act; leaves other tokens to sign-in. */
export function createTokenCheck(db: Db, others: Authenticate, mostRemembered = usualRemembered): TokenCheck {
  const remembered = new Map<string, { caller: Caller; untilMs: number }>()

  function remember(hash: string, caller: Caller, now: Date) {
    remembered.delete(hash) // moved to the end: the first entry is the least recently checked
    remembered.set(hash, { caller, untilMs: now.getTime() + rememberedMs })
    const [oldest] = remembered.keys()
    if (remembered.size > mostRemembered && oldest !== undefined) remembered.delete(oldest)
  }

  async function callerOf(row: ApiTokenRow | undefined, now: Date): Promise<Caller | undefined> {
    if (!row || row.expires_at <= now) return undefined
    const owner = await findUser(db, row.customer_id, row.user_id)
    if (!owner || whyNotSignedIn(accountStateOf(owner)) !== null) return undefined
    if (now.getTime() - (row.last_used_at?.getTime() ?? 0) >= noteEveryMs)
      await noteUse(db, 'system', row.id, now)
    const apiToken = { id: row.id, name: row.name, mayRead: row.may_read, calls: row.calls }
    return { ...(await rightsOfTokenOwner(db, owner)), sessionId: null, impersonator: null, apiToken }
  }

  return {
    async authenticate(token, now, beforeGuess) {
      if (!token.startsWith(apiTokenStart)) return others(token, now, beforeGuess)
      const hash = hashToken(token)
      const known = remembered.get(hash)
      if (known && known.untilMs > now.getTime()) return known.caller
      // A token that was valid is looked up even if strangers at the same address guess.
      if (!known) await beforeGuess?.()
      const caller = await callerOf(await findTokenByHash(db, 'system', hash), now)
      if (caller) remember(hash, caller, now)
      else remembered.delete(hash)
      return caller
    },
    forgetAll() {
      for (const entry of remembered.values()) entry.untilMs = 0
    },
  }
}

import { locksOf, type LightningPolicy, type RingLocks } from '#domain/lightning/ring-rules'
import type { Db, Scope } from '#server/platform/store/index'

/** Lightning policies are not there yet. They come from the policies room: of the person's group, and of all groups. */
async function lightningPoliciesFor(_db: Db, _scope: Scope, _userId: string): Promise<LightningPolicy[]> {
  return []
}

/** What the organization's policies have settled for a person's rings. */
export async function ringLocksFor(db: Db, scope: Scope, userId: string): Promise<RingLocks> {
  return locksOf(await lightningPoliciesFor(db, scope, userId))
}

import { adminRoles } from '#domain/access/roles'
import type { RingSettings } from '#domain/lightning/ring'
import { locksOf, type LightningPolicy, type RingLocks } from '#domain/lightning/ring-rules'
import { strictest, type Policy } from '#domain/policies/policy'
import { lightningZoneOf } from '#domain/policies/policy-types'
import type { Facts } from '#server/facts'
import type { Changes } from '#server/platform/changes/index'
import type { Db } from '#server/platform/store/index'
import { listGroupsOfPeople } from '#server/rooms/users/index'
import { listPolicies, policyOf, type PolicyRow } from './store.ts'

interface Membership {
  readonly customerId: number
  readonly groupId: number | null
  readonly role: string
}

/** Whether a policy is for a group: for all of them, or named. One that names none is for nobody. */
export function isForGroup(row: PolicyRow, groupId: number | null): boolean {
  return row.all_groups || (groupId !== null && row.group_ids.includes(groupId))
}

/** Those for a group, of each type the strictest. */
export function countingFor(rows: readonly PolicyRow[], groupId: number | null): PolicyRow[] {
  const own = rows.filter(row => isForGroup(row, groupId))
  const ids = new Set(strictest(own.map(policyOf)).map(({ id }) => id))
  return own.filter(row => ids.has(row.id))
}

export function locksFrom(policies: readonly Policy[]): RingLocks {
  return locksOf(
    policies.flatMap((policy): LightningPolicy[] => {
      const zone = lightningZoneOf[policy.type]
      return zone === undefined
        ? []
        : [{ zone, radiusMiles: policy.threshold, allClearMinutes: policy.allClearMinutes }]
    }),
  )
}

/** Which policies count for whom, in memory: asked for every location every minute. */
export class PolicyBook {
  #rows: readonly PolicyRow[] = []
  #people = new Map<string, Membership>()
  readonly #effective = new Map<string, readonly Policy[]>()

  /**
   * A book that follows: a policy or a group that has changed, somebody whom it does not know yet, or whose group has
   * changed, have it read again. To be made before those who hear of the same facts.
   */
  static async open(db: Db, changes: Changes<Facts>): Promise<PolicyBook> {
    const book = new PolicyBook()
    await book.load(db)
    changes.hearTogether(['group changed', 'policy changed'], () => book.load(db))
    changes.hearTogether(['person changed'], facts =>
      book.#learn(
        db,
        facts.map(({ body }) => body.personId),
      ),
    )
    changes.hearTogether(['location changed'], async facts => {
      if (facts.some(({ body }) => !book.#people.has(body.userId))) await book.load(db)
    })
    return book
  }

  async load(db: Db): Promise<void> {
    this.#rows = await listPolicies(db, 'system')
    this.#people = new Map(
      (await listGroupsOfPeople(db, 'system')).map(({ id, ...membership }) => [id, membership]),
    )
    this.#effective.clear()
  }

  /** Of some people alone: a table of people may be changed at once, and everybody waits until all is heard. */
  async #learn(db: Db, personIds: readonly string[]): Promise<void> {
    const ids = [...new Set(personIds)]
    for (const id of ids) this.#people.delete(id)
    for (const found of await listGroupsOfPeople(db, 'system', ids)) this.#people.set(found.id, found)
  }

  /** Those of the person's group and those for all groups: of each type the strictest. */
  effectiveFor(userId: string): readonly Policy[] {
    const membership = this.#people.get(userId)
    return membership ? this.#effectiveIn(membership) : []
  }

  #effectiveIn({ customerId, groupId }: Pick<Membership, 'customerId' | 'groupId'>): readonly Policy[] {
    const key = `${customerId} ${groupId}`
    const known = this.#effective.get(key)
    if (known) return known
    const own = this.#rows.filter(row => row.customer_id === customerId && isForGroup(row, groupId))
    const counted = strictest(own.map(policyOf))
    this.#effective.set(key, counted)
    return counted
  }

  /** Those that count for a group of a customer. */
  effectiveInGroup(customerId: number, groupId: number): readonly Policy[] {
    return this.#effectiveIn({ customerId, groupId })
  }

  isAdministrator(userId: string): boolean {
    const membership = this.#people.get(userId)
    return adminRoles.some(role => role === membership?.role)
  }

  /** What the policies of a place's groups, or of all groups where it has none, demand of the innermost ring. */
  lightningAt(customerId: number, groupIds: readonly number[] | null): RingSettings[] {
    return this.#rows
      .filter(row => row.customer_id === customerId && row.type === 'LR1')
      .filter(row => groupIds === null || groupIds.some(id => isForGroup(row, id)) || row.all_groups)
      .map(row => ({ radiusMiles: row.threshold, allClearMinutes: row.all_clear_minutes }))
  }

  locksFor(userId: string): RingLocks {
    return locksFrom(this.effectiveFor(userId))
  }
}

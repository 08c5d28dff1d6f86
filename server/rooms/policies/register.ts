import { adminRoles } from '#domain/access/roles'
import { locksOf, type LightningPolicy, type RingLocks } from '#domain/lightning/ring-rules'
import { strictest, type Policy } from '#domain/policies/policy'
import { lightningZoneOf } from '#domain/policies/policy-types'
import type { Facts } from '#server/facts'
import type { Changes } from '#server/platform/changes/index'
import type { Db } from '#server/platform/store/index'
import { listGroupsOfPeople } from '#server/rooms/users/index'
import { listPolicyRows, policyOf, type PolicyRow } from './store.ts'

interface Membership {
  readonly customerId: number
  readonly groupId: number | null
  readonly role: string
}

/**
 * Whether a policy applies to a group: either to all groups, or to this one. A policy without groups applies to no one.
 */
export function isForGroup(row: PolicyRow, groupId: number | null): boolean {
  return row.all_groups || (groupId !== null && row.group_ids.includes(groupId))
}

/** The policies that apply to a group: the strictest of each type. */
export function countingFor(rows: readonly PolicyRow[], groupId: number | null): PolicyRow[] {
  const own = rows.filter(row => isForGroup(row, groupId))
  const ids = new Set(strictest(own.map(policyOf)).map(({ id }) => id))
  return own.filter(row => ids.has(row.id))
}

function lightningOf(policies: readonly Policy[]): LightningPolicy[] {
  return policies.flatMap(({ type, threshold: radiusMiles, allClearMinutes }) => {
    const zone = lightningZoneOf[type]
    return zone === undefined ? [] : [{ zone, radiusMiles, allClearMinutes }]
  })
}

export const locksFrom = (policies: readonly Policy[]): RingLocks => locksOf(lightningOf(policies))

/** The policies that apply to each person, in memory: queried for every location every minute. */
export class PolicyBook {
  #rows: ReadonlyMap<number, readonly PolicyRow[]> = new Map()
  #people = new Map<string, Membership>()
  readonly #effective = new Map<string, readonly Policy[]>()

  /**
   * Opens a book that follows changes. It reloads after a change to a policy or a group, for a person it does not know
   * yet, and for a person whose group changed. Open it before other consumers of the same facts.
   */
  static async open(db: Db, changes: Changes<Facts>): Promise<PolicyBook> {
    const book = new PolicyBook()
    await book.load(db)
    changes.subscribeToBatches(['group changed', 'policy changed'], () => book.load(db))
    changes.subscribeToBatches(['person changed'], facts =>
      book.#learn(
        db,
        facts.map(({ body }) => body.personId),
      ),
    )
    changes.subscribeToBatches(['location changed'], async facts => {
      if (facts.some(({ body }) => !book.#people.has(body.userId))) await book.load(db)
    })
    return book
  }

  async load(db: Db): Promise<void> {
    this.#rows = Map.groupBy(await listPolicyRows(db, 'system'), row => row.customer_id)
    this.#people = new Map(
      (await listGroupsOfPeople(db, 'system')).map(({ id, ...membership }) => [id, membership]),
    )
    this.#effective.clear()
  }

  /**
   * Loads only the given people: a whole table may be imported at the same time, and everyone waits until all facts are
   * handled.
   */
  async #learn(db: Db, personIds: readonly string[]): Promise<void> {
    const ids = [...new Set(personIds)]
    for (const id of ids) this.#people.delete(id)
    for (const found of await listGroupsOfPeople(db, 'system', ids)) this.#people.set(found.id, found)
  }

  /** The policies of the person's group and those for all groups, the strictest of each type. */
  effectiveFor(userId: string): readonly Policy[] {
    const membership = this.#people.get(userId)
    return membership ? this.#effectiveIn(membership) : []
  }

  #effectiveIn({ customerId, groupId }: Pick<Membership, 'customerId' | 'groupId'>): readonly Policy[] {
    const key = `${customerId} ${groupId}`
    const known = this.#effective.get(key)
    if (known) return known
    const own = (this.#rows.get(customerId) ?? []).filter(row => isForGroup(row, groupId))
    const counted = strictest(own.map(policyOf))
    this.#effective.set(key, counted)
    return counted
  }

  /** The policies that apply to a customer's group. */
  effectiveInGroup(customerId: number, groupId: number): readonly Policy[] {
    return this.#effectiveIn({ customerId, groupId })
  }

  isAdministrator(userId: string): boolean {
    const membership = this.#people.get(userId)
    return adminRoles.some(role => role === membership?.role)
  }

  /** The rings required by the policies for all groups and for the given ones; of every group if that is null. */
  lightningAt(customerId: number, groupIds: readonly number[] | null): LightningPolicy[] {
    const own = (this.#rows.get(customerId) ?? []).filter(
      row => groupIds === null || row.all_groups || groupIds.some(id => isForGroup(row, id)),
    )
    return lightningOf(own.map(policyOf))
  }

  locksFor(userId: string): RingLocks {
    return locksFrom(this.effectiveFor(userId))
  }
}

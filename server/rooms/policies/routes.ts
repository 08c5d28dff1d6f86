import {
  listOutdatedRings,
  listPolicies as listPoliciesCall,
  listPoliciesOfCustomer,
  listPoliciesOfOwnSite,
  listPoliciesOfSite,
  listPoliciesOfUser,
  listPolicyTypes,
} from '#contract/places/policies'
import {
  addPolicy as addPolicyCall,
  deletePolicy as deletePolicyCall,
  listPolicyStandards,
  updatePolicy as updatePolicyCall,
} from '#contract/places/policy-changes'
import { listThreats, listViolations, listWarnings, whyPolicies } from '#contract/places/warnings'
import { isOutdated } from '#domain/lightning/ring-rules'
import { lightningZoneOf, policyTypeOf } from '#domain/policies/policy-types'
import { expectedThreats, threatNameOf, threatTypes, type ExpectedHour } from '#domain/policies/threats'
import type { Facts } from '#server/facts'
import type { Changes } from '#server/platform/changes/index'
import { reachOf, type Caller } from '#server/platform/http/caller'
import { notFound } from '#server/platform/http/problems'
import { findGroup } from '#server/rooms/groups/index'
import { serve, type Served } from '#server/platform/http/serve'
import type { Db } from '#server/platform/store/index'
import { maySee } from '#domain/access/people'
import {
  isLocationSeenBy,
  locationSeenBy,
  type LocationRegister,
  type LocationRow,
} from '#server/rooms/locations/index'
import { findUser, fullNameOf, listUsers, personOf } from '#server/rooms/users/index'
import { countingFor, isForGroup, type PolicyBook } from './register.ts'
import type { PolicyEngine, ActiveWarning } from './engine.ts'
import { addPolicy, changePolicy, removePolicy } from './save-policy.ts'
import { listPolicyRows, type PolicyRow } from './store.ts'
import { wirePolicy, wirePolicyTypes, wireStandards, wireWarning, wireWhy } from './wire.ts'

export interface PolicyRouteDeps {
  readonly db: Db
  readonly changes: Pick<Changes<Facts>, 'commit'>
  readonly engine: PolicyEngine
  readonly book: PolicyBook
  readonly locations: LocationRegister
  /** Returns the next 24 hours at a place; empty if no forecast is available. */
  readonly expectedAt: (location: LocationRow, now: Date) => Promise<readonly ExpectedHour[]>
}

export function policyRoutes(deps: PolicyRouteDeps): Served[] {
  const { db, changes, engine, book, locations, expectedAt } = deps

  /** An Assistant Admin sees the policies of their own group. */
  async function policiesSeenBy(caller: Caller, customerId: number): Promise<PolicyRow[]> {
    const rows = await listPolicyRows(db, customerId)
    return caller.role === 'AssistantAdmin' ? rows.filter(row => isForGroup(row, caller.groupId)) : rows
  }

  async function standingAt(
    caller: Caller,
    locationId: number,
    counts: (standing: ActiveWarning) => boolean,
  ) {
    const row = await locationSeenBy(db, caller, locationId)
    const place = { id: row.id, label: row.label }
    return engine
      .standingAt(row.id)
      .filter(counts)
      .map(standing => wireWarning(place, standing))
  }

  return [
    serve(listPoliciesCall, async ({ caller }) =>
      (await policiesSeenBy(caller, caller.customerId)).map(wirePolicy),
    ),

    serve(listPoliciesOfOwnSite, async ({ caller }) =>
      countingFor(await listPolicyRows(db, caller.customerId), caller.groupId).map(wirePolicy),
    ),

    serve(listPoliciesOfSite, async ({ caller, params }) => {
      const group = await findGroup(db, reachOf(caller), params.id)
      if (!group) throw notFound('This user group')
      const rows = await policiesSeenBy(caller, group.customer_id)
      return rows.filter(row => isForGroup(row, group.id)).map(wirePolicy)
    }),

    serve(listPoliciesOfCustomer, async ({ caller, params }) => {
      const reach = reachOf(caller)
      if (reach !== 'system' && reach !== params.id) throw notFound('This customer')
      return (await policiesSeenBy(caller, params.id)).map(wirePolicy)
    }),

    serve(listPoliciesOfUser, async ({ caller, params }) => {
      const person = await findUser(db, reachOf(caller), params.id)
      if (!person || !(await isLocationSeenBy(db, caller, person.id))) throw notFound('This person')
      const rows = await listPolicyRows(db, person.customer_id)
      return countingFor(rows, person.user_group_id).map(wirePolicy)
    }),

    serve(listOutdatedRings, async ({ caller }) => {
      const people = await listUsers(db, caller.customerId)
      const seen = new Map(
        people
          .filter(row => row.id === caller.id || maySee(caller, personOf(row)))
          .map(row => [row.id, fullNameOf(row)]),
      )
      return locations
        .ofCustomer(caller.customerId)
        .flatMap(({ id, label, userId, radiiMiles: radii, allClearMinutes }) => {
          const fullName = seen.get(userId)
          const isCurrent = !isOutdated({ radii, allClearMinutes }, book.locksFor(userId))
          return fullName === undefined || isCurrent ? [] : [{ locationId: id, label, userId, fullName }]
        })
        .toSorted((one, other) => one.label.localeCompare(other.label))
    }),

    serve(listPolicyTypes, async () => wirePolicyTypes),

    serve(listPolicyStandards, async () => wireStandards),

    serve(addPolicyCall, async ({ body, ...doing }) => wirePolicy(await addPolicy(changes, doing, body))),

    serve(updatePolicyCall, async ({ body, ...doing }) =>
      wirePolicy(await changePolicy(changes, doing, body)),
    ),

    serve(deletePolicyCall, async ({ params, ...doing }) => {
      await removePolicy(changes, doing, params.id)
      return null
    }),

    serve(listWarnings, ({ caller, params }) => standingAt(caller, params.id, () => true)),

    serve(listViolations, ({ caller, params }) =>
      // Lightning counts down from its last strike while the ring is still in delay.
      standingAt(
        caller,
        params.id,
        ({ policy, warning }) => warning.leftMs === null || lightningZoneOf[policy.type] !== undefined,
      ),
    ),

    serve(listThreats, async ({ caller, params, now }) => {
      const row = await locationSeenBy(db, caller, params.id)
      const policies = book.effectiveFor(row.user_id)
      return expectedThreats(policies, await expectedAt(row, now)).map(({ policy, level, times }) => {
        const { unit, isDesc } = policyTypeOf(policy.type)
        return {
          policyName: policy.name,
          policyTypeShortName: policy.type,
          threatType: threatTypes[threatNameOf(policy.type)],
          threatLevel: level,
          threshold: policy.threshold,
          unit,
          isDesc,
          threatTimes: times.map(({ fromMs, toMs }) => ({
            startTime: new Date(fromMs).toISOString(),
            endTime: new Date(toMs).toISOString(),
          })),
        }
      })
    }),

    serve(whyPolicies, async ({ caller, params, now }) => {
      const row = await locationSeenBy(db, caller, params.locationId)
      return engine.explain(row.id).map(looked => wireWhy(looked, now.getTime()))
    }),
  ]
}

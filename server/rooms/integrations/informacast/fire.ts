import { firingUsefulMs } from '#domain/integrations/informacast'
import { policyTypeOf, type PolicyShortName } from '#domain/policies/policy-types'
import type { Facts } from '#server/facts'
import type { Fact } from '#server/platform/changes/index'
import { later } from '#server/platform/clock'
import type { Tx } from '#server/platform/store/index'
import type { LocationRegister } from '#server/rooms/locations/index'
import { isForGroup, listPolicyRows, warningsAt, type PolicyRow } from '#server/rooms/policies/index'
import { beginOccasion, endOccasion, openOccasions } from './store/firings.ts'
import { findConnection, findMapping, mappingsAt, type NamedMapping } from './store/settings.ts'

type WarningFact = Extract<Fact<Facts>, { kind: `warning ${string}` }>
const isWarning = (fact: Fact<Facts>): fact is WarningFact => fact.kind.startsWith('warning ')

export interface FireDeps {
  readonly locations: Pick<LocationRegister, 'find' | 'standingFor'>
}

/** Finds an active warning at a place under a policy that applies to the group. */
async function warningFor(
  tx: Tx,
  { locations }: FireDeps,
  mapping: Pick<NamedMapping, 'customer_id' | 'organization_location_id' | 'user_group_id'>,
  type: PolicyShortName,
) {
  const ids = locations.standingFor(mapping.organization_location_id).map(({ id }) => id)
  const standing = await warningsAt(tx, 'system', ids, type)
  if (standing.length === 0) return undefined
  const policies = new Map<number, PolicyRow>(
    (await listPolicyRows(tx, mapping.customer_id)).map(row => [row.id, row]),
  )
  return standing.find(({ policy_id }) => {
    const policy = policies.get(policy_id)
    return policy !== undefined && isForGroup(policy, mapping.user_group_id)
  })
}

/**
 * Fires triggers caused by facts, in the transaction of the fact cursor. An occasion lasts from the first warning of a
 * kind at the place until the last one has ended, however many people have the place on their dashboards. Each occasion
 * fires a trigger once.
 */
export async function fireOfFacts(
  tx: Tx,
  facts: readonly Fact<Facts>[],
  deps: FireDeps,
  now: Date,
): Promise<number> {
  let fired = 0
  for (const fact of facts) {
    if (!isWarning(fact) || fact.kind === 'warning counting') continue
    const placeId = deps.locations.find(fact.body.locationId)?.organizationLocationId
    if (!placeId) continue
    for (const mapping of await mappingsAt(tx, 'system', [placeId]))
      if (await fireOne(tx, fact, mapping, deps, now)) fired++
  }
  return fired
}

async function fireOne(tx: Tx, fact: WarningFact, mapping: NamedMapping, deps: FireDeps, now: Date) {
  const { policyType } = fact.body
  const warning = await warningFor(tx, deps, mapping, policyType)
  if (!warning) {
    await endOccasion(tx, 'system', mapping.id, policyType, now)
    return false
  }
  const connection = await findConnection(tx, mapping.customer_id)
  // A page cannot be marked as an exercise, so simulated weather must not page real people.
  const isHeldBack = warning.simulated && connection?.simulated !== true
  return beginOccasion(tx, {
    customer_id: mapping.customer_id,
    mapping_id: mapping.id,
    policy_type: policyType,
    fact: fact.number,
    location_name: mapping.location_name,
    group_name: mapping.group_name,
    site_id: mapping.singlewire_site_id,
    site_name: mapping.singlewire_site_name,
    scenario_id: mapping.singlewire_scenario_id,
    scenario_name: mapping.singlewire_scenario_name,
    because: policyTypeOf(policyType).displayName,
    simulated: warning.simulated,
    state: isHeldBack ? 'failed' : 'pending',
    created_at: now,
    expires_at: later(now, firingUsefulMs),
    settled_at: isHeldBack ? now : null,
    last_error: isHeldBack ? 'Simulated weather never triggers a real scenario' : null,
  })
}

/** Ends occasions that are over but have no fact to report it, because their place or policy was deleted. */
export async function endPastOccasions(tx: Tx, deps: FireDeps, now: Date): Promise<void> {
  for (const { mapping_id, policy_type } of await openOccasions(tx, 'system')) {
    const mapping = await findMapping(tx, 'system', mapping_id)
    const isTriggered = mapping && (await warningFor(tx, deps, mapping, policy_type))
    if (!isTriggered) await endOccasion(tx, 'system', mapping_id, policy_type, now)
  }
}

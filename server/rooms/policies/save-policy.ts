import {
  updatePolicy as updatePolicyCall,
  type ChangedPolicyInput,
  type NewPolicyInput,
} from '#contract/places/policy-changes'
import {
  policyFaults,
  roundedThreshold,
  type PolicyFault,
  type PolicyGroups,
} from '#domain/policies/policy-faults'
import type { PolicyShortName } from '#domain/policies/policy-types'
import { standardOf } from '#domain/policies/standards'
import type { Facts } from '#server/facts'
import { recordAudit } from '#server/platform/audit'
import type { Changes, AppendFact } from '#server/platform/changes/index'
import type { Doing } from '#server/platform/http/ask'
import type { Caller } from '#server/platform/http/caller'
import { assertNotOvertaken } from '#server/platform/http/overtaken'
import { badInput, notFound, serverRefusal, type FieldErrors } from '#server/platform/http/problems'
import type { Tx } from '#server/platform/store/index'
import { holdGroup } from '#server/rooms/groups/index'
import {
  deletePolicyRow,
  groupsOf,
  insertPolicy,
  listPolicyRows,
  lockPoliciesOf,
  updatePolicyRow,
  type PolicyRow,
  type PolicySettings,
} from './store.ts'
import { wirePolicy } from './wire.ts'

type Saves = Pick<Changes<Facts>, 'commit'>
type Wish = NewPolicyInput | ChangedPolicyInput

const mostPolicies = 500

const fieldOf: Readonly<Record<PolicyFault['about'], string>> = {
  threshold: 'Threshold',
  allClearMinutes: 'AllClearMinutes',
  whole: 'ServerErrors',
}

/**
 * The groups to which a policy applies. Their IDs come from the request: only groups of the caller's customer are
 * valid.
 */
async function wantedGroups(
  tx: Tx,
  { customerId }: Caller,
  request: Wish,
  errors: FieldErrors,
): Promise<PolicyGroups> {
  const groups = [...new Set(request.sites)]
  if (request.allGroups) {
    if (groups.length > 0) errors['Sites'] = ['must be empty if the policy applies to all groups']
    return 'all'
  }
  for (const id of groups) {
    if (!(await holdGroup(tx, customerId, id))) errors['Sites'] = ['must be user groups of your organization']
  }
  return groups
}

/** Validates everything that is stored; throws with all errors found. */
async function judged(
  tx: Tx,
  caller: Caller,
  type: PolicyShortName,
  request: Wish,
  others: readonly PolicyRow[],
  errors: FieldErrors,
): Promise<PolicySettings> {
  const groups = await wantedGroups(tx, caller, request, errors)
  const threshold = roundedThreshold(type, request.threshold)
  const { allClearMinutes, reAlertMinutes, notificationActions } = request
  const faults = policyFaults(
    { type, threshold, allClearMinutes, groups, actions: notificationActions },
    others.map(row => ({ type: row.type, threshold: row.threshold, groups: groupsOf(row) })),
  )
  for (const { about, because } of faults) errors[fieldOf[about]] = [because]
  if (Object.keys(errors).length > 0) throw badInput(errors)
  return { threshold, allClearMinutes, reAlertMinutes, groups, notificationActions }
}

interface Edit {
  readonly action: 'policy added' | 'policy changed' | 'policy deleted'
  readonly before?: PolicyRow
  readonly after?: PolicyRow
}

async function onRecord(
  tx: Tx,
  appendFact: AppendFact<Facts>,
  doing: Doing,
  policyId: number,
  edit: Edit,
): Promise<void> {
  const { caller, now, requestId } = doing
  const { customerId } = caller
  const [before, after] = [edit.before && wirePolicy(edit.before), edit.after && wirePolicy(edit.after)]
  const name = (after ?? before)?.policyDisplayName
  await recordAudit(
    tx,
    {
      by: caller,
      customerId,
      action: edit.action,
      target: `${name} (policy ${policyId})`,
      before,
      after,
      requestId,
    },
    now,
  )
  appendFact('policy changed', {
    customerId,
    subject: `policy ${policyId}`,
    body: { policyId },
    because: edit.action,
  })
}

async function savedPolicy(tx: Tx, customerId: number, id: number): Promise<PolicyRow> {
  const saved = (await listPolicyRows(tx, customerId)).find(row => row.id === id)
  if (!saved) throw notFound('This policy')
  return saved
}

export function addPolicy(changes: Saves, doing: Doing, request: NewPolicyInput): Promise<PolicyRow> {
  const { caller, now } = doing
  const { customerId } = caller
  const { policyTypeShortName: type, standard = null } = request
  return changes.commit(async (tx, appendFact) => {
    await lockPoliciesOf(tx, customerId)
    const others = await listPolicyRows(tx, customerId)
    if (others.length >= mostPolicies)
      throw serverRefusal(`The limit is ${mostPolicies} policies. Delete one to add another.`)
    const errors: FieldErrors = {}
    if (standard !== null && !standardOf(standard)?.policies.some(step => step.type === type))
      errors['Standard'] = ['is not a standard with policies of this type']
    const settings = await judged(tx, caller, type, request, others, errors)
    const id = await insertPolicy(tx, { ...settings, customerId, type, standard }, now)
    const after = await savedPolicy(tx, customerId, id)
    await onRecord(tx, appendFact, doing, id, { action: 'policy added', after })
    return after
  })
}

/**
 * Changes a policy, but not its type or the standard it was created from; the policy reports where it falls short of
 * that standard.
 */
export function changePolicy(changes: Saves, doing: Doing, request: ChangedPolicyInput): Promise<PolicyRow> {
  const { caller, now } = doing
  const { customerId } = caller
  return changes.commit(async (tx, appendFact) => {
    await lockPoliciesOf(tx, customerId)
    const all = await listPolicyRows(tx, customerId)
    const before = all.find(row => row.id === request.id)
    if (!before) throw notFound('This policy')
    assertNotOvertaken(updatePolicyCall, request.version, wirePolicy(before))
    const others = all.filter(row => row !== before)
    const settings = await judged(tx, caller, before.type, request, others, {})
    await updatePolicyRow(tx, customerId, before.id, settings, now)
    const after = await savedPolicy(tx, customerId, before.id)
    await onRecord(tx, appendFact, doing, before.id, { action: 'policy changed', before, after })
    return after
  })
}

export function removePolicy(changes: Saves, doing: Doing, id: number): Promise<void> {
  const { customerId } = doing.caller
  return changes.commit(async (tx, appendFact) => {
    await lockPoliciesOf(tx, customerId)
    const before = await savedPolicy(tx, customerId, id)
    await deletePolicyRow(tx, customerId, id)
    await onRecord(tx, appendFact, doing, id, { action: 'policy deleted', before })
  })
}

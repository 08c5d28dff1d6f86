import { policyTypes } from '#domain/policies/policy-types'
import { adminRoles } from '#domain/access/roles'
import { call } from '#contract/call'
import { idNumber, idText, personId, version } from '#contract/shapes'
import * as z from 'zod/mini'

export const policyShortName = z.enum(policyTypes.map(type => type.shortName))

export const policyType = z.object({
  id: z.number(),
  shortName: policyShortName,
  categoryId: z.number(),
  categoryName: z.string(),
  displayName: z.string(),
  unit: z.string(),
  precision: z.number(),
  isDesc: z.boolean(),
  limit: z.number(),
  minAllClear: z.number(),
})

/** Text added to the standard notification when a policy is breached or clear again. */
export const notificationAction = z.object({
  id: z.number(),
  triggerId: z.number(),
  allClear: z.boolean(),
  message: z.string(),
})

export const policy = z.object({
  id: idNumber,
  customerId: idNumber,
  policyName: z.string(),
  policyDisplayName: z.string(),
  policyType: z.number(),
  policyTypeShortName: policyShortName,
  policyTypeName: z.string(),
  threshold: z.number(),
  limit: z.number(),
  allClearMinutes: z.number(),
  minAllClear: z.number(),
  reAlertMinutes: z.number(),
  unit: z.string(),
  precision: z.number(),
  isDesc: z.boolean(),
  sites: z.array(idNumber),
  allGroups: z.boolean(),
  notificationActions: z.array(notificationAction),
  /** The standard from which the policy was created, and where the policy is now less strict, if anywhere. */
  standard: z.nullable(
    z.object({ id: z.string(), name: z.string(), source: z.string(), laxer: z.array(z.string()) }),
  ),
  version,
})
export type WirePolicy = z.output<typeof policy>

export const admins = { roles: adminRoles } as const

export const listPolicies = call({
  name: 'listPolicies',
  summary: 'List your organization’s policies; for Assistant Admin, their group’s',
  method: 'GET',
  path: '/api/policy',
  who: admins,
  reply: z.array(policy),
})

export const listPoliciesOfOwnSite = call({
  name: 'listPoliciesOfOwnSite',
  summary: 'List the policies that apply to the caller',
  method: 'GET',
  path: '/api/policy/site',
  who: 'signed-in',
  reply: z.array(policy),
})

export const listPoliciesOfSite = call({
  name: 'listPoliciesOfSite',
  summary: 'List a user group’s policies',
  method: 'GET',
  path: '/api/policy/site/{id}',
  who: admins,
  params: z.strictObject({ id: idText }),
  reply: z.array(policy),
})

export const listPoliciesOfCustomer = call({
  name: 'listPoliciesOfCustomer',
  summary: 'List a customer’s policies: your own customer, or any customer for Super Admin',
  method: 'GET',
  path: '/api/policy/customer/{id}',
  who: admins,
  params: z.strictObject({ id: idText }),
  reply: z.array(policy),
})

export const listPoliciesOfUser = call({
  name: 'listPoliciesOfUser',
  summary: 'List the policies that apply to a person: the strictest of each type',
  method: 'GET',
  path: '/api/policy/userPolicies/{id}',
  who: 'signed-in',
  params: z.strictObject({ id: personId }),
  reply: z.array(policy),
})

/** A location whose rings were saved before the lightning policies that apply to its user. */
const outdatedRings = z.object({
  locationId: idNumber,
  label: z.string(),
  userId: personId,
  fullName: z.string(),
})

export const listOutdatedRings = call({
  name: 'listOutdatedRings',
  summary:
    'List locations whose saved rings differ from the lightning policies, for the people that the caller can see',
  method: 'GET',
  path: '/api/policy/OutdatedRings',
  who: admins,
  reply: z.array(outdatedRings),
})

export const listPolicyTypes = call({
  name: 'listPolicyTypes',
  summary: 'List the policy types',
  method: 'GET',
  path: '/api/policy/types',
  who: 'signed-in',
  reply: z.array(policyType),
})

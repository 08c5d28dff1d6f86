import { policyTypes } from '#domain/policies/policy-types'
import { adminRoles } from '#domain/access/roles'
import { call } from './call.ts'
import { idNumber, idText, instant, personId } from './shapes.ts'
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

/** What is said to people when a policy is breached, or clear again, besides the usual words. */
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
})
export type WirePolicy = z.output<typeof policy>

const admins = { roles: adminRoles } as const

export const listPolicies = call({
  name: 'listPolicies',
  summary: 'The policies of the own customer; for Assistant Admin those of the own group',
  method: 'GET',
  path: '/api/policy',
  who: admins,
  reply: z.array(policy),
})

export const listPoliciesOfOwnSite = call({
  name: 'listPoliciesOfOwnSite',
  summary: 'The policies that count for the caller',
  method: 'GET',
  path: '/api/policy/site',
  who: 'signed-in',
  reply: z.array(policy),
})

export const listPoliciesOfSite = call({
  name: 'listPoliciesOfSite',
  summary: 'The policies of a user group',
  method: 'GET',
  path: '/api/policy/site/{id}',
  who: admins,
  params: z.strictObject({ id: idText }),
  reply: z.array(policy),
})

export const listPoliciesOfCustomer = call({
  name: 'listPoliciesOfCustomer',
  summary: 'The policies of a customer: the own one, or any one for Super Admin',
  method: 'GET',
  path: '/api/policy/customer/{id}',
  who: admins,
  params: z.strictObject({ id: idText }),
  reply: z.array(policy),
})

export const listPoliciesOfUser = call({
  name: 'listPoliciesOfUser',
  summary: 'The policies that count for a person: of each type the strictest',
  method: 'GET',
  path: '/api/policy/userPolicies/{id}',
  who: 'signed-in',
  params: z.strictObject({ id: personId }),
  reply: z.array(policy),
})

export const listPolicyTypes = call({
  name: 'listPolicyTypes',
  summary: 'Every kind of policy there is',
  method: 'GET',
  path: '/api/policy/types',
  who: 'signed-in',
  reply: z.array(policyType),
})

export const policyWarning = z.object({
  id: idNumber,
  locationId: idNumber,
  policyId: idNumber,
  policyName: z.string(),
  policyDisplayName: z.string(),
  policyTypeShortName: policyShortName,
  threatType: z.number(),
  thresholdValue: z.number(),
  isDesc: z.boolean(),
  unit: z.string(),
  precision: z.number(),
  value: z.number(),
  startedTime: instant,
  lastAlertTime: instant,
  lastUpdateTime: instant,
  /** When the value left the breach; while it is null, nothing counts down. */
  allClearTime: z.nullable(instant),
  allClearMinutes: z.number(),
  /** The data is old or missing: the warning stands until there is fresh data again. */
  unsure: z.nullable(z.enum(['stale', 'missing'])),
  message: z.string(),
})
export type PolicyWarning = z.output<typeof policyWarning>

const ofLocation = z.strictObject({ id: idText })

export const listWarnings = call({
  name: 'listWarnings',
  summary: 'The policy warnings that stand at a location',
  method: 'GET',
  path: '/api/policy/Warnings/{id}',
  who: 'signed-in',
  params: ofLocation,
  reply: z.array(policyWarning),
})

export const listViolations = call({
  name: 'listViolations',
  summary: 'The policies that are breached at a location at this moment, those counting down left out',
  method: 'GET',
  path: '/api/observations/Violations/{id}',
  who: 'signed-in',
  params: ofLocation,
  reply: z.array(policyWarning),
})

export const listThreats = call({
  name: 'listThreats',
  summary: 'What the policies of a location have to expect of the next 24 hours',
  method: 'GET',
  path: '/api/Threats/{id}',
  who: 'signed-in',
  params: ofLocation,
  reply: z.array(
    z.object({
      policyName: z.string(),
      policyTypeShortName: policyShortName,
      threatType: z.number(),
      threatLevel: z.union([z.literal(0), z.literal(1), z.literal(2)]),
      threshold: z.number(),
      unit: z.string(),
      isDesc: z.boolean(),
      threatTimes: z.array(z.object({ startTime: instant, endTime: instant })),
    }),
  ),
})

export const whyPolicies = call({
  name: 'whyPolicies',
  summary: 'For each policy that counts at a location: the value, its source and age, the state, and why',
  method: 'GET',
  path: '/api/policy/Why/{locationId}',
  who: 'signed-in',
  params: z.strictObject({ locationId: idText }),
  reply: z.array(
    z.object({
      policyId: idNumber,
      policyName: z.string(),
      policyTypeShortName: policyShortName,
      threshold: z.number(),
      unit: z.string(),
      isDesc: z.boolean(),
      allClearMinutes: z.number(),
      value: z.nullable(z.number()),
      source: z.nullable(z.string()),
      observationTime: z.nullable(instant),
      ageSeconds: z.nullable(z.number()),
      state: z.enum(['Clear', 'Breached', 'CountingDown', 'Unsure', 'Unknown']),
      startedTime: z.nullable(instant),
      clearsAt: z.nullable(instant),
      because: z.string(),
    }),
  ),
})

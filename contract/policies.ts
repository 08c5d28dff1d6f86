import { policyTypes } from '#domain/policies/policy-types'
import { adminRoles } from '#domain/access/roles'
import { call } from './call.ts'
import { idNumber, idText, instant, nothing, personId, version } from './shapes.ts'
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
  /** The standard that it was made from, and how it falls short of it now, if it does. */
  standard: z.nullable(
    z.object({ id: z.string(), name: z.string(), source: z.string(), laxer: z.array(z.string()) }),
  ),
  version,
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

/** A location whose rings were saved before the lightning policies that count for its person. */
const outdatedRings = z.object({
  locationId: idNumber,
  label: z.string(),
  userId: personId,
  fullName: z.string(),
})
export type OutdatedRings = z.output<typeof outdatedRings>

export const listOutdatedRings = call({
  name: 'listOutdatedRings',
  summary:
    'Locations whose saved rings differ from what lightning policies demand, of the people whom the caller sees',
  method: 'GET',
  path: '/api/policy/OutdatedRings',
  who: admins,
  reply: z.array(outdatedRings),
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
  summary:
    'The policies that are breached at a location at this moment, those counting down left out; lightning for as long as its ring is in delay',
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

const policyFields = {
  /** To the precision of its type; how far it may go is for the type to say. */
  threshold: z.number('must be a number'),
  allClearMinutes: z.number('must be a number').check(z.int('must be whole minutes')),
  reAlertMinutes: z._default(
    z
      .number()
      .check(
        z.int('must be whole minutes'),
        z.minimum(1, 'must be at least 1 minute'),
        z.maximum(1440, 'must be at most 1440 minutes'),
      ),
    10,
  ),
  /** Ids of user groups. A policy for none of them counts for nobody. */
  sites: z.array(idNumber).check(z.maxLength(500, 'must have at most 500 groups')),
  allGroups: z.boolean(),
  /** One without `allClear` tells people of a breach, one with it of its end; the message is added to the usual words. */
  notificationActions: z
    .array(
      z.strictObject({
        id: z.optional(z.nullable(z.number())),
        triggerId: z.optional(z.nullable(z.number())),
        allClear: z.boolean(),
        message: z
          .string()
          .check(z.trim(), z.maxLength(300, 'must have at most 300 characters'), z.regex(/^[^\0]*$/u)),
      }),
    )
    .check(z.maxLength(2, 'must have at most one for the breach and one for its end')),
}

const keepers = { roles: ['SuperAdmin', 'Admin'] } as const

export const newPolicy = z.strictObject({
  ...policyFields,
  /** The form of a new policy sends an empty one. */
  id: z.optional(z.nullable(z.union([z.number(), z.literal('')]))),
  allClearMinutes: z._default(policyFields.allClearMinutes, 30),
  policyTypeShortName: policyShortName,
  /** The id of the standard that it is made from. */
  standard: z.optional(z.nullable(z.string().check(z.maxLength(64)))),
})
export type NewPolicyInput = z.output<typeof newPolicy>

export const addPolicy = call({
  name: 'addPolicy',
  summary: 'Add a policy',
  method: 'POST',
  path: '/api/policy',
  who: keepers,
  body: newPolicy,
  reply: policy,
})

/** The type of a policy cannot be changed. */
export const changedPolicy = z.strictObject({ ...policyFields, id: idNumber, version: z.optional(version) })
export type ChangedPolicyInput = z.output<typeof changedPolicy>

export const updatePolicy = call({
  name: 'updatePolicy',
  summary: 'Change a policy',
  method: 'PATCH',
  path: '/api/policy',
  who: keepers,
  body: changedPolicy,
  reply: policy,
  current: policy,
})

export const deletePolicy = call({
  name: 'deletePolicy',
  summary: 'Delete a policy; warnings that stand because of it end',
  method: 'DELETE',
  path: '/api/policy/{id}',
  who: keepers,
  params: z.strictObject({ id: idText }),
  reply: nothing,
})

/** Ready policies of a standard that an organization may follow. */
export const policyStandard = z.object({
  id: z.string(),
  name: z.string(),
  summary: z.string(),
  source: z.string(),
  sourceUrl: z.nullable(z.string()),
  policies: z.array(
    z.object({
      policyTypeShortName: policyShortName,
      threshold: z.number(),
      allClearMinutes: z.number(),
      message: z.string(),
    }),
  ),
})
export type WirePolicyStandard = z.output<typeof policyStandard>

export const listPolicyStandards = call({
  name: 'listPolicyStandards',
  summary: 'Standards of the field as ready policies, each with its source',
  method: 'GET',
  path: '/api/policy/Standards',
  who: admins,
  reply: z.array(policyStandard),
})

import * as z from 'zod/mini'
import { idNumber, nothing, idText, version } from '#contract/shapes'
import { admins, policy, policyShortName } from './policies.ts'
import { call } from '#contract/call'

const policyFields = {
  /** Rounded to the precision of the policy type, which also sets the limits. */
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
  /** User group IDs. A policy without any applies to no one. */
  sites: z.array(idNumber).check(z.maxLength(500, 'must have at most 500 groups')),
  allGroups: z.boolean(),
  /**
   * An action without `allClear` is sent when the breach starts; one with it is sent when the breach ends. The message
   * is added to the standard text.
   */
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
  /** The form for a new policy sends an empty ID. */
  id: z.optional(z.nullable(z.union([z.number(), z.literal('')]))),
  allClearMinutes: z._default(policyFields.allClearMinutes, 30),
  policyTypeShortName: policyShortName,
  /** ID of the standard from which the policy is created. */
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
  summary: 'Update a policy',
  method: 'PATCH',
  path: '/api/policy',
  who: keepers,
  body: changedPolicy,
  reply: policy,
  current: policy,
})

export const deletePolicy = call({
  name: 'deletePolicy',
  summary: 'Delete a policy and end its active warnings',
  method: 'DELETE',
  path: '/api/policy/{id}',
  who: keepers,
  params: z.strictObject({ id: idText }),
  reply: nothing,
})

/** Ready-made policies of a standard that an organization may follow. */
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
  summary: 'List industry standards as ready-made policies, each with its source',
  method: 'GET',
  path: '/api/policy/Standards',
  who: admins,
  reply: z.array(policyStandard),
})

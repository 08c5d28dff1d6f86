import * as z from 'zod/mini'
import { policyShortName } from './policies.ts'
import { idNumber, idText, instant } from '#contract/shapes'
import { call } from '#contract/call'

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
  /** When the value stopped breaching the policy; null while no all-clear countdown is running. */
  allClearTime: z.nullable(instant),
  allClearMinutes: z.number(),
  /** The data of the sources that may end the warning is old or missing. The warning stays active. */
  unsure: z.nullable(z.enum(['stale', 'missing'])),
  /** The source that reported the breach; null for lightning, and if it is not known. */
  source: z.optional(z.nullable(z.string())),
  message: z.string(),
})
export type PolicyWarning = z.output<typeof policyWarning>

const ofLocation = z.strictObject({ id: idText })

export const listWarnings = call({
  name: 'listWarnings',
  summary: 'List the active policy warnings at a location',
  method: 'GET',
  path: '/api/policy/Warnings/{id}',
  who: 'signed-in',
  params: ofLocation,
  reply: z.array(policyWarning),
})

export const listViolations = call({
  name: 'listViolations',
  summary:
    'List the policies breached at a location right now, except those counting down; lightning for as long as its ring is in delay',
  method: 'GET',
  path: '/api/observations/Violations/{id}',
  who: 'signed-in',
  params: ofLocation,
  reply: z.array(policyWarning),
})

export const listThreats = call({
  name: 'listThreats',
  summary: 'List the policy threats expected at a location in the next 24 hours',
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
  summary:
    'Explain each policy that applies at a location: the value, its source and age, the state, and why',
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

import { call } from '#contract/call'
import { idNumber, idText } from '#contract/shapes'
import * as z from 'zod/mini'

export const workRestProfile = z.object({
  id: idNumber,
  name: z.string(),
  primaryMetric: z.enum(['WBGT', 'Temperature', 'Heat Index']),
  useRiskProfile: z.boolean(),
  durationUnit: z.string(),
  customStopText: z.string(),
  customContinuousText: z.string(),
  intensities: z.array(z.object({ id: z.number(), name: z.string() })),
  /** Adjustments are in °F. */
  modifiers: z.array(z.object({ id: z.number(), name: z.string(), adjustment: z.number() })),
  matrices: z.array(
    z.object({ workRestIntensityId: z.number(), max: z.nullable(z.number()), workPercent: z.number() }),
  ),
})
export type WireWorkRestProfile = z.output<typeof workRestProfile>

export const workRestForLocation = call({
  name: 'workRestForLocation',
  summary: 'Get an organization location’s work/rest profile, or null',
  method: 'GET',
  path: '/api/WorkRest/ForLocation/{organizationLocationId}',
  who: 'signed-in',
  params: z.strictObject({ organizationLocationId: idText }),
  reply: z.nullable(workRestProfile),
})

export const riskProfile = z.object({
  id: idNumber,
  name: z.string(),
  riskLevels: z.array(
    z.object({
      id: z.number(),
      name: z.string(),
      description: z.string(),
      max: z.number(),
      color: z.string(),
      colorSecondary: z.string(),
      riskProfileId: idNumber,
    }),
  ),
})

export const getRiskProfile = call({
  name: 'getRiskProfile',
  summary: 'Get a risk profile: a template, or one of your organization',
  method: 'GET',
  path: '/api/RiskProfile/{id}',
  who: 'signed-in',
  params: z.strictObject({ id: idText }),
  reply: riskProfile,
})

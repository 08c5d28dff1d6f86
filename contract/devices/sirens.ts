import { adminRoles } from '#domain/access/roles'
import {
  durationRange,
  isPlayCount,
  isSoundSeconds,
  mostMessageLength,
  playCountRange,
} from '#domain/hardware/siren-settings'
import { call } from '#contract/call'
import { alertTime, alertTimesInput } from '#contract/people/groups'
import { idNumber, idText, instant, version } from '#contract/shapes'
import * as z from 'zod/mini'

const admins = { roles: adminRoles } as const

export const siren = z.object({
  id: idNumber,
  name: z.string(),
  locationName: z.string(),
  enabled: z.boolean(),
  /** Miles. */
  radius: z.number(),
  allClearMinutes: z.number(),
  /** The radius in use: the largest of the radii from the siren itself, its location and its policies. */
  inForce: z.object({ radius: z.number(), allClearMinutes: z.number() }),
  duration: z.number(),
  frequency: z.number(),
  allClearDuration: z.number(),
  allClearFrequency: z.number(),
  postWarnMessage: z.string(),
  postAllClearMessage: z.string(),
  ipAddress: z.string(),
  alertTimes: z.array(alertTime),
  /** Whether the siren's page is public. */
  isPagePublic: z.boolean(),
  version,
})
export type Siren = z.output<typeof siren>

export const listSirens = call({
  name: 'listSirens',
  summary:
    'List your organization’s sirens with their settings; for Assistant Admin, those at their group’s locations',
  method: 'GET',
  path: '/api/Siren',
  who: admins,
  reply: z.array(siren),
})

export const getSiren = call({
  name: 'getSiren',
  summary: 'Get a siren’s settings',
  method: 'GET',
  path: '/api/Hardware/OWS/{id}',
  who: admins,
  params: z.strictObject({ id: idText }),
  reply: siren,
})

const { least, most, step } = durationRange
const soundSeconds = z
  .number()
  .check(z.refine(isSoundSeconds, `must be ${least} to ${most} seconds, in steps of ${step}`))
const playCount = z
  .number()
  .check(z.refine(isPlayCount, `must be ${playCountRange.least} to ${playCountRange.most} times`))

/** Text to speak: one or more lines, without characters that cannot be spoken. */
export const spokenText = z
  .string()
  .check(
    z.trim(),
    z.maxLength(mostMessageLength, `must have at most ${mostMessageLength} characters`),
    z.regex(/^[\P{Cc}\n]*$/u, 'must not contain control characters'),
  )

export const changedSiren = z.strictObject({
  sirenId: idNumber,
  duration: soundSeconds,
  frequency: playCount,
  allClearDuration: soundSeconds,
  allClearFrequency: playCount,
  postWarnMessage: spokenText,
  postAllClearMessage: spokenText,
  alertTimes: alertTimesInput,
  /** If omitted, the value does not change. */
  isPagePublic: z.optional(z.boolean()),
  version: z.optional(version),
})

export const updateSiren = call({
  name: 'updateSiren',
  summary: 'Update how a siren sounds, what is announced after it, and when',
  method: 'PATCH',
  path: '/api/Hardware/OWS/Settings',
  who: admins,
  whileActingAs: 'refused',
  body: changedSiren,
  reply: siren,
  current: siren,
})

/** Result for one unit: 1 if it succeeded, 0 if it failed, and why. */
const unitResult = z.object({
  id: idNumber,
  name: z.string(),
  status: z.literal([0, 1]),
  because: z.nullable(z.string()),
})
export type UnitResult = z.output<typeof unitResult>

const sirenIds = z
  .array(idNumber)
  .check(z.minLength(1, 'must name at least one siren'), z.maxLength(500, 'must have at most 500 sirens'))

function sirenCall<const Name extends string, const Path extends string>(
  name: Name,
  path: Path,
  summary: string,
) {
  return call({
    name,
    summary,
    method: 'POST',
    path,
    who: admins,
    whileActingAs: 'refused',
    body: sirenIds,
    reply: z.array(unitResult),
  })
}

export const testDelay = sirenCall(
  'testDelay',
  '/api/Siren/Test/Delay',
  'Sound the warning of sirens as a test; refused during a real delay',
)
export const testAllClear = sirenCall(
  'testAllClear',
  '/api/Siren/Test/AllClear',
  'Sound the all clear of sirens as a test; refused during a real delay',
)
export const testLight = sirenCall(
  'testLight',
  '/api/Siren/Test/Light',
  'Turn on the light of sirens as a test; refused during a real delay',
)
export const turnOffTests = sirenCall(
  'turnOffTests',
  '/api/Siren/TurnOff',
  'End the tests of sirens; a real warning continues',
)

// Public pages

export const publicSiren = call({
  name: 'publicSiren',
  summary: 'Get the state that a siren’s public page shows: whether there is a delay, and until when',
  method: 'GET',
  path: '/api/public/{customerName}/{sirenName}/Widget',
  who: 'anyone',
  machines: true,
  params: z.strictObject({
    customerName: z.string().check(z.minLength(1), z.maxLength(120)),
    sirenName: z.string().check(z.minLength(1), z.maxLength(120)),
  }),
  /** A different value in each request, so that no cache returns an old response. */
  query: z.strictObject({ at: z.optional(z.string().check(z.maxLength(40))) }),
  reply: z.object({
    locationName: z.string(),
    /** Also true while it is unknown whether there is a delay. */
    isInDelay: z.boolean(),
    /** Minutes and seconds until the all clear if nothing else happens. */
    clearTime: z.string(),
    state: z.enum(['Delay', 'AllClear', 'Unknown']),
    asOf: instant,
    /** How long the response stays valid. */
    validForMs: z.number(),
    /** When the delay ends if nothing else happens. */
    endsAt: z.nullable(instant),
    /** For All Clear: whether the only proof comes from a satellite. */
    satelliteOnly: z.boolean(),
    isSimulated: z.boolean(),
    /** The page version of this server. A page with another version reloads itself. */
    build: z.string(),
  }),
})

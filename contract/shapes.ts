import { permissions } from '#domain/access/permissions'
import { roles } from '#domain/access/roles'
import * as z from 'zod/mini'

/** A whole number from a path or a query, where everything arrives as text. */
const wholeText = z.pipe(
  z.string().check(z.regex(/^\d{1,15}$/, 'must be a whole number')),
  z.transform((text: string) => Number(text)),
)

/** Ids of customers, user groups and rows: whole numbers. People are named by a UUID. */
export const idText = wholeText
export const idNumber = z.number().check(z.int(), z.positive())
/** Counts the changes of a thing: a change that was made from an older version is refused. */
export const version = z
  .number('must be a whole number')
  .check(z.int('must be a whole number'), z.positive('must be at least 1'))
export const personId = z.uuid('must be a person’s id')

/** Text that a person typed into one line: trimmed, without control characters, neither empty nor endless. */
export function line(most: number) {
  return z
    .string()
    .check(
      z.trim(),
      z.minLength(1, 'is required'),
      z.maxLength(most, `must have at most ${most} characters`),
      z.regex(/^\P{Cc}*$/u, 'must not contain control characters'),
    )
}

export const emailAddress = z
  .string()
  .check(z.trim(), z.maxLength(254, 'must have at most 254 characters'), z.email('must be an e-mail address'))

const latitudeRange = [
  z.minimum(-90, 'must be from -90 to 90'),
  z.maximum(90, 'must be from -90 to 90'),
] as const
const longitudeRange = [
  z.minimum(-180, 'must be from -180 to 180'),
  z.maximum(180, 'must be from -180 to 180'),
] as const

/** Degrees north of the equator and east of Greenwich. */
export const latitude = z.number().check(...latitudeRange)
export const longitude = z.number().check(...longitudeRange)

export const degreesText = z.pipe(
  z.string().check(z.regex(/^-?\d{1,3}(\.\d{1,20})?$/, 'must be degrees')),
  z.transform((text: string) => Number(text)),
)

/** The same from a path or a query. */
export const latitudeText = z.pipe(degreesText, latitude)
export const longitudeText = z.pipe(degreesText, longitude)

/** An instant, in UTC. */
export const instant = z.iso.datetime()

export const permission = z.enum(permissions)
export const roleName = z.enum(roles.map(role => role.name))

/** One page of a long list, newest first: `before` is the `id` of the last row already held. */
export const pageQuery = z.strictObject({
  before: z.optional(idText),
  count: z._default(
    z.pipe(
      wholeText,
      z.number().check(z.minimum(1, 'must be at least 1'), z.maximum(100, 'must be at most 100')),
    ),
    25,
  ),
})

export const nothing = z.null()

/** A file to keep: its name, and what stands in it, at once or piece by piece. */
export const fileReply = z.object({
  fileName: z.string(),
  content: z.union([z.string(), z.custom<AsyncIterable<string | Uint8Array>>(isIterable)]),
})
export type FileReply = z.output<typeof fileReply>

function isIterable(given: unknown): boolean {
  return typeof given === 'object' && given !== null && Symbol.asyncIterator in given
}

/** A picture to show, or a sound to play. One that never changes may be kept as long as it is of use; its tag names what it is. */
export const mediaReply = z.object({
  bytes: z.instanceof(Uint8Array),
  tag: z.string(),
  keptSeconds: z.number(),
  isFinal: z.boolean(),
  /** When it was taken, where that matters. */
  takenAt: z.optional(z.date()),
})
export type MediaReply = z.output<typeof mediaReply>

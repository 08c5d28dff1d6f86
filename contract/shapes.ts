import { permissions } from '#domain/access/permissions'
import * as z from 'zod/mini'

/** A whole number from a path or a query, where all values arrive as text. */
const wholeText = z.pipe(
  z.string().check(z.regex(/^\d{1,15}$/, 'must be a whole number')),
  z.transform((text: string) => Number(text)),
)

/** IDs of customers, user groups and rows are whole numbers. User IDs are UUIDs. */
export const idText = wholeText
export const idNumber = z.number().check(z.int(), z.positive())
/** Increases with each change. A change made from an older version is rejected. */
export const version = z
  .number('must be a whole number')
  .check(z.int('must be a whole number'), z.positive('must be at least 1'))
export const personId = z.uuid('must be a person’s id')

/** A single line of text typed by a person: trimmed, without control characters, not empty, and limited in length. */
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
  .check(z.trim(), z.maxLength(254, 'must have at most 254 characters'), z.email('must be an email address'))

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

/** Degrees, as above, from a path or a query. */
export const latitudeText = z.pipe(degreesText, latitude)
export const longitudeText = z.pipe(degreesText, longitude)

/** A point in time, in UTC. */
export const instant = z.iso.datetime()

export const permission = z.enum(permissions)

/** One page of a long list, newest first. `before` is the `id` of the last row the client already has. */
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

/** A file to download: its name and its content, either whole or in chunks. */
export const fileReply = z.object({
  fileName: z.string(),
  content: z.union([z.string(), z.custom<AsyncIterable<string | Uint8Array>>(isIterable)]),
})
export type FileReply = z.output<typeof fileReply>

function isIterable(given: unknown): boolean {
  return typeof given === 'object' && given !== null && Symbol.asyncIterator in given
}

/** An image or a sound. One that never changes may be cached indefinitely; its tag identifies the content. */
export const mediaReply = z.object({
  bytes: z.instanceof(Uint8Array),
  tag: z.string(),
  keptSeconds: z.number(),
  isFinal: z.boolean(),
  /** When the image was taken, if that matters. */
  takenAt: z.optional(z.date()),
})
export type MediaReply = z.output<typeof mediaReply>

import { adminRoles } from '#domain/access/roles'
import { call } from '#contract/call'
import { idNumber, idText, instant, pageQuery, personId } from '#contract/shapes'
import * as z from 'zod/mini'

const massNotify = { roles: adminRoles, permissions: ['massnotify.access'] } as const

/** Individual users by ID (a UUID), and entire user groups by ID (a number). */
const recipients = z
  .array(z.union([personId, z.string().check(z.regex(/^\d{1,15}$/, 'must be a person or a user group'))]))
  .check(
    z.minLength(1, 'must name at least one person or user group'),
    z.maxLength(5000, 'must have at most 5000 entries'),
  )
/** 1 text message, 2 email, 3 both. */
const massChannel = z._default(z.literal([1, 2, 3]), 3)

export const previewMassMessage = call({
  name: 'previewMassMessage',
  summary: 'Preview how many people a message would reach, and when the last would receive it',
  method: 'POST',
  onlyReads: true,
  path: '/api/MassNotify/Preview',
  who: massNotify,
  body: z.strictObject({
    recipients,
    channel: massChannel,
    /** The message's length determines how long sending text messages takes. */
    message: z.optional(z.string().check(z.maxLength(500))),
  }),
  reply: z.object({
    /** Each person once, even if selected several times. */
    recipients: z.number(),
    /** The number of people who would get a text message. */
    byText: z.number(),
    byEmail: z.number(),
    /** Whether each channel has a provider. */
    providers: z.object({ sms: z.boolean(), email: z.boolean() }),
    /** People who have no usable number or address, or only ones on channels without a provider. */
    unreachable: z.array(z.object({ recipientName: z.string(), because: z.string() })),
    estimatedSeconds: z.number(),
  }),
})

export const massRecipient = z.object({ recipientId: personId, recipientName: z.string() })

export const massMessage = z.object({
  id: idNumber,
  created: instant,
  expires: instant,
  sender: z.string(),
  message: z.string(),
  channel: z.literal([1, 2, 3]),
  /** The people and groups that were selected, so that the sender can write to them again. */
  recipients: z.array(z.string()),
  deliveredRecipients: z.array(massRecipient),
  undeliveredRecipients: z.array(z.extend(massRecipient, { because: z.string() })),
  /** People whose result is not known yet. */
  waiting: z.number(),
})
export type MassMessage = z.output<typeof massMessage>

export const sendMassMessage = call({
  name: 'sendMassMessage',
  summary: 'Send a one-way message to people; idempotent by key',
  serverErrorKey: 'ServerError',
  method: 'POST',
  path: '/api/MassNotify',
  who: massNotify,
  whileActingAs: 'refused',
  body: z.strictObject({
    /** If omitted, each request is a new message, unless it has an Idempotency-Key. */
    key: z.optional(z.uuid('must be a UUID')),
    recipients,
    message: z
      .string()
      .check(
        z.trim(),
        z.minLength(1, 'is required'),
        z.maxLength(500, 'must have at most 500 characters'),
        z.regex(/^[^\0]*$/u, 'must not contain control characters'),
      ),
    channel: massChannel,
    /** Number of recipients in the preview. If it has changed, nothing is sent. If omitted, the message goes to all. */
    expected: z.optional(z.number().check(z.int(), z.minimum(1))),
    /** The message is no longer sent after this many minutes. */
    expiresMinutes: z._default(z.number().check(z.int(), z.minimum(5), z.maximum(1440)), 60),
  }),
  reply: massMessage,
})

export const massHistory = call({
  name: 'massHistory',
  summary: 'List sent messages, newest first; for Assistant Admin, their own',
  method: 'GET',
  path: '/api/MassNotify',
  who: massNotify,
  query: pageQuery,
  reply: z.array(massMessage),
})

export const readMassMessage = call({
  name: 'readMassMessage',
  summary: 'Get a sent message and its delivery progress',
  method: 'GET',
  path: '/api/MassNotify/{id}',
  who: massNotify,
  params: z.strictObject({ id: idText }),
  reply: massMessage,
})

// Ask a Meteorologist

const consultation = { roles: adminRoles, permissions: ['met.support'] } as const

export const listConsultationCopies = call({
  name: 'listConsultationCopies',
  summary: 'List who can be copied on a question: your organization’s active administrators',
  method: 'GET',
  path: '/api/Consultation/Administrators',
  who: consultation,
  reply: z.array(z.object({ fullName: z.string(), email: z.string() })),
})

export const askMeteorologist = call({
  name: 'askMeteorologist',
  summary: 'Ask the provider’s meteorologists a question',
  method: 'POST',
  path: '/api/Consultation',
  who: consultation,
  whileActingAs: 'refused',
  body: z.strictObject({
    message: z
      .string()
      .check(
        z.trim(),
        z.minLength(1, 'is required'),
        z.maxLength(2000, 'must have at most 2000 characters'),
        z.regex(/^[^\0]*$/u, 'must not contain control characters'),
      ),
    preferredContact: z.enum(['email', 'phone', 'text']),
    email: z.nullable(z.string().check(z.trim(), z.maxLength(254), z.email('must be an email address'))),
    phone: z.nullable(z.string().check(z.trim(), z.regex(/^\+?[0-9 ().-]{7,24}$/, 'must be a phone number'))),
    ccdEmails: z
      .array(z.string().check(z.maxLength(254)))
      .check(z.maxLength(50, 'must have at most 50 people')),
  }),
  reply: z.string(),
})

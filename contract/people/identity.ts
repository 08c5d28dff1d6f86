import { call } from '#contract/call'
import { line, nothing, personId } from '#contract/shapes'
import { longestPassword } from '#domain/access/password-length'
import * as z from 'zod/mini'

/**
 * Passwords are used as entered, never trimmed or truncated. The limit only protects the hash from abuse. The password
 * rules report a missing password together with all other errors.
 */
const password = z
  .string()
  .check(z.maxLength(longestPassword, `must have at most ${longestPassword} characters`))

export const changePassword = call({
  name: 'changePassword',
  summary: 'Change your password',
  method: 'POST',
  path: '/identity/account/change',
  who: 'signed-in',
  whileActingAs: 'refused',
  body: z.strictObject({
    userId: personId,
    currentPassword: password,
    newPassword: password,
    confirmedNewPassword: password,
  }),
  reply: nothing,
})

export const sendActivateEmail = call({
  name: 'sendActivateEmail',
  summary: 'Resend a person’s invitation',
  method: 'GET',
  path: '/identity/account/sendactivateemail',
  changes: true,
  who: { roles: ['SuperAdmin', 'Admin', 'AssistantAdmin'] },
  query: z.strictObject({ id: personId }),
  reply: nothing,
})

/**
 * Claims about the person a token belongs to, under their OpenID Connect names, plus two claims that the web shell
 * reads.
 */
export const userInfo = call({
  name: 'userInfo',
  summary: 'Get the profile of the token’s owner (OpenID Connect)',
  method: 'GET',
  path: '/identity/me',
  who: 'signed-in',
  bare: true,
  reply: z.object({
    sub: z.string(),
    name: z.string(),
    email: z.nullable(z.string()),
    Role: z.string(),
    act: z.optional(z.object({ sub: z.string(), name: z.string(), secondsLeft: z.number() })),
  }),
})

const codeChallenge = z.string().check(z.regex(/^[\w-]{43}$/, 'must be an S256 challenge'))

export const startImpersonation = call({
  name: 'startImpersonation',
  summary: 'Act as another person for 30 minutes, for a stated reason',
  method: 'POST',
  path: '/api/Impersonation',
  who: { roles: ['SuperAdmin'] },
  whileActingAs: 'refused',
  body: z.strictObject({
    userId: personId,
    reason: line(300),
    codeChallenge,
  }),
  reply: z.object({ code: z.string() }),
})

/**
 * Resumes impersonation after a reload. Requires the session of the person who started it: the ID alone grants nothing.
 */
export const resumeImpersonation = call({
  name: 'resumeImpersonation',
  summary: 'Resume acting as another person for the rest of the 30 minutes',
  method: 'POST',
  path: '/api/Impersonation/Resume',
  who: { roles: ['SuperAdmin'] },
  whileActingAs: 'refused',
  body: z.strictObject({
    impersonationId: z.string().check(z.regex(/^[\w-]{1,64}$/, 'is unknown')),
    codeChallenge,
  }),
  reply: z.object({ code: z.string() }),
})

export const endImpersonation = call({
  name: 'endImpersonation',
  summary: 'Stop acting as another person; the token is revoked immediately',
  method: 'POST',
  path: '/api/Impersonation/End',
  who: 'signed-in',
  reply: nothing,
})

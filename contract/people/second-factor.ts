import { call } from '#contract/call'
import { idNumber, instant, nothing, personId } from '#contract/shapes'
import * as z from 'zod/mini'

export const currentPassword = z.string().check(z.maxLength(256, 'is too long'))
export const recoveryCodesReply = z.object({ recoveryCodes: z.array(z.string()) })

const passkey = z.object({
  id: idNumber,
  name: z.string(),
  created: instant,
  lastUsed: z.nullable(instant),
})
export type Passkey = z.output<typeof passkey>

const secondFactor = z.object({
  isOn: z.boolean(),
  /** False for people who sign in only through their organization's identity provider. */
  isOffered: z.boolean(),
  recoveryCodesLeft: z.number(),
  isRequired: z.boolean(),
  /** Whether administrator rights require two-step verification. */
  isOwed: z.boolean(),
  hasApp: z.optional(z.boolean()),
  passkeys: z.optional(z.array(passkey)),
  /** Null if browsers allow passkeys. */
  whyNoPasskeys: z.optional(z.nullable(z.string())),
})
export type SecondFactor = z.output<typeof secondFactor>

export const getSecondFactor = call({
  name: 'getSecondFactor',
  summary: 'Check whether your account has two-step verification, and whether your organization requires it',
  method: 'GET',
  path: '/api/SecondFactor',
  who: 'signed-in',
  whileActingAs: 'refused',
  reply: secondFactor,
})

export const startSecondFactor = call({
  name: 'startSecondFactor',
  summary: 'Get a new secret for your authenticator app; it takes effect once it is confirmed',
  method: 'POST',
  path: '/api/SecondFactor/Start',
  who: 'signed-in',
  whileActingAs: 'refused',
  body: z.strictObject({ currentPassword }),
  reply: z.object({ secret: z.string(), uri: z.string() }),
})

export const confirmSecondFactor = call({
  name: 'confirmSecondFactor',
  summary: 'Add your app with its first code; returns recovery codes if it turns two-step verification on',
  method: 'POST',
  path: '/api/SecondFactor/Confirm',
  who: 'signed-in',
  whileActingAs: 'refused',
  body: z.strictObject({ code: z.string().check(z.maxLength(40, 'is too long')) }),
  reply: recoveryCodesReply,
})

export const renewRecoveryCodes = call({
  name: 'renewRecoveryCodes',
  summary: 'Replace your recovery codes; the old ones stop working',
  method: 'POST',
  path: '/api/SecondFactor/RecoveryCodes',
  who: 'signed-in',
  whileActingAs: 'refused',
  body: z.strictObject({ currentPassword }),
  reply: recoveryCodesReply,
})

export const removeSecondFactorApp = call({
  name: 'removeSecondFactorApp',
  summary: 'Remove your authenticator app; without a passkey, this turns two-step verification off',
  method: 'POST',
  path: '/api/SecondFactor/App/Remove',
  who: 'signed-in',
  whileActingAs: 'refused',
  body: z.strictObject({ currentPassword }),
  reply: nothing,
})

export const turnOffSecondFactor = call({
  name: 'turnOffSecondFactor',
  summary:
    'Turn two-step verification off for your account: removes the app, all passkeys and the recovery codes',
  method: 'POST',
  path: '/api/SecondFactor/Off',
  who: 'signed-in',
  whileActingAs: 'refused',
  body: z.strictObject({ currentPassword }),
  reply: nothing,
})

export const resetSecondFactor = call({
  name: 'resetSecondFactor',
  summary: 'Turn two-step verification off for a person who lost their phone, passkeys and recovery codes',
  method: 'POST',
  path: '/api/SecondFactor/Reset',
  who: { roles: ['SuperAdmin', 'Admin'] },
  whileActingAs: 'refused',
  body: z.strictObject({ userId: personId }),
  reply: nothing,
})

export const requireSecondFactor = call({
  name: 'requireSecondFactor',
  summary: 'Set whether administrators of your organization need two-step verification',
  method: 'POST',
  path: '/api/SecondFactor/Required',
  who: { roles: ['SuperAdmin', 'Admin'] },
  whileActingAs: 'refused',
  body: z.strictObject({ isRequired: z.boolean() }),
  reply: nothing,
})

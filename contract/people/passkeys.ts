import { call } from '#contract/call'
import { currentPassword, recoveryCodesReply } from './second-factor.ts'
import { idText, line, nothing } from '#contract/shapes'
import { wholeBytes } from '#domain/access/passkeys'
import * as z from 'zod/mini'

/** Binary data as browsers encode it. The limits are generous: real authenticators send far less. */
const bytes = (most: number) =>
  z.string().check(z.regex(wholeBytes, 'must be base64url'), z.maxLength(most, 'is too long'))

export const startPasskey = call({
  name: 'startPasskey',
  summary: 'Get what your browser needs to create a passkey, for five minutes',
  method: 'POST',
  path: '/api/SecondFactor/Passkeys/Start',
  who: 'signed-in',
  whileActingAs: 'refused',
  body: z.strictObject({ currentPassword }),
  reply: z.object({ options: z.record(z.string(), z.unknown()) }),
})

export const addPasskey = call({
  name: 'addPasskey',
  summary:
    'Add the passkey that your browser created; returns recovery codes if it turns two-step verification on',
  method: 'POST',
  path: '/api/SecondFactor/Passkeys',
  who: 'signed-in',
  whileActingAs: 'refused',
  body: z.strictObject({
    name: line(80),
    credential: z.strictObject({
      id: bytes(1400),
      clientDataJSON: bytes(4000),
      attestationObject: bytes(8000),
      transports: z.array(z.string().check(z.maxLength(20))).check(z.maxLength(10)),
    }),
  }),
  reply: recoveryCodesReply,
})

export const removePasskey = call({
  name: 'removePasskey',
  summary: 'Remove one of your passkeys; removing the last two-step verification method turns it off',
  method: 'POST',
  path: '/api/SecondFactor/Passkeys/{id}/Remove',
  who: 'signed-in',
  whileActingAs: 'refused',
  params: z.strictObject({ id: idText }),
  body: z.strictObject({ currentPassword }),
  reply: nothing,
})

import * as z from 'zod/mini'
import { idNumber } from '#contract/shapes'
import { call } from '#contract/call'

/** A siren or an instrument at one of the caller's places that cannot be relied on now. */
export const unprotected = z.object({
  locationId: idNumber,
  sirenName: z.string(),
  because: z.string(),
  /** Still works, but something needs to be fixed. Only administrators are notified. */
  isNotice: z.boolean(),
  /** One of the customer's own instruments, not a siren. */
  isInstrument: z.optional(z.boolean()),
})

export type Unprotected = z.output<typeof unprotected>

export const listUnprotected = call({
  name: 'listUnprotected',
  summary:
    'List sirens at the caller’s locations that are disabled, unreachable or have not confirmed a warning; administrators also see what needs fixing, and instruments that are silent',
  method: 'GET',
  path: '/api/Hardware/NotProtected',
  who: 'signed-in',
  reply: z.array(unprotected),
})

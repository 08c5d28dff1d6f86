import { call } from '#contract/call'
import { nothing } from '#contract/shapes'
import * as z from 'zod/mini'

/** All events that are ever counted. */
export const eventNames = ['session began', 'page viewed'] as const
export type EventName = (typeof eventNames)[number]

export const mostEvents = 20

/** Words and parameter names. Digits are not allowed, which rejects any path that contains an ID. */
const routePattern = z
  .string()
  .check(
    z.maxLength(100),
    z.regex(/^\/(:?[a-z]+\??(\/:?[a-z]+\??)*)?$/i, 'must be a route with its parameters by name'),
  )

export const trackEvents = call({
  name: 'trackEvents',
  summary: 'Count a page view for the operator’s analytics collector; nothing is stored without one',
  method: 'POST',
  path: '/api/Analytics',
  who: 'signed-in',
  whileActingAs: 'refused',
  onlyReads: true,
  body: z.strictObject({
    visitId: z.uuid('must be a UUID'),
    events: z
      .array(z.strictObject({ name: z.enum(eventNames), route: routePattern, isRecording: z.boolean() }))
      .check(z.minLength(1, 'must not be empty'), z.maxLength(mostEvents, `must be at most ${mostEvents}`)),
  }),
  reply: nothing,
})

import { call } from '#contract/call'
import { idNumber, idText, instant, line, nothing, personId } from '#contract/shapes'
import * as z from 'zod/mini'

/** A token's prefix, by which people and scanners recognize one published by mistake. */
export const apiTokenStart = 'skywarden_'
export const mostTokenDays = 366

const callName = z.string().check(z.regex(/^\w{1,60}$/, 'is not a call'))

const apiToken = z.object({
  id: idNumber,
  name: z.string(),
  ownerId: personId,
  ownerName: z.string(),
  mayRead: z.boolean(),
  calls: z.array(z.string()),
  created: instant,
  createdBy: z.string(),
  expires: instant,
  lastUsed: z.nullable(instant),
})
export type ApiToken = z.output<typeof apiToken>

export const listApiTokens = call({
  name: 'listApiTokens',
  summary: 'List your API tokens and, for administrators, those of the people you manage',
  method: 'GET',
  path: '/api/Tokens',
  who: 'signed-in',
  whileActingAs: 'refused',
  reply: z.array(apiToken),
})

export const createApiToken = call({
  name: 'createApiToken',
  summary: 'Create an API token for yourself or for a person you manage; it is shown only once',
  method: 'POST',
  path: '/api/Tokens',
  who: 'signed-in',
  whileActingAs: 'refused',
  body: z.strictObject({
    name: line(80),
    ownerId: z.optional(personId),
    mayRead: z.boolean(),
    calls: z.array(callName).check(z.maxLength(300, 'are too many')),
    days: z
      .number()
      .check(
        z.int(),
        z.minimum(1, 'must be at least 1'),
        z.maximum(mostTokenDays, `must be at most ${mostTokenDays}`),
      ),
  }),
  reply: z.extend(apiToken, { token: z.string() }),
})

export const revokeApiToken = call({
  name: 'revokeApiToken',
  summary: 'Revoke an API token; it stops working within seconds',
  method: 'DELETE',
  path: '/api/Tokens/{id}',
  who: 'signed-in',
  whileActingAs: 'refused',
  params: z.strictObject({ id: idText }),
  reply: nothing,
})

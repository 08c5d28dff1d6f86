import { call } from '#contract/call'
import { instant, nothing, personId } from '#contract/shapes'
import * as z from 'zod/mini'

export const signInMethods = ['password', 'single sign-on'] as const
export type SignInMethod = (typeof signInMethods)[number]

export const signInKinds = [
  'signed in',
  'sign-in failed',
  'signed out',
  'session ended',
  'password link requested',
  'password set by link',
] as const
export type SignInKind = (typeof signInKinds)[number]

const sessionId = z.string().check(z.regex(/^[\w-]{1,64}$/, 'is unknown'))

const openSession = z.object({
  id: sessionId,
  isCurrent: z.boolean(),
  started: instant,
  lastUsed: instant,
  expires: instant,
  method: z.nullable(z.enum(signInMethods)),
  address: z.nullable(z.string()),
  device: z.nullable(z.string()),
})
export type OpenSession = z.output<typeof openSession>

export const listSessions = call({
  name: 'listSessions',
  summary: 'List the browsers in which you are signed in',
  method: 'GET',
  path: '/api/Sessions',
  who: 'signed-in',
  whileActingAs: 'refused',
  reply: z.array(openSession),
})

export const endSession = call({
  name: 'endSession',
  summary: 'Sign out one of your browsers; its tokens stop working within seconds',
  method: 'DELETE',
  path: '/api/Sessions/{id}',
  who: 'signed-in',
  whileActingAs: 'refused',
  params: z.strictObject({ id: sessionId }),
  reply: nothing,
})

export const endOtherSessions = call({
  name: 'endOtherSessions',
  summary: 'Sign out every browser but this one',
  method: 'POST',
  path: '/api/Sessions/EndOthers',
  who: 'signed-in',
  whileActingAs: 'refused',
  reply: nothing,
})

export const endSessionsOf = call({
  name: 'endSessionsOf',
  summary:
    'Sign a person below your permission level out of every browser, for example when a phone was stolen',
  method: 'POST',
  path: '/api/Sessions/EndAll',
  who: { roles: ['SuperAdmin', 'Admin'] },
  whileActingAs: 'refused',
  body: z.strictObject({ userId: personId }),
  reply: nothing,
})

const signInEvent = z.object({
  at: instant,
  kind: z.enum(signInKinds),
  method: z.nullable(z.enum(signInMethods)),
  usesPasskey: z.optional(z.boolean()),
  address: z.string(),
  device: z.string(),
})
export type SignInEvent = z.output<typeof signInEvent>

export const listSignIns = call({
  name: 'listSignIns',
  summary: 'List the latest sign-ins and failed attempts on your account',
  method: 'GET',
  path: '/api/Sessions/SignIns',
  who: 'signed-in',
  whileActingAs: 'refused',
  reply: z.array(signInEvent),
})

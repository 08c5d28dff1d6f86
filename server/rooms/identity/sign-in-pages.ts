import type { FastifyReply, FastifyRequest } from 'fastify'
import type Provider from 'oidc-provider'
import type { Clock } from '#server/platform/clock'
import { limitedNetwork } from '#server/platform/http/limited-network'
import type { Log } from '#server/platform/log'
import type { Secrets } from '#server/platform/secrets'
import type { Db } from '#server/platform/store/index'
import { findUser } from '#server/rooms/users/index'
import { formTextOf, passwordOf } from './form-values.ts'
import { askForSecondStep } from './second-step-pages.ts'
import { makeDeviceProof, refusalOf, trySignIn, type Attempt, type SignInResult } from './sign-in.ts'
import { recordSignIn, recordSignInLater, type NewSignInEvent } from './sign-in-events.ts'
import { signInPage, type SignInView } from './sign-in-page.ts'
import type { SignOnChoice, SingleSignOn } from './single-sign-on.ts'
import { inactiveText, requiresProvider } from './single-sign-on-pages.ts'
import { factorsOf, isOn } from './store/second-factors.ts'
import { leaveToProvider } from './take-sign-in.ts'
import { visitorOf } from './visitor.ts'
import { yearCookie } from './year-cookie.ts'

export interface SignInPagesDeps {
  readonly db: Db
  readonly clock: Clock
  readonly log: Log
  readonly secrets: Secrets
  readonly sso: SingleSignOn
  readonly provider: () => Provider
  readonly baseUrl: string
  readonly deviceKey: Buffer
  readonly demo: SignInView['demo']
  readonly publishedPassword: string
  showForm(reply: FastifyReply, body: string, status?: number): FastifyReply
  showOver(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply>
  fullView(
    request: FastifyRequest,
    uid: string,
    more?: Partial<SignInView>,
    choice?: SignOnChoice,
  ): Promise<SignInView>
}

/** The ways to prove one's identity, with their names in RFC 8176. */
const ways = {
  password: { method: 'password', amr: ['pwd'] },
  'password and code': { method: 'password', amr: ['pwd', 'otp'] },
  'password and recovery code': { method: 'password', usesRecoveryCode: true, amr: ['pwd', 'otp'] },
  'password and passkey': { method: 'password', usesPasskey: true, amr: ['pwd', 'pop'] },
  // `pop`, not `hwk`: without attestation, it is unknown whether the key is in hardware.
  passkey: { method: undefined, usesPasskey: true, amr: ['pop', 'user'] },
} satisfies Record<
  string,
  Pick<NewSignInEvent, 'method' | 'usesPasskey' | 'usesRecoveryCode'> & { amr: string[] }
>

export type SignInWay = keyof typeof ways

type Refused = Exclude<SignInResult, { kind: 'welcome' }>

const noLonger = { text: 'You could not be signed in.', because: 'The account may not sign in.' }

/** For each way to sign in: the text on the page and in the record if the input is wrong. */
const wrong: Readonly<Record<SignInWay, { readonly text: string; readonly because: string }>> = {
  password: {
    text: 'The user name or password is incorrect.',
    because: 'The user name or password was incorrect.',
  },
  'password and code': noLonger,
  'password and recovery code': noLonger,
  'password and passkey': noLonger,
  passkey: {
    text: 'This passkey did not work. Use another one, or sign in with your password. If it was removed from your account, delete it from this device as well.',
    because: 'The account may not sign in.',
  },
}

const whyFailed: Readonly<Record<Exclude<Refused['kind'], 'published' | 'wrong'>, string>> = {
  inactive: 'The organization is inactive.',
  provider: 'The organization requires single sign-on.',
  wait: 'There were too many failed attempts.',
}

const publishedText =
  "This is the demo password, and demo mode is off. Set a new one with 'Forgot password?'."

export interface SignInPages {
  byPassword(request: FastifyRequest, reply: FastifyReply, uid: string): Promise<FastifyReply>
  /** Returns where a sign-in attempt comes from. */
  attemptOf(request: FastifyRequest): Attempt
  /** Records a failed attempt, and shows the sign-in page again. */
  refuse(
    request: FastifyRequest,
    reply: FastifyReply,
    uid: string,
    refused: RefusedTry,
  ): Promise<FastifyReply>
  finish(
    request: FastifyRequest,
    reply: FastifyReply,
    uid: string,
    proven: ProvenPerson,
  ): Promise<FastifyReply>
}

/** A person who has proven their identity, and how they did it. */
export interface ProvenPerson {
  readonly userId: string
  readonly way: SignInWay
  /** Identifies the password that was entered, if one was. */
  readonly password?: string
}

export interface RefusedTry {
  readonly result: Refused
  readonly way: SignInWay
  /** The user name that the person typed. */
  readonly userName?: string
  /** Why the attempt failed, if known. */
  readonly because?: string | undefined
}

/** The sign-in itself: every way of signing in goes through this, from the first proof to the session. */
export function signInPages(deps: SignInPagesDeps): SignInPages {
  const { db, clock, sso, fullView, showForm } = deps
  const deviceCookie = yearCookie(deps.baseUrl, 'skywarden-device')

  const attemptOf = (request: FastifyRequest): Attempt => ({
    address: limitedNetwork(request.ip),
    deviceProof: deviceCookie.valueIn(request),
    now: clock.now(),
  })

  /** Records a failed attempt. An attempt on an unknown account is only logged: it belongs to no customer. */
  function noteFailure(request: FastifyRequest, { result, way, because: more }: RefusedTry) {
    if (result.kind === 'published') return
    const visitor = visitorOf(request)
    const usual = result.kind === 'wrong' ? wrong[way].because : whyFailed[result.kind]
    const because = more ?? usual
    if ('userId' in result && result.userId !== undefined) {
      const { amr: _amr, ...how } = ways[way]
      const event = { kind: 'sign-in failed', userId: result.userId, ...how, visitor, because } as const
      recordSignInLater(deps, event, clock.now())
    } else deps.log.warn({ ...visitor, because }, 'a sign-in failed')
  }

  async function refuse(request: FastifyRequest, reply: FastifyReply, uid: string, refused: RefusedTry) {
    noteFailure(request, refused)
    const { result, way, userName = '' } = refused
    const show = async (status: number, more: Partial<SignInView>, choice?: SignOnChoice) =>
      showForm(reply, signInPage(await fullView(request, uid, { userName, ...more }, choice)), status)
    // The response is the same whether the password is correct or not, and even if the account does not exist.
    const typed = result.kind === 'wrong' ? await sso.forTyped(userName) : undefined
    const instead = result.kind === 'provider' ? result.choice : typed?.isForced && typed
    if (instead) return show(401, { alert: requiresProvider(instead) }, instead)
    if (result.kind === 'published') return show(401, { alert: publishedText })
    if (result.kind === 'inactive') return show(403, { alert: inactiveText })
    if (result.kind === 'wait') {
      reply.header('retry-after', result.seconds)
      return show(429, { waitSeconds: result.seconds })
    }
    return show(401, { alert: wrong[way].text }, typed)
  }

  /** Finishes the sign-in page: the browser returns to the web app with a session. */
  async function finish(
    request: FastifyRequest,
    reply: FastifyReply,
    uid: string,
    { userId, way, password }: ProvenPerson,
  ) {
    // Checked again, because minutes may have passed since the first step.
    const row = await findUser(db, 'system', userId)
    const refusal = row ? await refusalOf(sso, row) : ({ kind: 'wrong', userId: undefined } as const)
    if (refusal) return refuse(request, reply, uid, { result: refusal, way })
    const { amr, ...how } = ways[way]
    const event = { kind: 'signed in', userId, ...how, visitor: visitorOf(request) } as const
    const signInId = await recordSignIn(deps, event, clock.now())
    const finished = { accountId: userId, amr, signInId, password }
    const next = await leaveToProvider(deps.provider(), request, reply, finished)
    if (next === undefined) return deps.showOver(request, reply)
    const cookie = deviceCookie.header(makeDeviceProof(userId, deps.deviceKey))
    return reply.header('set-cookie', cookie).redirect(next, 303)
  }

  return {
    attemptOf,
    refuse,
    finish,
    async byPassword(request, reply, uid) {
      const userName = formTextOf(request.body, 'userName')
      const result = await trySignIn(db, deps.deviceKey, sso, {
        ...attemptOf(request),
        userName,
        password: passwordOf(request.body, 'password'),
        published: deps.demo ? undefined : deps.publishedPassword,
      })
      if (result.kind !== 'welcome') return refuse(request, reply, uid, { result, way: 'password', userName })
      const { userId, password } = result
      if (isOn(await factorsOf(db, userId))) return showForm(reply, await askForSecondStep(deps, uid, result))
      return finish(request, reply, uid, { userId, password, way: 'password' })
    },
  }
}

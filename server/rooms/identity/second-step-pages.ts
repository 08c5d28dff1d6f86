import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { minuteMs, type Clock } from '#server/platform/clock'
import type { Log } from '#server/platform/log'
import { Problem } from '#server/platform/http/problems'
import type { Secrets } from '#server/platform/secrets'
import type { Db } from '#server/platform/store/index'
import { formTextOf } from './form-values.ts'
import { identityPath } from './provider.ts'
import { relyingPartyOf } from './relying-party.ts'
import { takeSecondStep } from './second-factor.ts'
import { nameOfPassword } from './passwords.ts'
import { recordSignInLater } from './sign-in-events.ts'
import { secondStepPage, type SecondStepView } from './sign-in-page.ts'
import { findPasswordHash } from './store/accounts.ts'
import { listPasskeys } from './store/passkeys.ts'
import { factorsOf } from './store/second-factors.ts'
import { visitorOf } from './visitor.ts'

/** How long a person may take between the password and the second step. */
const longestPauseMs = 10 * minuteMs

interface FirstStep {
  readonly userId: string
  /** The sign-in for which the password was entered; the proof is not valid for any other. */
  readonly uid: string
  readonly untilMs: number
  /** Identifies the password: a new password ends sign-ins begun with the old one. */
  readonly password: string
}

interface StepDeps {
  readonly db: Db
  readonly secrets: Secrets
  readonly clock: Clock
  readonly baseUrl: string
}

type SecondStepWay = 'password and code' | 'password and recovery code' | 'password and passkey'

export interface SecondStepPages extends StepDeps {
  readonly log: Log
  showForm(reply: FastifyReply, body: string, status?: number): FastifyReply
  underWay(request: FastifyRequest, reply: FastifyReply): Promise<boolean>
  showOver(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply>
  finish(
    request: FastifyRequest,
    reply: FastifyReply,
    uid: string,
    proven: Pick<FirstStep, 'userId' | 'password'> & { way: SecondStepWay },
  ): Promise<FastifyReply>
}

/** The page for the second step, with the factors that the person has. */
async function pageFor(
  { db, baseUrl }: StepDeps,
  { userId, uid }: FirstStep,
  sealed: string,
  more: Pick<SecondStepView, 'alert' | 'waitSeconds' | 'hasTyped'> = {},
): Promise<string> {
  const { hasApp } = await factorsOf(db, userId)
  const { id: host, whyNot } = relyingPartyOf(baseUrl)
  const passkeys = await listPasskeys(db, userId)
  const isAnyOfHere = passkeys.some(passkey => passkey.host === host)
  const action = `${identityPath}/sign-in/${uid}`
  return secondStepPage({
    action,
    firstStep: sealed,
    hasApp,
    hasPasskey: isAnyOfHere && whyNot === null,
    ...(!isAnyOfHere && { formerHost: passkeys.at(-1)?.host }),
    ...more,
  })
}

/** Shows the page for the second step, for a person whose password was correct. */
export async function askForSecondStep(
  deps: StepDeps,
  uid: string,
  { userId, password }: Pick<FirstStep, 'userId' | 'password'>,
): Promise<string> {
  const untilMs = deps.clock.now().getTime() + longestPauseMs
  const step: FirstStep = { userId, uid, untilMs, password }
  return pageFor(deps, step, deps.secrets.seal(JSON.stringify(step)))
}

const sealedIn = (form: unknown) => formTextOf(form, 'firstStep', 1000)

function sealedStep({ secrets }: StepDeps, form: unknown): FirstStep | undefined {
  try {
    return JSON.parse(secrets.open(sealedIn(form))) as FirstStep
  } catch {
    return undefined // not ours
  }
}

/**
 * Opens the proof of the first step, which the server itself sealed; undefined if it was altered, is too old, or
 * belongs to another sign-in or password.
 */
export async function openFirstStep(
  deps: StepDeps,
  form: unknown,
  uid: string,
): Promise<FirstStep | undefined> {
  const step = sealedStep(deps, form)
  if (step?.uid !== uid || step.untilMs <= deps.clock.now().getTime()) return undefined
  return step.password === nameOfPassword(await findPasswordHash(deps.db, step.userId)) ? step : undefined
}

/** Shows the second step again, because the answer was wrong; the failure is listed on the person's profile. */
export async function repeatStep(
  deps: SecondStepPages,
  request: FastifyRequest,
  reply: FastifyReply,
  first: FirstStep,
  { alert, because, usesPasskey }: { alert: string; because: string; usesPasskey: boolean },
): Promise<FastifyReply> {
  const { userId } = first
  const visitor = visitorOf(request)
  const event = { kind: 'sign-in failed', method: 'password', usesPasskey, userId, visitor } as const
  recordSignInLater(deps, { ...event, because }, deps.clock.now())
  const again = { alert, hasTyped: !usesPasskey }
  return deps.showForm(reply, await pageFor(deps, first, sealedIn(request.body), again), 401)
}

/** Shows the page again with an alert, without recording a failure. */
export async function remind(
  deps: SecondStepPages,
  request: FastifyRequest,
  reply: FastifyReply,
  first: FirstStep,
  alert: string,
): Promise<FastifyReply> {
  return deps.showForm(reply, await pageFor(deps, first, sealedIn(request.body), { alert }), 409)
}

/** Runs one attempt; if there were too many, the page says how long to wait. */
export async function orWait(
  deps: SecondStepPages,
  request: FastifyRequest,
  reply: FastifyReply,
  first: FirstStep,
  attempt: () => Promise<FastifyReply>,
): Promise<FastifyReply> {
  try {
    return await attempt()
  } catch (error) {
    const waitSeconds = error instanceof Problem ? error.retryAfterSeconds : undefined
    if (waitSeconds === undefined) throw error
    reply.header('retry-after', waitSeconds)
    return deps.showForm(reply, await pageFor(deps, first, sealedIn(request.body), { waitSeconds }), 429)
  }
}

export function mountSecondStep(pages: FastifyInstance, deps: SecondStepPages): void {
  const { clock, underWay, showOver } = deps

  pages.post<{ Params: { uid: string } }>(`${identityPath}/sign-in/:uid/code`, async (request, reply) => {
    const { uid } = request.params
    if (!(await underWay(request, reply))) return showOver(request, reply)
    const first = await openFirstStep(deps, request.body, uid)
    if (!first) return reply.redirect(`${identityPath}/sign-in/${uid}`, 303)
    const { userId, password } = first
    return orWait(deps, request, reply, first, async () => {
      const taken = await takeSecondStep(deps, userId, formTextOf(request.body, 'code'), clock.now())
      if (taken !== undefined) {
        const way = taken === 'app' ? 'password and code' : 'password and recovery code'
        return deps.finish(request, reply, uid, { userId, password, way })
      }
      return repeatStep(deps, request, reply, first, {
        alert: 'This code is incorrect or has already been used.',
        because: 'The second-step code was incorrect.',
        usesPasskey: false,
      })
    })
  })
}

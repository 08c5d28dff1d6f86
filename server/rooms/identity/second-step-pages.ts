import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { minuteMs, type Clock } from '#server/platform/clock'
import type { Log } from '#server/platform/log'
import { Problem } from '#server/platform/http/problems'
import { secondStepPage } from './pages.ts'
import { identityPath } from './provider.ts'
import { takeSecondStep, type SecondFactorDeps } from './second-factor.ts'
import { recordSignInLater } from './sign-in-events.ts'
import { visitorOf } from './visitor.ts'

/** How long a person may take between the password and the code. */
const longestPauseMs = 10 * minuteMs

interface FirstStep {
  readonly userId: string
  /** The sign-in that the password was entered in: it opens no other. */
  readonly uid: string
  readonly untilMs: number
}

interface SecondStepPages extends SecondFactorDeps {
  readonly clock: Clock
  readonly log: Log
  showForm(reply: FastifyReply, body: string, status?: number): FastifyReply
  formTextOf(form: unknown, name: string): string
  underWay(request: FastifyRequest, reply: FastifyReply): Promise<boolean>
  showOver(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply>
  finish(request: FastifyRequest, reply: FastifyReply, userId: string, amr: string[]): Promise<FastifyReply>
}

const actionOf = (uid: string) => `${identityPath}/sign-in/${uid}/code`

/** The page that asks for the code, for a person whose password was right. */
export function askForCode({ secrets, clock }: SecondStepPages, uid: string, userId: string): string {
  const step: FirstStep = { userId, uid, untilMs: clock.now().getTime() + longestPauseMs }
  return secondStepPage({ action: actionOf(uid), firstStep: secrets.seal(JSON.stringify(step)) })
}

/** What the server sealed itself; undefined if it was altered, is too old, or belongs to another sign-in. */
function openFirstStep(
  { secrets, clock }: SecondStepPages,
  sealed: string,
  uid: string,
): FirstStep | undefined {
  try {
    const step = JSON.parse(secrets.open(sealed)) as FirstStep
    return step.uid === uid && step.untilMs > clock.now().getTime() ? step : undefined
  } catch {
    return undefined // not ours
  }
}

export function mountSecondStep(pages: FastifyInstance, deps: SecondStepPages): void {
  const { clock, showForm, formTextOf, underWay, showOver } = deps

  pages.post<{ Params: { uid: string } }>(`${identityPath}/sign-in/:uid/code`, async (request, reply) => {
    const { uid } = request.params
    if (!(await underWay(request, reply))) return showOver(request, reply)
    const now = clock.now()
    const sealed = sealedIn(request.body)
    const first = openFirstStep(deps, sealed, uid)
    if (!first) return reply.redirect(`${identityPath}/sign-in/${uid}`, 303)
    const { userId } = first
    const view = { action: actionOf(uid), firstStep: sealed }
    try {
      const taken = await takeSecondStep(deps, userId, formTextOf(request.body, 'code'), now)
      if (taken !== undefined) return await deps.finish(request, reply, userId, ['pwd', 'otp'])
    } catch (error) {
      const waitSeconds = error instanceof Problem ? error.retryAfterSeconds : undefined
      if (waitSeconds === undefined) throw error
      const waiting = secondStepPage({ ...view, waitSeconds })
      return showForm(reply.header('retry-after', waitSeconds), waiting, 429)
    }
    const because = 'The code of the second step was incorrect.'
    const event = { kind: 'sign-in failed', method: 'password', userId, visitor: visitorOf(request) } as const
    recordSignInLater(deps, { ...event, because }, now)
    return showForm(
      reply,
      secondStepPage({ ...view, alert: 'This code is incorrect or was used already.' }),
      401,
    )
  })
}

function sealedIn(form: unknown): string {
  const value = (form as Record<string, unknown> | undefined)?.['firstStep']
  return typeof value === 'string' ? value.slice(0, 1000) : ''
}

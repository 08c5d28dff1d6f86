import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import { wholeBytes } from '#domain/access/passkeys'
import { formTextOf } from './form-values.ts'
import { secondStepOptions, signInOptions, takeSecondStepByPasskey, tryPasskey } from './passkey-sign-in.ts'
import type { Assertion } from './passkeys.ts'
import { identityPath } from './provider.ts'
import type { RelyingParty } from './relying-party.ts'
import type { SignInPages, SignInPagesDeps } from './sign-in-pages.ts'
import { signInPage } from './sign-in-page.ts'
import { repeatStep, openFirstStep, orWait, remind, type SecondStepPages } from './second-step-pages.ts'

type PasskeyPages = SignInPagesDeps &
  Omit<SecondStepPages, 'finish'> &
  SignInPages & { readonly party: RelyingParty }

const longestAnswer = 12_000
const bytes = z.string().check(z.maxLength(4000), z.regex(wholeBytes))

/** What browsers send; they may add more. */
const sentAnswer = z.object({
  id: bytes,
  response: z.object({
    clientDataJSON: bytes,
    authenticatorData: bytes,
    signature: bytes,
    userHandle: z.nullish(z.union([bytes, z.literal('')])),
  }),
})

function answerIn(form: unknown): Assertion | undefined {
  try {
    const { id, response } = sentAnswer.parse(JSON.parse(formTextOf(form, 'answer', longestAnswer)))
    return { id, ...response, userHandle: response.userHandle || undefined }
  } catch {
    return undefined // not sent by our page
  }
}

const tooLateText = 'That took too long. Please try again.'

type OneSignIn = { Params: { uid: string } }

/** Pages for signing in with a passkey: on its own, or as the second step if the form has proof of the first. */
export function mountPasskeyPages(pages: FastifyInstance, deps: PasskeyPages): void {
  const { clock, underWay, showOver } = deps
  const isSecondStep = (form: unknown) => formTextOf(form, 'firstStep', 1000) !== ''

  pages.post<OneSignIn>(`${identityPath}/sign-in/:uid/passkey/options`, async (request, reply) => {
    const { uid } = request.params
    const now = clock.now()
    const isOver = () => reply.code(410).send({})
    if (!(await underWay(request, reply))) return isOver()
    if (!isSecondStep(request.body)) return reply.send(await signInOptions(deps, uid, now))
    const first = await openFirstStep(deps, request.body, uid)
    return first ? reply.send(await secondStepOptions(deps, uid, first.userId, now)) : isOver()
  })

  async function signIn(request: FastifyRequest, reply: FastifyReply, uid: string, answer: Assertion) {
    const result = await tryPasskey(deps, uid, answer, deps.attemptOf(request))
    if (result.kind === 'welcome')
      return deps.finish(request, reply, uid, { userId: result.userId, way: 'passkey' })
    if (result.kind === 'too late') {
      const view = await deps.fullView(request, uid, { alert: tooLateText })
      return deps.showForm(reply, signInPage(view), 409)
    }
    const because = 'because' in result ? result.because : undefined
    return deps.refuse(request, reply, uid, { result, way: 'passkey', because })
  }

  async function takeStep(request: FastifyRequest, reply: FastifyReply, uid: string, answer: Assertion) {
    const first = await openFirstStep(deps, request.body, uid)
    if (!first) return reply.redirect(`${identityPath}/sign-in/${uid}`, 303)
    return orWait(deps, request, reply, first, async () => {
      const taken = await takeSecondStepByPasskey(deps, uid, first.userId, answer, clock.now())
      const { userId, password } = first
      if (taken.kind === 'taken')
        return deps.finish(request, reply, uid, { userId, password, way: 'password and passkey' })
      if (taken.kind === 'too late') return remind(deps, request, reply, first, tooLateText)
      const alert = 'This passkey does not belong to this account. Use another one.'
      return repeatStep(deps, request, reply, first, { alert, because: taken.because, usesPasskey: true })
    })
  }

  pages.post<OneSignIn>(`${identityPath}/sign-in/:uid/passkey`, async (request, reply) => {
    const { uid } = request.params
    if (!(await underWay(request, reply))) return showOver(request, reply)
    const answer = answerIn(request.body)
    if (!answer) return reply.redirect(`${identityPath}/sign-in/${uid}`, 303)
    return isSecondStep(request.body)
      ? takeStep(request, reply, uid, answer)
      : signIn(request, reply, uid, answer)
  })
}

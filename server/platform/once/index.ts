import { createHmac } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { canonical } from '#server/platform/canonical'
import type { Log } from '#server/platform/log'
import type { PersonalData } from '#server/platform/personal-data'
import type { Secrets } from '#server/platform/secrets'
import { beginningWith, type TransactionPrelude } from '#server/platform/store/transaction-prelude'
import type { Db } from '#server/platform/store/index'
import {
  beginQuery,
  deleteKeysOf,
  deleteOldestKeys,
  deleteOldKeys,
  findKey,
  keepAnswer,
  releaseKey,
  reserveKey,
  type KeyName,
  type KeyRow,
} from './store.ts'

/** Stored replies are deleted with the person that they were for. */
export const oncePersonalData: PersonalData = { forget: deleteKeysOf }

export type { KeyName } from './store.ts'

/** A request made under an idempotency key. */
export interface IdempotentRequest extends KeyName {
  /** Everything that was sent, as JSON. */
  readonly sent: unknown
}

/** A reply as it is sent to the client. */
export interface KeptAnswer {
  readonly status: number
  readonly body: unknown
}

/** The outcome of a request: done now, done before, or not possible under this key. */
export type OnceResult =
  | { readonly kind: 'done'; readonly answer: KeptAnswer }
  | { readonly kind: 'repeated'; readonly answer: KeptAnswer }
  | { readonly kind: 'another request' | 'under way' | 'not known' | 'answer not kept' }

/** The result of an action. A failure on our side is not stored: the client may retry. */
export type Operation = () => Promise<{ readonly answer: KeptAnswer; readonly isKept: boolean }>

/** Thrown when another request has taken over the key, because this one was too slow. It must not do anything more. */
export class TakenOver extends Error {}

export interface Once {
  /** Does what is requested, or returns the earlier reply. */
  perform(request: IdempotentRequest, act: Operation): Promise<OnceResult>
  tidyUp(): Promise<void>
}

export interface OnceDeps {
  readonly db: Db
  readonly secrets: Secrets
  readonly log: Log
  /** The maximum time that a request waits for another one with the same key. */
  readonly patienceMs?: number
}

const lookEveryMs = 100
/** Replies that people read are far smaller; a longer one must not fill the disk. */
const mostAnswerLength = 32_768
/** The maximum per person at any time: a client that lost a reply retries soon. */
const mostKept = 200

/** Runs each request once, however often and in however many processes it arrives (decision 25). */
export function createOnce({ db, secrets, log, patienceMs = 10_000 }: OnceDeps): Once {
  const hashKey = secrets.keyFor('idempotency')
  // An HMAC, because a request may contain a password, which someone who can read the table must not be able to guess.
  const hashOf = (sent: unknown) => createHmac('sha256', hashKey).update(canonical(sent)).digest('base64url')

  async function performAs(request: IdempotentRequest, attempt: number, act: Operation): Promise<OnceResult> {
    let isOver = false
    const begin: TransactionPrelude = async execute => {
      if (isOver) return // this is work that the action started and that continues after it
      const { rows } = await execute(beginQuery(request, attempt))
      if (rows.length === 0) throw new TakenOver()
    }
    const done = await beginningWith(begin, act).finally(() => (isOver = true))
    const { answer, isKept } = done
    try {
      if (isKept) {
        const text = JSON.stringify(answer.body)
        const sealed = text.length > mostAnswerLength ? null : secrets.seal(text)
        await keepAnswer(db, request, attempt, { status: answer.status, sealed })
        await deleteOldestKeys(db, request, mostKept)
      } else await releaseKey(db, request, attempt)
    } catch (error) {
      // The action is complete: a retry is asked to check the result, and this request has its reply.
      log.warn({ err: error, call: request.call }, 'a reply could not be stored for retries')
    }
    return { kind: 'done', answer }
  }

  function outcomeOf(known: KeyRow, request: string): OnceResult | undefined {
    if (known.request !== request) return { kind: 'another request' }
    if (known.status !== null) {
      if (known.sealed_answer === null) return { kind: 'answer not kept' }
      const body: unknown = JSON.parse(secrets.open(known.sealed_answer))
      return { kind: 'repeated', answer: { status: known.status, body } }
    }
    return known.is_begun && !known.is_reserved ? { kind: 'not known' } : undefined
  }

  return {
    async perform(requested, act) {
      const request = hashOf(requested.sent)
      for (let waitedMs = 0; waitedMs <= patienceMs; waitedMs += lookEveryMs) {
        const attempt = await reserveKey(db, requested, request)
        if (attempt !== undefined) return performAs(requested, attempt, act)
        const known = await findKey(db, requested)
        const outcome = known && outcomeOf(known, request)
        if (outcome) return outcome
        await pause(lookEveryMs)
      }
      return { kind: 'under way' }
    },
    tidyUp: () => deleteOldKeys(db),
  }
}

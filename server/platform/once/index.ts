import { createHmac } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { canonical } from '#server/platform/canonical'
import type { Log } from '#server/platform/log'
import type { Secrets } from '#server/platform/secrets'
import { beginningWith, type TransactionPrelude } from '#server/platform/store/transaction-prelude'
import type { Db } from '#server/platform/store/index'
import {
  beginQuery,
  deleteOldestKeys,
  deleteOldKeys,
  findKey,
  keepAnswer,
  releaseKey,
  reserveKey,
  type KeyName,
  type KeyRow,
} from './store.ts'

export type { KeyName } from './store.ts'

/** What somebody asked for under a key. */
export interface IdempotentRequest extends KeyName {
  /** Everything that was sent, in the form of JSON. */
  readonly sent: unknown
}

/** An answer as it leaves the house. */
export interface KeptAnswer {
  readonly status: number
  readonly body: unknown
}

/** What came of a wish: it was done now, it had been done before, or it cannot be done under this key. */
export type OnceResult =
  | { readonly kind: 'done'; readonly answer: KeptAnswer }
  | { readonly kind: 'repeated'; readonly answer: KeptAnswer }
  | { readonly kind: 'another request' | 'under way' | 'not known' | 'answer not kept' }

/** What an act came to. What failed on our side is not kept: it may be asked for again. */
export type Operation = () => Promise<{ readonly answer: KeptAnswer; readonly isKept: boolean }>

/** Another request has taken the key over: this one was too slow, and may do nothing any more. */
export class TakenOver extends Error {}

export interface Once {
  /** Does what is wished, or answers as it was answered before. */
  perform(wish: IdempotentRequest, act: Operation): Promise<OnceResult>
  tidyUp(): Promise<void>
}

export interface OnceDeps {
  readonly db: Db
  readonly secrets: Secrets
  readonly log: Log
  /** How long somebody waits for the same wish of another request. */
  readonly patienceMs?: number
}

const lookEveryMs = 100
/** What a person reads is far below; what is longer must not fill the disk. */
const mostAnswerLength = 32_768
/** Of one person, at any time: whoever lost an answer asks again soon. */
const mostKept = 200

/** Wishes that are fulfilled once, however often and in however many processes they arrive (decision 25). */
export function createOnce({ db, secrets, log, patienceMs = 10_000 }: OnceDeps): Once {
  const hashKey = secrets.keyFor('idempotency')
  // Keyed, since a request may hold a password: nobody who reads the table is to try some.
  const hashOf = (sent: unknown) => createHmac('sha256', hashKey).update(canonical(sent)).digest('base64url')

  async function performAs(wish: IdempotentRequest, attempt: number, act: Operation): Promise<OnceResult> {
    let isOver = false
    const begin: TransactionPrelude = async execute => {
      if (isOver) return // work that the act has set off, and that goes on after it
      const { rows } = await execute(beginQuery(wish, attempt))
      if (rows.length === 0) throw new TakenOver()
    }
    const done = await beginningWith(begin, act).finally(() => (isOver = true))
    const { answer, isKept } = done
    try {
      if (isKept) {
        const text = JSON.stringify(answer.body)
        const sealed = text.length > mostAnswerLength ? null : secrets.seal(text)
        await keepAnswer(db, wish, attempt, { status: answer.status, sealed })
        await deleteOldestKeys(db, wish, mostKept)
      } else await releaseKey(db, wish, attempt)
    } catch (error) {
      // What was done was done: whoever asks again is told to look, and this one has the answer.
      log.warn({ err: error, call: wish.call }, 'an answer could not be kept for whoever asks again')
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
    async perform(wish, act) {
      const request = hashOf(wish.sent)
      for (let waitedMs = 0; waitedMs <= patienceMs; waitedMs += lookEveryMs) {
        const attempt = await reserveKey(db, wish, request)
        if (attempt !== undefined) return performAs(wish, attempt, act)
        const known = await findKey(db, wish)
        const outcome = known && outcomeOf(known, request)
        if (outcome) return outcome
        await pause(lookEveryMs)
      }
      return { kind: 'under way' }
    },
    tidyUp: () => deleteOldKeys(db),
  }
}

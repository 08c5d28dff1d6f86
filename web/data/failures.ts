import type { Call } from '#contract/call'
import type * as z from 'zod/mini'

/** The server understood and said no. `errors` is keyed as the specification spells the fields. */
export class Refused extends Error {
  override readonly name = 'Refused'
  readonly status: number
  readonly errors: Readonly<Record<string, readonly string[]>>
  /** It was only too early: the same may be asked again. */
  readonly asksToComeAgain: boolean
  /** How the thing is that somebody else has changed meanwhile. */
  readonly current: unknown

  constructor(
    status: number,
    message: string,
    errors: Readonly<Record<string, readonly string[]>>,
    more: { readonly asksToComeAgain?: boolean; readonly current?: unknown } = {},
  ) {
    super(message)
    this.status = status
    this.errors = errors
    this.asksToComeAgain = more.asksToComeAgain ?? false
    this.current = more.current
  }
}

/** No answer, or none that can be understood. Nothing is known about what the server did. */
export class Unreachable extends Error {
  override readonly name = 'Unreachable'
}

/** Nobody knows what the server did, or will yet do, with what was asked. */
export function isAnswerLost(error: unknown): boolean {
  if (error instanceof Refused) return error.status >= 500 || error.asksToComeAgain
  return error instanceof Unreachable
}

type VersionedCall = Call & { readonly current: NonNullable<Call['current']> }

/** How the thing is now, if a change was refused because somebody else was faster. */
export function currentIn<C extends VersionedCall>(
  call: C,
  error: unknown,
): z.output<C['current']> | undefined {
  if (!(error instanceof Refused) || error.status !== 409) return undefined
  return call.current.safeParse(error.current).data as z.output<C['current']> | undefined
}

/** The server answered that it does not know at present. */
export function isUnavailable(error: unknown): error is Refused {
  return error instanceof Refused && error.status === 503
}

export function fieldErrors(error: unknown): Readonly<Record<string, readonly string[]>> {
  return error instanceof Refused ? error.errors : {}
}

/** What the server said that concerns no field. The specification has both spellings, by the call. */
export function serverErrorIn(errors: Readonly<Record<string, readonly string[]>>): string | undefined {
  return (errors['ServerErrors'] ?? errors['ServerError'])?.[0]
}

/** A second, plain line for a failure: what happened, and what can be done. */
export function plainReason(error: unknown): string {
  if (error instanceof Refused) return error.message || `The server refused this (${error.status}).`
  if (error instanceof Unreachable) return 'The server did not respond. Check your connection and try again.'
  return 'Something unexpected happened. Try again.'
}

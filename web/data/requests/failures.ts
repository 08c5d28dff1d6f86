import type { Call } from '#contract/call'
import type * as z from 'zod/mini'

/** The server rejected the request. `errors` is keyed by the specification's field names. */
export class RequestRefused extends Error {
  override readonly name = 'Refused'
  readonly status: number
  readonly errors: Readonly<Record<string, readonly string[]>>
  /** The request was only sent too early. The client may retry it. */
  readonly asksToComeAgain: boolean
  /** The current version, if someone else changed it in the meantime. */
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

/** No response, or an unreadable one. The outcome on the server is unknown. */
export class Unreachable extends Error {
  override readonly name = 'Unreachable'
}

/** Whether the outcome of the request on the server is, and may remain, unknown. */
export function isAnswerLost(error: unknown): boolean {
  if (error instanceof RequestRefused) return error.status >= 500 || error.asksToComeAgain
  return error instanceof Unreachable
}

type VersionedCall = Call & { readonly current: NonNullable<Call['current']> }

/** Returns the current version, if a change was rejected because someone else saved first. */
export function currentIn<C extends VersionedCall>(
  call: C,
  error: unknown,
): z.output<C['current']> | undefined {
  if (!(error instanceof RequestRefused) || error.status !== 409) return undefined
  return call.current.safeParse(error.current).data as z.output<C['current']> | undefined
}

/** Whether the server responded that it currently does not know. */
export function isUnavailable(error: unknown): error is RequestRefused {
  return error instanceof RequestRefused && error.status === 503
}

export function fieldErrors(error: unknown): Readonly<Record<string, readonly string[]>> {
  return error instanceof RequestRefused ? error.errors : {}
}

/** Returns the server error that belongs to no field. The specification uses two spellings, depending on the call. */
export function serverErrorIn(errors: Readonly<Record<string, readonly string[]>>): string | undefined {
  return (errors['ServerErrors'] ?? errors['ServerError'])?.[0]
}

/** Returns a second, plain line about a failure: what happened and what the person can do. */
export function plainReason(error: unknown): string {
  if (error instanceof RequestRefused) return error.message || `The server refused this (${error.status}).`
  if (error instanceof Unreachable) return 'The server did not respond. Check your connection and try again.'
  return 'Something unexpected happened. Try again.'
}

/** The server understood and said no. `errors` is keyed as the specification spells the fields. */
export class Refused extends Error {
  override readonly name = 'Refused'
  readonly status: number
  readonly errors: Readonly<Record<string, readonly string[]>>

  constructor(status: number, message: string, errors: Readonly<Record<string, readonly string[]>>) {
    super(message)
    this.status = status
    this.errors = errors
  }
}

/** No answer, or none that can be understood. Nothing is known about what the server did. */
export class Unreachable extends Error {
  override readonly name = 'Unreachable'
}

/** The server answered that it does not know at present. */
export function isUnavailable(error: unknown): error is Refused {
  return error instanceof Refused && error.status === 503
}

export function fieldErrors(error: unknown): Readonly<Record<string, readonly string[]>> {
  return error instanceof Refused ? error.errors : {}
}

/** A second, plain line for a failure: what happened, and what can be done. */
export function plainReason(error: unknown): string {
  if (error instanceof Refused) return error.message || `The server refused this (${error.status}).`
  if (error instanceof Unreachable) return 'The server did not respond. Check your connection and try again.'
  return 'Something unexpected happened. Try again.'
}

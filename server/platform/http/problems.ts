import type { Call, Refusal } from '#contract/call'
import { cannotWrite } from '#server/platform/store/write-watch'

/** Field errors, keyed as the specification spells them: `Email`, `AlertTimes[2].StartTime`, `ServerErrors`. */
export type FieldErrors = Record<string, string[]>

/** An error with a message for the caller. Rooms throw it; only this folder turns it into a response. */
export class Problem extends Error {
  readonly status: number
  readonly errors: FieldErrors
  readonly retryAfterSeconds: number | undefined
  /** Additional data of the error. */
  readonly more: Pick<Refusal, 'current'>

  constructor(
    status: number,
    message: string,
    errors: FieldErrors = {},
    retryAfterSeconds?: number,
    more: Pick<Refusal, 'current'> = {},
  ) {
    super(message)
    this.status = status
    this.errors = errors
    this.retryAfterSeconds = retryAfterSeconds
    this.more = more
  }
}

export function signInNeeded(): Problem {
  return new Problem(401, 'Please sign in to continue.')
}

export function notAllowed(message = 'You are not allowed to do this.'): Problem {
  return new Problem(403, message)
}

/** Also used for things that exist but belong to another customer, because their existence must not be revealed. */
export function notFound(what: string): Problem {
  return new Problem(404, `${what} was not found.`)
}

export function badInput(errors: FieldErrors, message = 'Please check what you entered.'): Problem {
  return new Problem(400, message, errors)
}

export function serverRefusal(text: string, status = 400): Problem {
  return new Problem(status, text, { ServerErrors: [text] })
}

export function tooMany(retryAfterSeconds: number): Problem {
  return new Problem(429, 'Too many requests. Please wait a moment.', {}, retryAfterSeconds)
}

/** Used when the data is not available right now and an empty reply would be wrong. */
export function unavailable(message: string): Problem {
  return new Problem(503, message, {}, 30)
}

/**
 * Names the error's field as the specification does for this call: some calls use `ServerError` for errors that concern
 * no field.
 */
export function spelledFor({ serverErrorKey }: Pick<Call, 'serverErrorKey'>, error: unknown): unknown {
  if (serverErrorKey === undefined || !(error instanceof Problem)) return error
  const { ServerErrors: reported, ...errors } = error.errors
  if (reported === undefined) return error
  const spelled = { ...errors, [serverErrorKey]: reported }
  return new Problem(error.status, error.message, spelled, error.retryAfterSeconds, error.more)
}

export function refusal(problem: Problem): Refusal {
  return { responseException: { message: problem.message, errors: problem.errors }, ...problem.more }
}

/** Error codes of PostgreSQL and its driver when the database is unavailable, so a retry is worthwhile. */
const awayCodes = new Set(['ECONNREFUSED', 'ECONNRESET', 'ENOENT', '57P01', '57P02', '57P03', '53300'])

/** How long a client waits before it tries again to have something stored. */
const cannotWriteSeconds = 30

/** Driver messages when the database does not accept the connection: the driver has no code for these. */
const connectTimeout = /^(timeout expired|Connection terminated)/

/** Converts anything that was thrown into an error that may be shown. */
export function asProblem(error: unknown, requestId: string): Problem {
  if (error instanceof Problem) return error
  const { statusCode, code, message } = error as { statusCode?: number; code?: string; message?: string }
  if (statusCode !== undefined && statusCode >= 400 && statusCode < 500) {
    return new Problem(statusCode, message ?? 'The request could not be read.')
  }
  if (code === undefined ? connectTimeout.test(message ?? '') : awayCodes.has(code)) {
    return new Problem(503, 'Skywarden is not ready yet. Please try again in a moment.', {}, 2)
  }
  const fault = cannotWrite[code ?? '']
  if (fault !== undefined)
    return new Problem(503, `${fault} Nothing was stored. Please try again later.`, {}, cannotWriteSeconds)
  return new Problem(500, `Something went wrong on our side. Mention ${requestId} if you report it.`)
}

import type { AccessRule } from '#domain/access/may'
import type * as z from 'zod/mini'

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/** Who may make a call: anyone, anyone who is signed in, or callers that a rule admits. */
export type Who = 'anyone' | 'signed-in' | AccessRule

type Shape = z.ZodMiniType

/**
 * Defines one API call. The server serves it, the web app calls it, and the OpenAPI document, the access matrix and the
 * generated requests are built from it. `who` has no default, so a call without it does not compile.
 */
export interface Call {
  readonly name: string
  readonly summary: string
  readonly method: Method
  /** Path from the root, with parameters in braces: `/api/user/{id}`. Matching is case-insensitive. */
  readonly path: string
  readonly who: Who
  /** Support staff who impersonate a person cannot make this call: only that person can. */
  readonly whileActingAs?: 'refused'
  readonly params?: Shape
  readonly query?: Shape
  readonly body?: Shape
  readonly reply: Shape
  /** The current value, returned to a caller whose edit was made from an older version. */
  readonly current?: Shape
  /** The response has no envelope because another standard (OpenID Connect) defines its format. */
  readonly bare?: true
  /** Responds with server-sent events, each in the reply's shape, until one side closes the stream. */
  readonly streams?: true
  /** Responds with a file to download instead of JSON. The reply contains the file's name and content. */
  readonly file?: 'text/csv' | 'application/pdf' | 'application/json'
  /** Responds with an image or a sound. The reply contains its bytes and how long they may be cached. */
  readonly media?: 'image/png' | 'image/jpeg' | 'audio/wav'
  /** A GET that changes something, as the specification requires. */
  readonly changes?: true
  /** Takes a body but changes nothing, so repeating it is harmless. */
  readonly onlyReads?: true
  /** Changes nothing if the body has these values: a dry run that shows what would happen. */
  readonly onlyReadsWith?: Readonly<Record<string, boolean>>
  /**
   * Authenticated by the call's own key, which a machine sends or an image URL contains. The room checks the key; no
   * one signs in.
   */
  readonly machines?: true
  /** Also read by pages on other sites. It contains no private data. */
  readonly onOtherSites?: true
  /** Set where the specification uses the singular key for errors that belong to no field. */
  readonly serverErrorKey?: 'ServerError'
  /** Set where the default body limit is too small. */
  readonly bodyLimitBytes?: number
}

export type Input<C extends Call, Part extends 'params' | 'query' | 'body'> = C[Part] extends Shape
  ? z.output<C[Part]>
  : undefined

/** The input that a caller passes, before the server parses it. */
export type Asked<C extends Call> = {
  [Part in 'params' | 'query' | 'body' as C[Part] extends Shape ? Part : never]: C[Part] extends Shape
    ? z.input<C[Part]>
    : never
}

export type Reply<C extends Call> = z.output<C['reply']>

/** The value that a handler returns. The contract's shape decides which fields the server sends. */
export type Answer<C extends Call> = z.input<C['reply']>

/* @__NO_SIDE_EFFECTS__ */
export function call<const C extends Call>(spec: C): C {
  return spec
}

/**
 * The idempotency key of a change. If the same key arrives again, the server returns the first response and does not
 * repeat the change.
 */
export const idempotencyKeyHeader = 'idempotency-key'

/** Whether a call accepts an idempotency key. Strikes have their own IDs, which serve the same purpose for machines. */
export function takesIdempotencyKey({ method, onlyReads, machines }: Call): boolean {
  return method !== 'GET' && !onlyReads && !machines
}

/** Whether a call only reads. */
export function isReading({ method, onlyReads, changes }: Call): boolean {
  return (method === 'GET' && !changes) || onlyReads === true
}

/** Whether a request with this body changes nothing, even though other requests to the same call may. */
export function isTrial({ onlyReadsWith }: Call, body: unknown): boolean {
  if (!onlyReadsWith || typeof body !== 'object' || body === null) return false
  return Object.entries(onlyReadsWith).every(
    ([field, value]) => (body as Record<string, unknown>)[field] === value,
  )
}

/** Sent with every response: whether its weather is `simulated` or `real`, so no screen can confuse the two. */
export const weatherHeader = 'x-weather'

/** Sent with every response: whether the deployment is a `rehearsal`, which sends nothing out, or `real`. */
export const houseHeader = 'x-house'

/**
 * Every error response. `errors` is keyed by field as the specification spells it, or by `ServerErrors` (`ServerError`
 * in some calls).
 */
export interface Refusal {
  responseException: { message: string; errors: Record<string, string[]> }
  /** The current value, if the change was made from an older version. */
  current?: unknown
}

/** Fills parameters into a path and encodes each one. */
export function fillPath(path: string, params: Readonly<Record<string, string | number>>): string {
  return path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = params[name]
    if (value === undefined) throw new Error(`${path} needs ${name}`)
    // An empty string, '.' and '..' would change the path, and no encoding prevents a URL parser from resolving them.
    if (/^\.{0,2}$/.test(String(value))) throw new Error(`${path} cannot have '${value}' as ${name}`)
    return encodeURIComponent(value)
  })
}

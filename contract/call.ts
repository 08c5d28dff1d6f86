import type { AccessRule } from '#domain/access/may'
import type * as z from 'zod/mini'

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/** Who may make a call: anyone at all, anyone signed in, or those whom a rule admits. */
export type Who = 'anyone' | 'signed-in' | AccessRule

type Shape = z.ZodMiniType

/**
 * One call, named once. The server serves it, the web asks it, and the OpenAPI document, the access matrix and
 * the generated requests are made from it. `who` has no default: a call that does not say so does not compile.
 */
export interface Call {
  readonly name: string
  readonly summary: string
  readonly method: Method
  /** From the root, with parameters in braces: `/api/user/{id}`. Matching is case-insensitive. */
  readonly path: string
  readonly who: Who
  /** Acts that must be a person's own are refused to support staff acting as that person. */
  readonly whileActingAs?: 'refused'
  readonly params?: Shape
  readonly query?: Shape
  readonly body?: Shape
  readonly reply: Shape
  /** The current value, returned to a caller who edited an older version. */
  readonly current?: Shape
  /** Answered without our envelope, because another standard (OpenID Connect) says how the answer looks. */
  readonly bare?: true
  /** Answered by server-sent events, each in the reply's shape, until one side ends it. */
  readonly streams?: true
  /** Answered with a file to keep instead of JSON; the reply is its name and its content. */
  readonly file?: 'text/csv' | 'application/pdf'
  /** Answered with a picture to show or a sound to play; the reply is its bytes, and for how long they may be kept. */
  readonly media?: 'image/png' | 'image/jpeg' | 'audio/wav'
  /** Asked with a body, yet it changes nothing: there is nothing that could be done twice. */
  readonly onlyReads?: true
  /** The same, where these fields of the body say so: a trial that shows what would be done. */
  readonly onlyReadsWith?: Readonly<Record<string, boolean>>
  /** Made with a key of its own, by a machine or by an image on a page: the room itself looks at it, nobody signs in. */
  readonly machines?: true
  /** Read by pages on other people's sites too: nothing in it is anybody's own. */
  readonly onOtherSites?: true
  /** Where the specification spells the key of what concerns no field in the singular. */
  readonly serverErrorKey?: 'ServerError'
  /** Where the usual limit for a body is too small. */
  readonly bodyLimitBytes?: number
}

export type Input<C extends Call, Part extends 'params' | 'query' | 'body'> = C[Part] extends Shape
  ? z.output<C[Part]>
  : undefined

/** What a caller hands in, before the server has read it. */
export type Asked<C extends Call> = {
  [Part in 'params' | 'query' | 'body' as C[Part] extends Shape ? Part : never]: C[Part] extends Shape
    ? z.input<C[Part]>
    : never
}

export type Reply<C extends Call> = z.output<C['reply']>

/** What a handler gives back; the contract's own shape decides what of it leaves the house. */
export type Answer<C extends Call> = z.input<C['reply']>

/* @__NO_SIDE_EFFECTS__ */
export function call<const C extends Call>(spec: C): C {
  return spec
}

/**
 * What names a wish to change something. The same key again is the same wish: it is answered as it was the first time, and
 * not done again.
 */
export const idempotencyKeyHeader = 'idempotency-key'

/** Whether a call can be made with such a key. Strikes have ids of their own, which do the same for machines. */
export function takesIdempotencyKey({ method, onlyReads, machines }: Call): boolean {
  return method !== 'GET' && !onlyReads && !machines
}

/** Whether a request with this body would change nothing, although others of the same call do. */
export function isTrial({ onlyReadsWith }: Call, body: unknown): boolean {
  if (!onlyReadsWith || typeof body !== 'object' || body === null) return false
  return Object.entries(onlyReadsWith).every(
    ([field, value]) => (body as Record<string, unknown>)[field] === value,
  )
}

/** On every answer: whether its weather is `simulated` or `real`, so that no screen can take one for the other. */
export const weatherHeader = 'x-weather'

/** On every answer: whether the house is a `rehearsal`, which lets nothing out, or the `real` one. */
export const houseHeader = 'x-house'

/** Every successful answer: what was asked for and, where there is one, a sentence for the person. */
export interface Envelope<Data> {
  data: Data
  message?: string
}

/** Every refusal. `errors` is keyed by field as the specification spells it, or by `ServerErrors` (of some calls `ServerError`). */
export interface Refusal {
  responseException: { message: string; errors: Record<string, string[]> }
  /** Of a change that was made from an older version: how the thing is now. */
  current?: unknown
}

/** Puts parameters into a path, each one encoded. */
export function fillPath(path: string, params: Readonly<Record<string, string | number>>): string {
  return path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = params[name]
    if (value === undefined) throw new Error(`${path} needs ${name}`)
    // Nothing, '.' and '..' would lead elsewhere, and no encoding keeps an address from being read so.
    if (/^\.{0,2}$/.test(String(value))) throw new Error(`${path} cannot have '${value}' as ${name}`)
    return encodeURIComponent(value)
  })
}

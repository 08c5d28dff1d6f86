import type { Call, Input } from '#contract/call'
import type { Clock } from '#server/platform/clock'
import type { Once } from '#server/platform/once/index'
import type { Authenticate, Caller } from './caller.ts'
import type { Closing } from './closing.ts'
import type { Limits } from './limits.ts'

/** Everything a handler receives: the caller, the input and the time. */
export interface Ask<C extends Call> {
  readonly caller: C['who'] extends 'anyone' ? Caller | undefined : Caller
  readonly params: Input<C, 'params'>
  readonly query: Input<C, 'query'>
  readonly body: Input<C, 'body'>
  readonly now: Date
  readonly requestId: string
  readonly address: string
  /** Calls a function when the connection or the response has ended, so that nobody waits for the reply anymore. */
  readonly onClose: (act: () => void) => void
  /** The bearer token as it was sent, for calls that accept tokens other than a person's. */
  readonly token: string | undefined
}

/** The person who does something, the time, and the request. */
export interface Doing {
  readonly caller: Caller
  readonly now: Date
  readonly requestId: string
}

/** The means to authenticate and admit requests. */
export interface Door {
  readonly authenticate: Authenticate
  readonly limits: Limits
  readonly clock: Clock
  readonly once: Once
  readonly closing: Closing
}

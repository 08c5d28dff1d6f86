import type { Call } from '#contract/call'
import type * as z from 'zod/mini'
import { Problem } from './problems.ts'

type VersionedCall = Call & { readonly current: NonNullable<Call['current']> }
type Current<C extends VersionedCall> = z.input<C['current']> & { readonly version: number }

/**
 * Throws if a change was made from another version than the present one, with how the thing is now. Call it when the row
 * is held, so that nobody can come in between. Whoever says no version changes whatever there is.
 */
export function assertNotOvertaken<C extends VersionedCall>(
  call: C,
  madeFrom: number | undefined,
  current: Current<C>,
): void {
  if (madeFrom === undefined || madeFrom === current.version) return
  throw new Problem(409, 'Someone else changed this after you opened it.', {}, undefined, {
    current: call.current.parse(current),
  })
}

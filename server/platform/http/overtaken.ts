import type { Call } from '#contract/call'
import type * as z from 'zod/mini'
import { Problem } from './problems.ts'

type VersionedCall = Call & { readonly current: NonNullable<Call['current']> }
type Current<C extends VersionedCall> = z.input<C['current']> & { readonly version: number }

/**
 * Throws if a change was based on a version other than the current one. The error contains the current state. Call it
 * while the row is locked, to exclude concurrent changes. A client that sends no version overwrites the current one.
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

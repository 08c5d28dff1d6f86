import type { PaUnit } from '#contract/devices/public-address'
import { mostMessageLength } from '#domain/hardware/siren-settings'
import { fieldErrors, plainReason, serverErrorIn } from '#web/data/requests/failures.ts'
import { errorOf } from '#web/parts/fields/field-errors.ts'
import type { Failure } from '#web/parts/fields/use-attempts.ts'

/** A message as entered in the form. */
export interface PaDraft {
  readonly unitIds: readonly number[]
  /** The stored message that it was taken from, until its text changes. */
  readonly storedId: number | null
  readonly message: string
  readonly repeatCount: number
}

export const emptyPaDraft: PaDraft = { unitIds: [], storedId: null, message: '', repeatCount: 1 }

const mostRepeats = 5

/** Returns how often the chosen units may repeat a message: at least as often as the default of any of them. */
export function repeatChoices(units: readonly PaUnit[], unitIds: readonly number[]): number[] {
  const defaults = units.filter(({ id }) => unitIds.includes(id)).map(unit => unit.defaultPlayCount)
  const least = Math.min(mostRepeats, Math.max(1, ...defaults))
  return Array.from({ length: mostRepeats - least + 1 }, (_each, index) => least + index)
}

/** Returns the chosen repeat count, or the smallest that the units allow. */
export function repeatCountOf(draft: PaDraft, units: readonly PaUnit[]): number {
  return Math.max(draft.repeatCount, ...repeatChoices(units, draft.unitIds).slice(0, 1))
}

type Errors = Readonly<Record<string, readonly string[]>>

/** Errors found before calling the server, keyed like the server's errors. */
export function paProblems({ unitIds, message }: PaDraft): Errors {
  return {
    ...(unitIds.length === 0 && { PAList: ['Choose at least one unit.'] }),
    ...(message.trim() === '' && { Message: ['is required'] }),
    ...(message.length > mostMessageLength && {
      Message: [`must have at most ${mostMessageLength} characters`],
    }),
  }
}

const inline = ['PAList', 'Message', 'RepeatCount']

/** Explains why nothing was sent, in the server's words if there are any. */
export function sendFailure(error: unknown): Failure {
  const errors = fieldErrors(error)
  const reported = serverErrorIn(errors)
  if (reported !== undefined) return { header: reported }
  const isMarked = inline.some(field => errorOf(errors, field, '') !== undefined)
  return {
    header: 'Failed To Send Message',
    text: isMarked ? 'Check the fields that are marked.' : plainReason(error),
  }
}

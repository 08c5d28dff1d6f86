import type { PaUnit } from '#contract/devices/public-address'
import { mostMessageLength } from '#domain/hardware/siren-settings'
import { fieldErrors, plainReason, serverErrorIn } from '#web/data/requests/failures.ts'
import { errorOf } from '#web/parts/fields/field-errors.ts'
import type { Failure } from '#web/parts/fields/use-attempts.ts'

/** A message in the form. */
export interface PaDraft {
  readonly unitIds: readonly number[]
  /** The stored message it came from, until its text changes. */
  readonly storedId: number | null
  readonly message: string
  readonly repeatCount: number
}

export const emptyPaDraft: PaDraft = { unitIds: [], storedId: null, message: '', repeatCount: 1 }

const mostRepeats = 5

/** How often the chosen units may speak it: never less often than a unit's default. */
export function repeatChoices(units: readonly PaUnit[], unitIds: readonly number[]): number[] {
  const defaults = units.filter(({ id }) => unitIds.includes(id)).map(unit => unit.defaultPlayCount)
  const least = Math.min(mostRepeats, Math.max(1, ...defaults))
  return Array.from({ length: mostRepeats - least + 1 }, (_each, index) => least + index)
}

/** The chosen repeat count, or the least that the units allow. */
export function repeatCountOf(draft: PaDraft, units: readonly PaUnit[]): number {
  return Math.max(draft.repeatCount, ...repeatChoices(units, draft.unitIds).slice(0, 1))
}

type Errors = Readonly<Record<string, readonly string[]>>

/** Errors found before the server is called, keyed as the server would. */
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

/** Why nothing was sent: the server's message if there is one. */
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

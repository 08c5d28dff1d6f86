import type { Asked } from '#contract/call'
import type { Siren, updateSiren } from '#contract/devices/sirens'
import type { AlertTime, Weekday } from '#domain/alert-times/alert-times'
import type { MergeRule } from '#domain/edits/merge'
import { isSilentAllWeek, mostMessageLength, sirenTimeFaults } from '#domain/hardware/siren-settings'
import { weekOf, wireWeekOf } from '#web/data/messages/alert-times.ts'
import { weekInWords } from '#web/parts/fields/alert-time-text.ts'
import { onOrOff, type Described } from '#web/parts/leaving/differences.ts'

/** A siren's settings as entered in the form. */
export interface SirenDraft {
  readonly duration: number
  readonly frequency: number
  readonly allClearDuration: number
  readonly allClearFrequency: number
  readonly postWarnMessage: string
  readonly postAllClearMessage: string
  readonly alertTimes: readonly AlertTime[]
  readonly isPagePublic: boolean
}

export function sirenDraftOf(siren: Siren): SirenDraft {
  return {
    duration: siren.duration,
    frequency: siren.frequency,
    allClearDuration: siren.allClearDuration,
    allClearFrequency: siren.allClearFrequency,
    postWarnMessage: siren.postWarnMessage,
    postAllClearMessage: siren.postAllClearMessage,
    alertTimes: weekOf(siren.alertTimes),
    isPagePublic: siren.isPagePublic,
  }
}

/** Each weekday is merged separately. The length and the repeats of a sound belong together. */
export const sirenMergeRule: MergeRule<SirenDraft> = {
  together: [
    ['duration', 'frequency'],
    ['allClearDuration', 'allClearFrequency'],
  ],
  deep: ['alertTimes'],
}

export function timesWords(times: number): string {
  return times === 1 ? '1 time' : `${times} times`
}

export function sirenDraftInWords(draft: SirenDraft): Described {
  return [
    ['Warning sound', `${draft.duration} s, ${timesWords(draft.frequency)}`],
    ['All-clear sound', `${draft.allClearDuration} s, ${timesWords(draft.allClearFrequency)}`],
    ['Message after the warning', draft.postWarnMessage],
    ['Message after the all clear', draft.postAllClearMessage],
    ['Alert times', weekInWords(draft.alertTimes)],
    ['Public page', onOrOff(draft.isPagePublic)],
  ]
}

/** Returns the errors in each day's times, found before calling the server. */
export function timeErrors({ alertTimes }: SirenDraft): Readonly<Partial<Record<Weekday, string>>> {
  const faults = sirenTimeFaults(alertTimes)
  return Object.fromEntries(faults.map(({ day, because }) => [day, `The start ${because}`]))
}

export function isValidSiren(draft: SirenDraft): boolean {
  const messages = [draft.postWarnMessage, draft.postAllClearMessage]
  return (
    Object.keys(timeErrors(draft)).length === 0 &&
    !isSilentAllWeek(draft.alertTimes) &&
    messages.every(({ length }) => length <= mostMessageLength)
  )
}

export function sirenUpdateBody(
  draft: SirenDraft,
  sirenId: number,
  version: number,
): Asked<typeof updateSiren>['body'] {
  return { ...draft, alertTimes: wireWeekOf(draft.alertTimes), sirenId, version }
}

const largest = 'the largest of the siren’s own, its place’s and its policies’'

/** Says which radius and time a siren uses, and why. */
export function sirenRingText({ radius, allClearMinutes, inForce }: Siren): readonly string[] {
  return [
    `Sounds for lightning within ${inForce.radius} miles; ${largest} (its own: ${radius} miles).`,
    `All clear after ${inForce.allClearMinutes} minutes without lightning; ${largest} (its own: ${allClearMinutes} minutes).`,
  ]
}

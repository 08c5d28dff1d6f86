import {
  leastDays,
  longestDays,
  retentionFault,
  retentionKinds,
  retentionRules,
  type RetentionChoices,
  type RetentionKind,
} from '#domain/privacy/retention'
import type { Described } from '#web/parts/leaving/differences.ts'

/** The number of days as typed; empty for the usual time. */
export type RetentionDraft = Readonly<Record<RetentionKind, string>>

const forEachKind = <Value>(make: (kind: RetentionKind) => Value) =>
  Object.fromEntries(retentionKinds.map(kind => [kind, make(kind)])) as Record<RetentionKind, Value>

export function retentionDraftOf(days: RetentionChoices): RetentionDraft {
  return forEachKind(kind => String(days[kind] ?? ''))
}

export function choicesOf(draft: RetentionDraft): RetentionChoices {
  return forEachKind(kind => (draft[kind].trim() === '' ? null : Number(draft[kind])))
}

/** Returns what is wrong with a draft, by kind. */
export function faultsOf(draft: RetentionDraft): Partial<Readonly<Record<RetentionKind, string>>> {
  const days = choicesOf(draft)
  const faults = retentionKinds.map(kind => [kind, retentionFault(kind, days[kind])] as const)
  return Object.fromEntries(faults.filter(([, fault]) => fault !== undefined))
}

/** Whether some data would be deleted sooner than now. */
export function deletesSooner(before: RetentionChoices, after: RetentionChoices): boolean {
  return retentionKinds.some(kind => {
    const [was, willBe] = [before, after].map(
      days => days[kind] ?? retentionRules[kind].usualDays ?? Infinity,
    ) as [number, number]
    return willBe < was
  })
}

export function usualInWords(kind: RetentionKind): string {
  const { usualDays } = retentionRules[kind]
  const usual = usualDays === null ? 'Usually without a limit' : `Usually ${usualDays} days`
  return `${usual}. From ${leastDays} to ${longestDays(kind)}.`
}

export function draftInWords(draft: RetentionDraft): Described {
  return retentionKinds.map(kind => [
    retentionRules[kind].title,
    draft[kind].trim() === '' ? 'As usual' : `${draft[kind]} days`,
  ])
}

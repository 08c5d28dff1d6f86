/** Data from people's use, and how long it is kept unless an organization chooses a shorter time. */
interface RetentionRule {
  readonly title: string
  /** Days until the data is deleted; null if it is never deleted automatically. */
  readonly usualDays: number | null
}

/** An organization that deleted data sooner could not investigate what happened last month. */
export const leastDays = 30
/** For a longer time, choose 'until it is deleted'. */
const mostDays = 3650

export const retentionRules = {
  signIns: { title: 'Sign-ins', usualDays: 90 },
  alerts: { title: 'Alerts and other messages', usualDays: 90 },
  massMessages: { title: 'Messages that administrators sent', usualDays: null },
  questions: { title: 'Questions to the meteorologists', usualDays: null },
  reports: { title: 'Reports of past weather', usualDays: 365 },
  cameraViews: { title: 'Camera log', usualDays: null },
} as const satisfies Readonly<Record<string, RetentionRule>>

export type RetentionKind = keyof typeof retentionRules
export const retentionKinds = Object.keys(retentionRules) as readonly RetentionKind[]

/** The organization's choices; null where it keeps the default. */
export type RetentionChoices = Readonly<Record<RetentionKind, number | null>>

export const usualChoices: RetentionChoices = {
  signIns: null,
  alerts: null,
  massMessages: null,
  questions: null,
  reports: null,
  cameraViews: null,
}

/**
 * The longest time that an organization may choose, because it can keep data for less than the default time, but never
 * longer.
 */
export function longestDays(kind: RetentionKind): number {
  return retentionRules[kind].usualDays ?? mostDays
}

/** How many days something is kept; null if it is never deleted automatically. */
export function keptDays(kind: RetentionKind, choices: RetentionChoices): number | null {
  return choices[kind] ?? retentionRules[kind].usualDays
}

/** What is wrong with a choice; undefined if it is fine. */
export function retentionFault(kind: RetentionKind, days: number | null): string | undefined {
  if (days === null) return undefined
  if (!Number.isInteger(days)) return 'is not a whole number of days'
  if (days < leastDays) return `is at least ${leastDays} days`
  if (days > longestDays(kind)) return `is at most ${longestDays(kind)} days`
  return undefined
}

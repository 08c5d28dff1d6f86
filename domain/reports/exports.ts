/** What can be exported of a station at once, with how many days it may span. */
export const exportKinds = {
  Daily: { mostDays: 180 },
  Hourly: { mostDays: 31 },
  'Condition Snapshots': { mostDays: 7 },
} as const
export type ExportKind = keyof typeof exportKinds

/** Why so many days are too many; null where they are not. */
export function exportFault(kind: ExportKind, days: number): string | null {
  const { mostDays } = exportKinds[kind]
  return days <= mostDays ? null : `${kind} report cannot span more than ${mostDays} days.`
}

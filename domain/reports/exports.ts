/** A station's exports, with the maximum number of days. */
export const exportKinds = {
  Daily: { mostDays: 180 },
  Hourly: { mostDays: 31 },
  'Condition Snapshots': { mostDays: 7 },
} as const
export type ExportKind = keyof typeof exportKinds

/** Why this is too many days; null if it is not. */
export function exportFault(kind: ExportKind, days: number): string | null {
  const { mostDays } = exportKinds[kind]
  return days <= mostDays ? null : `${kind} report cannot span more than ${mostDays} days.`
}

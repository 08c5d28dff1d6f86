/** What somebody has set by hand, and against what the automation wanted then; it holds until that wants something else. */
export interface ManualSetting {
  readonly on: boolean
  readonly against: boolean | null
}

/** How a relay should stand; null where nobody has said. `automated` is null where no automation is set. */
export function desiredRelay(
  automated: boolean | null,
  manual: ManualSetting | null,
): { readonly on: boolean | null; readonly isManual: boolean } {
  if (manual && manual.against === automated) return { on: manual.on, isManual: true }
  return { on: automated, isManual: false }
}

/**
 * A manual setting, and what the automation wanted at that time. The setting stays in effect until the automation wants
 * something else.
 */
export interface ManualSetting {
  readonly on: boolean
  readonly against: boolean | null
}

/** The desired state of a relay; null if none is set. `automated` is null without automation. */
export function desiredRelay(
  automated: boolean | null,
  manual: ManualSetting | null,
): { readonly on: boolean | null; readonly isManual: boolean } {
  if (manual && manual.against === automated) return { on: manual.on, isManual: true }
  return { on: automated, isManual: false }
}

/** How long after the last pointer movement or key press the wall counts as unattended. */
export const foldsAfterMs = 8_000
export const goesOnAfterMs = 60_000

interface Folding {
  /** The panel was closed with its own button. */
  readonly isFolded: boolean
  /** The page is in full screen, or shows only the wall. */
  readonly isFull: boolean
  /** There was no pointer movement or key press for `foldsAfterMs`. */
  readonly isStill: boolean
}

export type PanelState = 'open' | 'folded' | 'away'

/** In full screen the panel and its button hide automatically. Activity restores them. */
export function panelState({ isFolded, isFull, isStill }: Folding): PanelState {
  if (isFull && isStill) return 'away'
  return isFolded ? 'folded' : 'open'
}

/** A reload shows 'Checking…' briefly, so it must not happen too often. */
const reloadsEveryMs = 5 * 60_000

export function isWallReloadDue(lastMs: number, nowMs: number): boolean {
  // A clock that was set back must not delay the reload.
  return nowMs < lastMs || nowMs - lastMs >= reloadsEveryMs
}

/** The path along which the wall drifts, a few pixels wide, to prevent burn-in. */
const driftPath = [
  [0, 0],
  [3, 1],
  [5, 3],
  [3, 5],
  [0, 4],
  [1, 2],
] as const
const driftEveryMs = 4 * 60_000

export function driftAt(nowMs: number): { readonly x: number; readonly y: number } {
  const [x, y] = driftPath[Math.floor(nowMs / driftEveryMs) % driftPath.length] ?? driftPath[0]
  return { x, y }
}

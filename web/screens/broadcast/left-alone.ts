/** So long after the last move of a pointer, or key, a wall is taken to be alone. */
export const foldsAfterMs = 8_000
export const goesOnAfterMs = 60_000

interface Folding {
  /** By its own button. */
  readonly isFolded: boolean
  /** Full screen, or a page that is nothing but the wall. */
  readonly isFull: boolean
  /** Nobody has moved or pressed anything for `foldsAfterMs`. */
  readonly isStill: boolean
}

export type PanelState = 'open' | 'folded' | 'away'

/** In full screen the panel goes away by itself, and its button with it; a move brings back what was there. */
export function panelState({ isFolded, isFull, isStill }: Folding): PanelState {
  if (isFull && isStill) return 'away'
  return isFolded ? 'folded' : 'open'
}

/** A page that is loaded anew says 'Checking…' for a moment: not too often. */
const reloadsEveryMs = 5 * 60_000

export function isReloadDue(lastMs: number, nowMs: number): boolean {
  // A clock that was set back must not keep it waiting.
  return nowMs < lastMs || nowMs - lastMs >= reloadsEveryMs
}

/** A few pixels to and fro against burnt-in pictures, as a way that ends where it began. */
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

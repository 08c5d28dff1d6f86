/** Phone width: most of a page is far below the fold, and rendering it is slow there. */
export function isNarrow(): boolean {
  return matchMedia('(max-width: 640px)').matches
}

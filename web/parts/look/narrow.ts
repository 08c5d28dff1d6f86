/** Whether the page is as narrow as a phone, where most of it is far below the fold and rendering is slow. */
export function isNarrow(): boolean {
  return matchMedia('(max-width: 640px)').matches
}

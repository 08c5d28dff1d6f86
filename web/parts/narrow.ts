/** As narrow as a phone: most of a page is far below its screen, and drawing it takes long there. */
export function isNarrow(): boolean {
  return matchMedia('(max-width: 640px)').matches
}

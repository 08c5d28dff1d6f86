/** Long lists come newest first in pages of this many rows. */
export const pageRows = 100

/** Where the next, older page begins; a page that is not full was the last one. */
export function olderThan(page: readonly { id: number }[]): string | undefined {
  return page.length < pageRows ? undefined : String(page[page.length - 1]?.id)
}

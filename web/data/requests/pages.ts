/** Long lists are returned newest first, in pages of this many rows. */
export const pageRows = 100

/** Returns where the next, older page begins. A page that is not full is the last one. */
export function olderThan(page: readonly { id: number }[]): string | undefined {
  return page.length < pageRows ? undefined : String(page[page.length - 1]?.id)
}

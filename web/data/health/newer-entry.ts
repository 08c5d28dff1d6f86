const entry = /<script\b[^>]*\btype="module"[^>]*\bsrc="([^"]+)"/

/** A page's entry script if it differs from this one; null if it is the same or missing. */
export function newerEntry(own: string, page: string): string | null {
  const served = entry.exec(page)?.[1]
  return served === undefined || served === own ? null : served
}

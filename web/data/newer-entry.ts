const entry = /<script\b[^>]*\btype="module"[^>]*\bsrc="([^"]+)"/

/** The script that a page starts with, where it is another than this one; null where it is the same or has none. */
export function newerEntry(own: string, page: string): string | null {
  const served = entry.exec(page)?.[1]
  return served === undefined || served === own ? null : served
}

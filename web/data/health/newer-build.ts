const entry = /<script\b[^>]*\btype="module"[^>]*\bsrc="([^"]+)"/

/** Returns a page's entry script if it differs from this one; null if it is the same or missing. */
export function newerEntry(own: string, page: string): string | null {
  const served = entry.exec(page)?.[1]
  return served === undefined || served === own ? null : served
}

const keyOf = (entry: string) => `skywarden:reloaded-for:${entry}`
const againAfterMs = 10 * 60_000

/**
 * Reloads the page if the server has a different build. Limited per build, because a cache may return an old one,
 * and during a rolling upgrade the processes alternate between two. Returns whether it reloads.
 */
export async function reloadIfNewer(): Promise<boolean> {
  const own = document.querySelector<HTMLScriptElement>('script[type="module"][src]')?.getAttribute('src')
  const response = await fetch('/', { cache: 'no-store', headers: { accept: 'text/html' } })
  const next = response.ok && own ? newerEntry(own, await response.text()) : null
  if (next === null) return false
  const before = Number(sessionStorage.getItem(keyOf(next)))
  if (Date.now() - before < againAfterMs) return false
  sessionStorage.setItem(keyOf(next), String(Date.now()))
  location.reload()
  return true
}

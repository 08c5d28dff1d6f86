import { newerEntry } from './newer-entry.ts'

const key = 'skywarden:reloaded-for'

/** Loads the page anew if the server has another one by now; once for each, in case an old one comes from a cache. */
export async function reloadIfNewer(): Promise<void> {
  const own = document.querySelector<HTMLScriptElement>('script[type="module"][src]')?.getAttribute('src')
  const response = await fetch('/', { cache: 'no-store', headers: { accept: 'text/html' } })
  const next = response.ok && own ? newerEntry(own, await response.text()) : null
  if (next === null || sessionStorage.getItem(key) === next) return
  sessionStorage.setItem(key, next)
  location.reload()
}

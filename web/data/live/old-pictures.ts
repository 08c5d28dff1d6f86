/** Called when the page becomes visible again. A page from the browser's cache must discard all of its old data. */
export type OnReturn = (fromCache: boolean) => void

const listeners = new Set<OnReturn>()

export function onReturn(listener: OnReturn): void {
  listeners.add(listener)
}

/**
 * A page that returns from the background or from the browser's cache shows its last frame before any script runs. So
 * anything that could look safe is hidden when the page is hidden, and shown again only after the page has rendered.
 */
export function guardAgainstOldPictures(): void {
  const root = document.documentElement
  const away = () => root.setAttribute('data-away', '')
  const back = (fromCache: boolean) => {
    for (const listener of listeners) listener(fromCache)
    requestAnimationFrame(() => root.removeAttribute('data-away'))
  }
  document.addEventListener('visibilitychange', () =>
    document.visibilityState === 'hidden' ? away() : back(false),
  )
  document.addEventListener('freeze', away)
  window.addEventListener('pagehide', away)
  window.addEventListener('pageshow', event => back(event.persisted))
}

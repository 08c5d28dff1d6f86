/** Is told when the page is seen again; a page from the browser's cache is to trust nothing that it knew. */
export type OnReturn = (fromCache: boolean) => void

const listeners = new Set<OnReturn>()

export function onReturn(listener: OnReturn): void {
  listeners.add(listener)
}

/**
 * A page that comes back from the background or from the browser's cache shows its last picture before any script
 * runs. So whatever could look safe is hidden when the page goes, and shown again only after it was drawn anew.
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

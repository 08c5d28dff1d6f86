import { forgetDelays, readHeard } from './delays.ts'
import { momentNow } from './moment.ts'
import { isValid } from '#domain/lightning/lease'

/**
 * A page that comes back from the background or from the browser's cache shows its last picture before any script
 * runs. So whatever could look safe is hidden when the page goes, and shown again only when a lease holds.
 */
export function guardAgainstOldPictures(): () => void {
  const root = document.documentElement
  const away = () => root.setAttribute('data-away', '')
  const back = (trusted: boolean) => {
    // Drawn anew first, then seen.
    if (!trusted || !isValid(readHeard().lease, momentNow())) forgetDelays()
    requestAnimationFrame(() => root.removeAttribute('data-away'))
  }
  const onVisibility = () => (document.visibilityState === 'hidden' ? away() : back(true))
  const onShow = (event: PageTransitionEvent) => back(!event.persisted)
  document.addEventListener('visibilitychange', onVisibility)
  document.addEventListener('freeze', away)
  window.addEventListener('pagehide', away)
  window.addEventListener('pageshow', onShow)
  return () => {
    document.removeEventListener('visibilitychange', onVisibility)
    document.removeEventListener('freeze', away)
    window.removeEventListener('pagehide', away)
    window.removeEventListener('pageshow', onShow)
  }
}

import { pageAt } from './routes.tsx'
import { askForMeAhead } from '#web/data/people/users.ts'
import { signIn } from '#web/session/start.ts'
import { onSessionChange, readSession } from '#web/session/store.ts'

/**
 * Starts what a page needs before any of it renders: its code and the sign-in immediately, the first requests once
 * someone is signed in. Failures here are retried, and reported, by the code that renders.
 */
export function beginAhead(path: string): void {
  const page = pageAt(path)
  if (!page || (page.who === 'anyone' && page.frame === 'bare')) return
  if (page.screen && 'fetch' in page.screen) page.screen.fetch().catch(() => {})
  const stop = onSessionChange(askOnceSignedIn)
  askOnceSignedIn()
  void signIn(page.who === 'anyone' ? 'optional' : 'required')

  function askOnceSignedIn() {
    if (readSession().state !== 'signed-in') return
    stop()
    askForMeAhead()
    page?.askAhead?.().catch(() => {})
  }
}

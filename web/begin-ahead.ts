import { pageAt, type Page } from './routes.tsx'
import { askForMeAhead } from '#web/data/people/users.ts'
import { signIn } from '#web/session/start.ts'
import { readSession } from '#web/session/store.ts'

/**
 * Starts what a page needs before any of it renders: its code and the sign-in, then its first requests. Resolves when
 * the page can be drawn in one step. Failures here are retried, and reported, by the code that renders.
 */
export async function beginAhead(path: string): Promise<void> {
  const page = pageAt(path)
  if (!page || (page.who === 'anyone' && page.frame === 'bare')) return
  const code = fetchCode(page)
  await signIn(page.who === 'anyone' ? 'optional' : 'required')
  if (readSession().state !== 'signed-in') return
  await Promise.allSettled([code, askForMeAhead(), page.askAhead?.()])
}

function fetchCode({ screen }: Page): Promise<void> | undefined {
  const code = screen && 'fetch' in screen ? screen.fetch() : undefined
  code?.catch(() => {})
  return code
}

import { LoadingPage } from './LoadingPage.tsx'
import { goToSignInPage } from './sign-in.ts'
import { signIn } from './start.ts'
import { useSession } from './use-session.ts'
import { FullPage } from '#web/parts/page/FullPage.tsx'
import { Button } from '@mantine/core'
import { useEffect, type ReactNode } from 'react'

interface RequireSessionProps {
  children: ReactNode
  /** Shown to visitors. Without this, visitors must sign in. */
  forVisitors?: ReactNode
}

/** Shows its content only to signed-in people, and starts the sign-in for everyone else. */
export function RequireSession({ children, forVisitors }: RequireSessionProps) {
  const session = useSession()
  const { state } = session
  const need = forVisitors === undefined ? 'required' : 'optional'
  useEffect(() => {
    if (state === 'unknown') void signIn(need)
    if (state === 'visitor' && need === 'required') void goToSignInPage()
  }, [state, need])

  if (session.state === 'signed-in') return children
  if (session.state === 'visitor' && forVisitors !== undefined) return forVisitors
  if (session.state === 'failed') return <SignInFailed because={session.because} />
  return <LoadingPage />
}

export function SignInFailed({ because }: { because: string }) {
  return (
    <FullPage
      title="Sign-in did not work"
      detail={because}
      actions={<Button onClick={() => void goToSignInPage()}>Try again</Button>}
    >
      The sign-in service did not respond as expected. Check your connection and try again; if it keeps
      happening, give your administrator the details below.
    </FullPage>
  )
}

import { LoadingPage } from './LoadingPage.tsx'
import { SignInFailed } from './RequireSession.tsx'
import { completeSignIn, fail } from './sign-in.ts'
import { useSession } from './use-session.ts'
import { useEffect } from 'react'
import { useNavigate } from 'react-router'

export function CallbackPage() {
  const navigate = useNavigate()
  const session = useSession()
  useEffect(() => {
    completeSignIn().then(path => navigate(path, { replace: true }), fail)
  }, [navigate])
  return session.state === 'failed' ? <SignInFailed because={session.because} /> : <LoadingPage />
}

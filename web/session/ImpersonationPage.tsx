import { completeImpersonation } from './impersonation.ts'
import { LoadingPage } from './LoadingPage.tsx'
import { FullPage } from '#web/parts/page/FullPage.tsx'
import { Button } from '@mantine/core'
import { useEffect, useState } from 'react'
import { Link, useNavigate, useSearchParams } from 'react-router'

/** Completes an impersonation from the code in the query, which is removed from the address bar immediately. */
export function ImpersonationPage() {
  const navigate = useNavigate()
  const [query] = useSearchParams()
  const [code] = useState(() => query.get('code') ?? '')
  const [failure, setFailure] = useState<string>()

  useEffect(() => {
    history.replaceState(history.state, '', location.pathname)
    completeImpersonation(code).then(
      () => navigate('/', { replace: true }),
      (error: Error) => setFailure(error.message),
    )
  }, [code, navigate])

  if (failure === undefined) return <LoadingPage />
  return (
    <FullPage
      title="Impersonation could not be started"
      detail={failure}
      actions={
        <Button component={Link} to="/">
          Go to Home
        </Button>
      }
    >
      You are still signed in as yourself. Go back and start again; each start can be used only once.
    </FullPage>
  )
}

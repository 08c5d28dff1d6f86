import { FullPage } from '#web/parts/page/FullPage.tsx'
import { signOut } from '#web/session/sign-in.ts'
import { Button } from '@mantine/core'
import { Link } from 'react-router'

export function Unauthorized() {
  return (
    <FullPage
      title="You do not have access to view this page."
      actions={
        <>
          <Button onClick={() => void signOut()}>Sign Out</Button>
          <Button component={Link} to="/" variant="default">
            Go to Home
          </Button>
        </>
      }
    >
      If you have been granted access recently, you may have to sign out and sign back in.
    </FullPage>
  )
}

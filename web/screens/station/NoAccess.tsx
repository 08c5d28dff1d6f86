import { PageHeader } from '#web/parts/page/PageHeader.tsx'
import { useViewer } from '#web/data/people/users.ts'
import { goToSignInPage } from '#web/session/sign-in.ts'
import { Button } from '@mantine/core'
import { Link } from 'react-router'

export function NoAccess() {
  const viewer = useViewer()
  return (
    <>
      <PageHeader
        title="You do not have access to view this page."
        sub={
          viewer
            ? 'This weather station belongs to another organization, or it no longer exists.'
            : 'This weather station is not public, or it no longer exists. If it belongs to your organization, sign in to see it.'
        }
      />
      {viewer ? (
        <Button component={Link} to="/" variant="default">
          Go to Home
        </Button>
      ) : (
        <Button onClick={() => void goToSignInPage()}>Sign in</Button>
      )}
    </>
  )
}

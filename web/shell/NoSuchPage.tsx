import { PageHeader } from '#web/parts/page/PageHeader.tsx'
import { Button } from '@mantine/core'
import { Link } from 'react-router'

export function NoSuchPage() {
  return (
    <>
      <PageHeader title="Page not found" sub="The address may be mistyped, or the page may not exist yet." />
      <Button component={Link} to="/" variant="default">
        Go to Home
      </Button>
    </>
  )
}

import { Button } from '@mantine/core'
import { IconArrowLeft } from '@tabler/icons-react'
import { Link } from 'react-router'

/** A link back to the list. */
export function InstrumentsLink() {
  return (
    <Button
      component={Link}
      to="/Hardware"
      variant="default"
      leftSection={<IconArrowLeft size={16} aria-hidden />}
    >
      On-Site Hardware
    </Button>
  )
}

import type { Support } from '#contract/people/customers'
import { useSupport } from '#web/data/people/customers.ts'
import { Card } from '#web/parts/page/Card.tsx'
import { EmptyState } from '#web/parts/page/EmptyState.tsx'
import { Button } from '@mantine/core'
import { IconBuildingBroadcastTower } from '@tabler/icons-react'

export function NoHardware() {
  const { data: support } = useSupport()
  const address = contactOf(support)
  return (
    <Card>
      <EmptyState
        icon={<IconBuildingBroadcastTower size={32} stroke={1.5} aria-hidden />}
        title="You don't have any hardware added"
        text="Sirens and weather stations of your organization are shown here."
      >
        <Button component="a" href={address} disabled={address === undefined}>
          Contact us
        </Button>
      </EmptyState>
    </Card>
  )
}

/** Contact by email or phone if configured. Otherwise the help center names a contact. */
function contactOf(support: Support | undefined): string | undefined {
  if (!support) return undefined
  if (support.email !== null) return `mailto:${support.email}`
  return support.phone === null ? support.helpUrl : `tel:${support.phone.replace(/[^+\d]/g, '')}`
}

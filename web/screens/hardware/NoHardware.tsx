import { useSupport } from '#web/data/customers.ts'
import { Card } from '#web/parts/Card.tsx'
import { EmptyState } from '#web/parts/EmptyState.tsx'
import { Button } from '@mantine/core'
import { IconBuildingBroadcastTower } from '@tabler/icons-react'

export function NoHardware() {
  const { data: support } = useSupport()
  const address = support?.email
    ? `mailto:${support.email}`
    : support?.phone && `tel:${support.phone.replace(/[^+\d]/g, '')}`
  return (
    <Card>
      <EmptyState
        icon={<IconBuildingBroadcastTower size={32} stroke={1.5} aria-hidden />}
        title="You don't have any hardware added"
        text="Sirens and weather stations of your organization are shown here."
      >
        {address ? (
          <Button component="a" href={address}>
            Contact us
          </Button>
        ) : (
          support && <p>Contact us to register your devices.</p>
        )}
      </EmptyState>
    </Card>
  )
}

import type { Delivery } from '#contract/notifications'
import { StatusPill, type Tone } from '#web/parts/StatusPill.tsx'
import { IconArchive, IconCheck, IconClock, IconClockX, IconX, type Icon } from '@tabler/icons-react'

const shown = {
  waiting: { label: 'Waiting', tone: 'info', icon: IconClock },
  sent: { label: 'Sent', tone: 'quiet', icon: IconCheck },
  kept: { label: 'Kept here', tone: 'quiet', icon: IconArchive },
  expired: { label: 'Expired', tone: 'warn', icon: IconClockX },
  failed: { label: 'Failed', tone: 'bad', icon: IconX },
} as const satisfies Record<Delivery['state'], { label: string; tone: Tone; icon: Icon }>

export function DeliveryState({ state }: { state: Delivery['state'] }) {
  const { label, tone, icon } = shown[state]
  return (
    <StatusPill tone={tone} icon={icon}>
      {label}
    </StatusPill>
  )
}

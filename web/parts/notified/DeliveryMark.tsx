import { StatusPill, type PillTone } from '#web/parts/page/StatusPill.tsx'
import {
  IconAlertTriangle,
  IconArchive,
  IconCheck,
  IconChecks,
  IconClock,
  IconClockX,
  IconPlayerTrackNext,
  IconX,
  type Icon,
} from '@tabler/icons-react'
import type { Channel } from '#domain/notifications/recipient'

export const channelNames: Readonly<Record<Channel, string>> = { email: 'Email', sms: 'SMS', push: 'Push' }

const shown = {
  waiting: { label: 'Waiting', tone: 'info', icon: IconClock },
  delivered: { label: 'Delivered', tone: 'quiet', icon: IconChecks },
  undelivered: { label: 'Not delivered', tone: 'bad', icon: IconAlertTriangle },
  superseded: { label: 'Superseded', tone: 'quiet', icon: IconPlayerTrackNext },
  sent: { label: 'Sent', tone: 'quiet', icon: IconCheck },
  kept: { label: 'Kept here', tone: 'quiet', icon: IconArchive },
  expired: { label: 'Expired', tone: 'warn', icon: IconClockX },
  failed: { label: 'Failed', tone: 'bad', icon: IconX },
} as const satisfies Record<string, { label: string; tone: PillTone; icon: Icon }>

export type DeliveryStateName = keyof typeof shown

/** Shows how far the delivery of a message to one person has progressed. */
export function DeliveryMark({ state }: { state: DeliveryStateName }) {
  const { label, tone, icon } = shown[state]
  return (
    <StatusPill tone={tone} icon={icon}>
      {label}
    </StatusPill>
  )
}

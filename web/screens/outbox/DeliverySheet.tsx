import { linkParts } from './link-parts.ts'
import classes from './Outbox.module.css'
import type { Delivery } from '#contract/messages/outbox'
import { plainReason } from '#web/data/requests/failures.ts'
import { useDelivery } from '#web/data/messages/outbox.ts'
import { useMe } from '#web/data/people/users.ts'
import { channelNames, DeliveryMark } from '#web/parts/notified/DeliveryMark.tsx'

import { ErrorNote } from '#web/parts/page/ErrorNote.tsx'
import { FactList } from '#web/parts/page/Facts.tsx'
import { SideSheet } from '#web/parts/dialogs/SideSheet.tsx'
import { shownInstant } from '#web/parts/time/times.ts'

interface DeliverySheetProps {
  delivery: Delivery
  onClose: () => void
}

export function DeliverySheet({ delivery, onClose }: DeliverySheetProps) {
  const { timeZone } = useMe()
  const full = useDelivery(delivery.id)
  const facts = [
    { label: 'To', value: delivery.recipient },
    { label: 'Channel', value: channelNames[delivery.channel] },
    { label: 'State', value: <DeliveryMark state={delivery.state} /> },
    { label: 'Created', value: shownInstant(delivery.created, timeZone) },
    { label: 'Settled', value: delivery.settled === null ? '--' : shownInstant(delivery.settled, timeZone) },
    { label: 'Attempts', value: delivery.attempts },
    ...(delivery.lastError === null
      ? []
      : [{ label: delivery.state === 'kept' ? 'Why' : 'Last error', value: delivery.lastError }]),
  ]
  return (
    <SideSheet title={delivery.subject} opened onClose={onClose}>
      <FactList facts={facts} />
      {full.isError && (
        <ErrorNote
          title="The message could not be loaded"
          text={plainReason(full.error)}
          onRetry={() => void full.refetch()}
        />
      )}
      {full.isPending && <div className={classes.waiting} aria-busy="true" />}
      {full.data && <MessageText text={full.data.text} />}
    </SideSheet>
  )
}

function MessageText({ text }: { text: string }) {
  return (
    <p className={classes.text}>
      {linkParts(text).map((part, index) =>
        part.href === undefined ? (
          part.text
        ) : (
          <a key={index} href={part.href} target="_blank" rel="noopener noreferrer">
            {part.text}
          </a>
        ),
      )}
    </p>
  )
}

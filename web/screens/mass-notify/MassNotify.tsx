import { Compose } from './Compose.tsx'
import { ConfirmMany } from './ConfirmMany.tsx'
import { draftAgain } from './draft.ts'
import { MassMessageHistory } from './History.tsx'
import classes from './MassNotify.module.css'
import { recipientChoices } from './recipient-choices.ts'
import { Sending } from './Sending.tsx'
import { useMassMessage } from './use-mass-message.ts'
import type { MassMessage } from '#contract/messages/mass-notify'
import { useGroups } from '#web/data/people/groups.ts'
import { usePeople } from '#web/data/people/people.ts'
import { Card } from '#web/parts/page/Card.tsx'
import { PageHeader } from '#web/parts/page/PageHeader.tsx'
import { useLeaving } from '#web/parts/leaving/use-leaving.tsx'
import { useToast } from '#web/parts/toasts/use-toast.ts'
import { useMemo, useRef } from 'react'

export function MassNotify() {
  const groups = useGroups()
  const people = usePeople()
  const toast = useToast()
  const messageField = useRef<HTMLTextAreaElement>(null)
  const mass = useMassMessage()
  const leaving = useLeaving(mass.isBegun)
  const choices = useMemo(
    () => groups.data && people.data && recipientChoices(groups.data, people.data),
    [groups.data, people.data],
  )

  function writeAgain(sent: MassMessage) {
    const known = new Set(choices?.flatMap(({ items }) => items.map(({ value }) => value)))
    const { draft, gone } = draftAgain(sent, known)
    mass.change(draft)
    messageField.current?.focus()
    if (gone > 0) {
      toast({
        variant: 'warning',
        header: 'Some recipients no longer exist',
        text: `${gone} of ${sent.recipients.length} were left out.`,
      })
    }
  }

  return (
    <>
      <PageHeader title="Notify Users" sub="A one-way message by text and email" />
      <div className={classes.page}>
        <div className={classes.column}>
          {mass.sentId !== undefined && <Sending key={mass.sentId} id={mass.sentId} />}
          <Card title="New message">
            <Compose
              mass={mass}
              choices={choices}
              failure={groups.error ?? people.error}
              messageField={messageField}
            />
          </Card>
        </div>
        <MassMessageHistory onWriteAgain={choices && writeAgain} />
      </div>
      {leaving.question}
      <ConfirmMany
        people={mass.preview.data?.recipients ?? 0}
        opened={mass.isConfirming}
        isSending={mass.isSending}
        onCancel={mass.cancel}
        onSend={() => void mass.send()}
      />
    </>
  )
}

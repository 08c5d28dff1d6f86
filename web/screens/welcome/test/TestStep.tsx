import { keptWords } from './kept-text.ts'
import type { NotifiedOrNot } from '#contract/messages/outbox'
import { effectiveRole } from '#domain/access/roles'
import { fieldErrors, plainReason } from '#web/data/requests/failures.ts'
import { useSendTest } from '#web/data/messages/notification-settings.ts'
import { useMe } from '#web/data/people/users.ts'
import { Deliveries } from '#web/parts/notified/Deliveries.tsx'
import { ErrorNote } from '#web/parts/page/ErrorNote.tsx'
import { errorsBeside } from '#web/parts/fields/field-errors.ts'
import { WarningNote } from '#web/parts/page/WarningNote.tsx'
import { Button } from '@mantine/core'
import { IconSend } from '@tabler/icons-react'

interface TestStepProps {
  isNext: boolean
  last: NotifiedOrNot | null
  /** Why the outcome is unknown. */
  error: Error | null
}

/** Sends a test message to the viewer, and shows how far it got. */
export function TestStep({ isNext, last, error }: TestStepProps) {
  const { timeZone, roleName } = useMe()
  const send = useSendTest()
  const kept = last && keptWords(last.deliveries, effectiveRole(roleName))
  return (
    <>
      {last && (
        <div role="status">
          <Deliveries deliveries={last.deliveries} timeZone={timeZone} />
        </div>
      )}
      {kept && <WarningNote {...kept} />}
      {error && (
        <ErrorNote
          title="The result of the last test message could not be loaded"
          text={plainReason(error)}
        />
      )}
      {send.isError && (
        <ErrorNote
          title="The test message was not sent"
          text={errorsBeside(fieldErrors(send.error), [])[0] ?? plainReason(send.error)}
        />
      )}
      <div>
        <Button
          variant={isNext ? 'filled' : 'default'}
          leftSection={<IconSend size={16} aria-hidden />}
          loading={send.isPending}
          onClick={() => send.mutate()}
        >
          {last ? 'Send another test message' : 'Send a test message'}
        </Button>
      </div>
    </>
  )
}

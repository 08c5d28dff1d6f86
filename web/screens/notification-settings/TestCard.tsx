import classes from './NotificationSettings.module.css'
import { fieldErrors, plainReason } from '#web/data/requests/failures.ts'
import { useLastTest, useSendTest } from '#web/data/messages/notification-settings.ts'
import { useMe } from '#web/data/people/users.ts'
import { Card } from '#web/parts/page/Card.tsx'
import { Deliveries } from '#web/parts/notified/Deliveries.tsx'
import { ErrorNote } from '#web/parts/page/ErrorNote.tsx'
import { errorsBeside } from '#web/parts/fields/field-errors.ts'
import { Button } from '@mantine/core'
import { IconSend } from '@tabler/icons-react'

interface TestCardProps {
  /** A test uses the stored settings, not unsaved ones. */
  isUnsaved: boolean
  isRefused: boolean
}

/** Lets a person check that messages arrive, and see what happened if they do not. */
export function TestCard({ isUnsaved, isRefused }: TestCardProps) {
  const { id, timeZone } = useMe()
  const test = useSendTest()
  const last = useLastTest(id, test.isSuccess)
  return (
    <Card title="Test">
      <div className={classes.stack}>
        <p className={classes.dim}>
          A test message goes out on every channel that is on. It does not depend on your alert times.
          {isUnsaved && ' Save your changes first: it uses the saved settings.'}
        </p>
        <div>
          <Button
            variant="default"
            leftSection={<IconSend size={16} aria-hidden />}
            loading={test.isPending}
            disabled={isRefused}
            onClick={() => test.mutate()}
          >
            Send a test message
          </Button>
        </div>
        {test.isError && (
          <ErrorNote
            title="The test message was not sent"
            text={errorsBeside(fieldErrors(test.error), [])[0] ?? plainReason(test.error)}
          />
        )}
        {test.data && (
          <div role="status" className={classes.stack}>
            <p>On its way by {waysInWords(test.data.channels)}.</p>
            {last.isError && <p className={classes.dim}>{plainReason(last.error)}</p>}
            {last.data && <Deliveries deliveries={last.data.deliveries} timeZone={timeZone} />}
          </div>
        )}
      </div>
    </Card>
  )
}

const ways = { push: 'push message', sms: 'text message', email: 'email' } as const

function waysInWords(channels: readonly (keyof typeof ways)[]): string {
  return new Intl.ListFormat('en-US').format(channels.map(channel => ways[channel]))
}

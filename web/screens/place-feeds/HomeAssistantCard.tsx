import classes from './PlaceFeeds.module.css'
import { plainReason } from '#web/data/requests/failures.ts'
import {
  useDeleteHomeAssistantKey,
  useHomeAssistant,
  useMakeHomeAssistantKey,
} from '#web/data/places/place-feeds.ts'
import { useMe } from '#web/data/people/users.ts'
import { Card } from '#web/parts/page/Card.tsx'
import { CopyText } from '#web/parts/fields/CopyText.tsx'
import { Dialog } from '#web/parts/dialogs/Dialog.tsx'
import { ErrorNote } from '#web/parts/page/ErrorNote.tsx'
import { shownInstant } from '#web/parts/time/times.ts'
import { useToast } from '#web/parts/toasts/use-toast.ts'
import { WarningNote } from '#web/parts/page/WarningNote.tsx'
import { Button } from '@mantine/core'

/** The broker is available under this page's host name as well as on its own ports. */
const brokers = (addresses: readonly string[]) =>
  [
    ...addresses.map(address => address.replace('{host}', location.hostname)),
    `${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}/mqtt`,
  ].join('\n')

/** Explains how Home Assistant subscribes to every location's state, with a key that grants nothing else. */
export function HomeAssistantCard({ mayChange }: { mayChange: boolean }) {
  const { timeZone } = useMe()
  const home = useHomeAssistant()
  const make = useMakeHomeAssistantKey()
  const revoke = useDeleteHomeAssistantKey()
  const toast = useToast()

  async function send(act: () => Promise<unknown>, failed: string) {
    try {
      await act()
    } catch (error) {
      toast({ variant: 'error', header: failed, text: plainReason(error) })
    }
  }

  if (home.isError)
    return (
      <ErrorNote
        title="Home Assistant could not be loaded"
        text={plainReason(home.error)}
        onRetry={() => void home.refetch()}
      />
    )
  return (
    <Card title="Home Assistant">
      <div className={classes.home}>
        <p>
          Every location becomes a device with its lightning state, the end of a delay and the nearest strike.
          Home Assistant can read the state but cannot change anything.
        </p>
        {home.data && (
          <p>
            A key was created on {shownInstant(home.data.created, timeZone)}. Last connected:{' '}
            {home.data.lastUsed === null ? 'never' : shownInstant(home.data.lastUsed, timeZone)}.
          </p>
        )}
        {mayChange && (
          <div className={classes.actions}>
            <Button
              variant="default"
              loading={make.isPending}
              disabled={!home.isSuccess}
              onClick={() => void send(() => make.mutateAsync(undefined), 'Error creating key')}
            >
              {home.data ? 'Replace the key' : 'Make a key'}
            </Button>
            {home.data && (
              <Button
                variant="subtle"
                loading={revoke.isPending}
                onClick={() => void send(() => revoke.mutateAsync(undefined), 'Error revoking the key')}
              >
                Revoke the key
              </Button>
            )}
          </div>
        )}
      </div>
      {make.data && (
        <Dialog
          title="Key for Home Assistant"
          staysOnClickBeside
          onClose={() => make.reset()}
          actions={<Button onClick={() => make.reset()}>I’ve saved the key</Button>}
        >
          <WarningNote title="Copy the key now" text="It is shown only once. If you lose it, make another." />
          <CopyText label="User name" text={make.data.userName} />
          <CopyText label="Password" text={make.data.key} takesFocus />
          <CopyText
            label="Discovery prefix"
            about="In Home Assistant: Settings, Devices & services, MQTT, Configure."
            text={make.data.discoveryPrefix}
          />
          <CopyText label="Broker" text={brokers(make.data.addresses)} />
        </Dialog>
      )}
    </Card>
  )
}

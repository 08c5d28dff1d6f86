import { NewSecret } from './NewSecret.tsx'
import { WebhookDialog } from './WebhookDialog.tsx'
import classes from './Webhooks.module.css'
import type { Webhook } from '#contract/messages/webhooks'
import { plainReason } from '#web/data/requests/failures.ts'
import {
  useDeleteWebhook,
  useRotateWebhookSecret,
  useTestWebhook,
  useUpdateWebhook,
} from '#web/data/messages/webhooks.ts'
import { Dialog } from '#web/parts/dialogs/Dialog.tsx'
import { RemoveDialog } from '#web/parts/dialogs/RemoveDialog.tsx'
import { useToast } from '#web/parts/toasts/use-toast.ts'
import { Button } from '@mantine/core'
import { useState } from 'react'

/** Buttons for the actions on a webhook. */
export function WebhookActions({ webhook }: { webhook: Webhook }) {
  const [dialog, setDialog] = useState<'edit' | 'rotate' | 'remove'>()
  const test = useTestWebhook()
  const update = useUpdateWebhook()
  const remove = useDeleteWebhook()
  const toast = useToast()
  const close = () => setDialog(undefined)
  const isOn = webhook.state === 'on'

  async function send(act: () => Promise<unknown>, done: string, failed: string) {
    try {
      await act()
      toast({ variant: 'success', header: done })
    } catch (error) {
      toast({ variant: 'error', header: failed, text: plainReason(error) })
    }
  }

  const { id, name, url, events, organizationLocationIds, version } = webhook
  const turn = () => {
    const change = { id, name, url, events, organizationLocationIds, version, enabled: !isOn }
    return send(
      () => update.mutateAsync(change),
      isOn ? 'Webhook turned off' : 'Webhook turned on',
      'Error changing webhook',
    )
  }
  const end = async () => {
    await send(() => remove.mutateAsync(id), 'Webhook removed', 'Error removing webhook')
    close()
  }

  return (
    <>
      <div className={classes.actions}>
        <Button
          size="compact-sm"
          disabled={!isOn}
          loading={test.isPending}
          onClick={() => void send(() => test.mutateAsync(id), 'Test sent', 'Error sending test')}
        >
          Send a test
        </Button>
        <Button size="compact-sm" variant="default" onClick={() => setDialog('edit')}>
          Edit
        </Button>
        <Button size="compact-sm" variant="default" loading={update.isPending} onClick={() => void turn()}>
          {isOn ? 'Turn off' : 'Turn on'}
        </Button>
        <Button size="compact-sm" variant="default" onClick={() => setDialog('rotate')}>
          New secret
        </Button>
        <Button size="compact-sm" variant="subtle" onClick={() => setDialog('remove')}>
          Remove
        </Button>
      </div>
      {dialog === 'edit' && <WebhookDialog webhook={webhook} onClose={close} />}
      {dialog === 'rotate' && <Rotate webhook={webhook} onClose={close} />}
      {dialog === 'remove' && (
        <RemoveDialog name={name} busy={remove.isPending} onCancel={close} onRemove={() => void end()} />
      )}
    </>
  )
}

function Rotate({ webhook, onClose }: { webhook: Webhook; onClose: () => void }) {
  const rotate = useRotateWebhookSecret()
  const toast = useToast()

  async function make() {
    try {
      await rotate.mutateAsync(webhook.id)
    } catch (error) {
      toast({ variant: 'error', header: 'Error creating a new secret', text: plainReason(error) })
    }
  }

  if (rotate.data) {
    return (
      <Dialog
        title={`New secret for ${webhook.name}`}
        staysOnClickBeside
        onClose={onClose}
        actions={<Button onClick={onClose}>I’ve saved the secret</Button>}
      >
        <NewSecret secret={rotate.data.secret} />
        <p>
          For the next 24 hours every message carries two signatures: one with the new secret, one with the
          old.
        </p>
      </Dialog>
    )
  }
  return (
    <Dialog
      title={`New secret for ${webhook.name}`}
      onClose={onClose}
      actions={
        <>
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button loading={rotate.isPending} onClick={() => void make()}>
            Create a new secret
          </Button>
        </>
      }
    >
      <p>The current secret keeps working for 24 hours, which gives you time to update your receiver.</p>
    </Dialog>
  )
}

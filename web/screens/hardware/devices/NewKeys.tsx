import type { Reply } from '#contract/call'
import type { registerDevice } from '#contract/device-register'
import { CopyText } from '#web/parts/CopyText.tsx'
import { Dialog } from '#web/parts/Dialog.tsx'
import { WarningNote } from '#web/parts/WarningNote.tsx'
import { Button } from '@mantine/core'

export type DeviceKeys = Reply<typeof registerDevice>

/** What has to be put into a device: here and never again. */
export function NewKeys({ keys, onClose }: { keys: DeviceKeys; onClose: () => void }) {
  return (
    <Dialog
      title={`Keys for ${keys.name}`}
      opened
      staysOnClickBeside
      onClose={onClose}
      actions={<Button onClick={onClose}>I’ve saved the keys</Button>}
    >
      <WarningNote
        title="Copy these now"
        text="They are shown only once. If you lose them, change the key of the device."
      />
      <CopyText label="Key" about="Signs commands and answers." text={keys.key} takesFocus />
      <CopyText label="MQTT user name" text={keys.device} />
      <CopyText label="MQTT password" text={keys.password} />
    </Dialog>
  )
}

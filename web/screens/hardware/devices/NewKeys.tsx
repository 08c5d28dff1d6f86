import { brokerAddresses, hexOf } from './key-text.ts'
import type { Reply } from '#contract/call'
import type { registerDevice } from '#contract/devices/device-register'
import { CopyText } from '#web/parts/fields/CopyText.tsx'
import { Dialog } from '#web/parts/dialogs/Dialog.tsx'
import { WarningNote } from '#web/parts/page/WarningNote.tsx'
import { Button } from '@mantine/core'

export type DeviceKeys = Reply<typeof registerDevice>

/** Shows the values to configure in a device, once only. */
export function NewKeys({ keys, onClose }: { keys: DeviceKeys; onClose: () => void }) {
  return (
    <Dialog
      title={`Keys for ${keys.name}`}
      staysOnClickBeside
      onClose={onClose}
      actions={<Button onClick={onClose}>I’ve saved the keys</Button>}
    >
      <WarningNote
        title="Copy these now"
        text="They are shown only once. If you lose them, change the device’s key."
      />
      <CopyText
        label="Key"
        about="Signs commands and answers: 32 bytes, written as base64url."
        text={keys.key}
        takesFocus
      />
      <CopyText label="The same key in hexadecimal digits" text={hexOf(keys.key)} />
      <CopyText
        label="MQTT user name"
        about="Also its client ID and part of its topics."
        text={keys.device}
      />
      <CopyText label="MQTT password" text={keys.password} />
      <CopyText
        label="Customer number"
        about={`Part of its topics: skywarden/${keys.customerId}/${keys.device}/...`}
        text={String(keys.customerId)}
      />
      {brokerAddresses(keys.addresses, window.location).map((address, index) => (
        <CopyText key={address} label={index === 0 ? 'Address' : 'Another address'} text={address} />
      ))}
    </Dialog>
  )
}

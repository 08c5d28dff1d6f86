import { plainReason } from '#web/data/requests/failures.ts'
import { useOrganizationLocations } from '#web/data/places/locations.ts'
import { useCreateCapFeed } from '#web/data/places/place-feeds.ts'
import { CopyText } from '#web/parts/fields/CopyText.tsx'
import { Dialog } from '#web/parts/dialogs/Dialog.tsx'
import { Select } from '#web/parts/look/inputs.ts'
import { SaveNote } from '#web/parts/fields/SaveNote.tsx'
import { useAttempts } from '#web/parts/fields/use-attempts.ts'
import { WarningNote } from '#web/parts/page/WarningNote.tsx'
import { Button } from '@mantine/core'
import { useState } from 'react'

export function AddFeed({ onClose }: { onClose: () => void }) {
  const [place, setPlace] = useState<string | null>(null)
  const locations = useOrganizationLocations()
  const create = useCreateCapFeed()
  const attempts = useAttempts(error => ({ header: 'Error adding feed', text: plainReason(error) }))

  if (create.data) {
    return (
      <Dialog
        title={`CAP feed for ${create.data.locationName}`}
        staysOnClickBeside
        onClose={onClose}
        actions={<Button onClick={onClose}>I’ve saved the address</Button>}
      >
        <WarningNote
          title="Copy the address now"
          text="It is shown only once. If you lose it, revoke it and add another."
        />
        <CopyText label="Address" text={create.data.address} takesFocus />
      </Dialog>
    )
  }
  const add = () => attempts.attempt(async () => void (await create.mutateAsync(Number(place))))
  return (
    <Dialog
      title="Add a CAP feed"
      onClose={onClose}
      note={<SaveNote failure={attempts.failure} />}
      actions={
        <>
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button disabled={place === null} loading={attempts.isRunning} onClick={() => void add()}>
            Add feed
          </Button>
        </>
      }
    >
      <Select
        label="Location"
        searchable
        data-autofocus
        placeholder="Choose"
        data={locations.data?.map(({ id, name }) => ({ value: String(id), label: name })) ?? []}
        value={place}
        onChange={setPlace}
      />
    </Dialog>
  )
}

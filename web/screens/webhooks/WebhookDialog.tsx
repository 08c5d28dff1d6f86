import { NewSecret } from './NewSecret.tsx'
import { updateWebhook, type Webhook } from '#contract/messages/webhooks'
import { placeEventTypes, type EventType } from '#domain/integrations/place-event'
import { currentIn, fieldErrors, plainReason } from '#web/data/requests/failures.ts'
import { useOrganizationLocations } from '#web/data/places/locations.ts'
import { saveOver } from '#web/data/requests/save-over.ts'
import { useCreateWebhook, useUpdateWebhook } from '#web/data/messages/webhooks.ts'
import { EntryDialog } from '#web/parts/dialogs/EntryDialog.tsx'
import { errorOf } from '#web/parts/fields/field-errors.ts'
import { MultiSelect, TextInput } from '#web/parts/look/inputs.ts'
import { SaveNote } from '#web/parts/fields/SaveNote.tsx'
import { useAttempts } from '#web/parts/fields/use-attempts.ts'
import { useToast } from '#web/parts/toasts/use-toast.ts'
import { useState } from 'react'

const eventLabels: Readonly<Record<EventType, string>> = {
  DELAY: 'DELAY: lightning is near',
  ALL_CLEAR: 'ALL_CLEAR: every ring is clear again',
  WARNING: 'WARNING: a policy is breached',
  CLEAR: 'CLEAR: a warning or an alert is over',
  ADVISORY: 'ADVISORY: a weather service alert',
  UNKNOWN: 'UNKNOWN: the status is not known',
}

const draftOf = ({ name, url, events, organizationLocationIds }: Webhook) => ({
  name,
  url,
  events,
  organizationLocationIds,
})

/** Adds or edits a webhook. */
export function WebhookDialog({ webhook: given, onClose }: { webhook?: Webhook; onClose: () => void }) {
  // The webhook as it was when the dialog opened, because the list behind it keeps being refetched.
  const [webhook] = useState(given)
  const [name, setName] = useState(webhook?.name ?? '')
  const [url, setUrl] = useState(webhook?.url ?? '')
  const [events, setEvents] = useState<EventType[]>(webhook?.events ?? [...placeEventTypes])
  const [places, setPlaces] = useState(webhook?.organizationLocationIds?.map(String) ?? [])
  const locations = useOrganizationLocations()
  const create = useCreateWebhook()
  const update = useUpdateWebhook()
  const toast = useToast()
  const attempts = useAttempts(error => ({
    header: webhook ? 'Error changing webhook' : 'Error adding webhook',
    text: currentIn(updateWebhook, error)
      ? 'Someone else has changed this webhook. Close this dialog and open it again.'
      : plainReason(error),
  }))
  const errors = fieldErrors(create.error ?? update.error)
  const isWhole = name.trim() !== '' && url.trim() !== '' && events.length > 0

  function save() {
    const fields = {
      name,
      url,
      events,
      organizationLocationIds: places.length === 0 ? null : places.map(Number),
    }
    return attempts.attempt(async () => {
      if (!webhook) return void (await create.mutateAsync(fields))
      await saveOver({
        base: webhook,
        draft: fields,
        draftOf,
        send: (draft, { id, state, version }) =>
          update.mutateAsync({ id, ...draft, enabled: state === 'on', version }),
        currentIn: error => currentIn(updateWebhook, error),
      })
      toast({ variant: 'success', header: 'Webhook changed' })
      onClose()
    })
  }

  const shownOnce = create.data && {
    title: `Secret for ${create.data.name}`,
    done: 'I’ve saved the secret',
    content: <NewSecret secret={create.data.secret} />,
  }
  return (
    <EntryDialog
      title={webhook ? `Edit ${webhook.name}` : 'Add a webhook'}
      onClose={onClose}
      note={<SaveNote failure={attempts.failure} />}
      submit={webhook ? 'Save' : 'Add webhook'}
      isBusy={attempts.isRunning}
      isBlocked={!isWhole}
      onSubmit={() => void save()}
      shownOnce={shownOnce}
    >
      <TextInput
        label="Name"
        withAsterisk
        data-autofocus
        maxLength={80}
        placeholder="For example, Scoreboard"
        value={name}
        onChange={event => setName(event.currentTarget.value)}
        error={errorOf(errors, 'Name', 'Name')}
      />
      <TextInput
        label="Address"
        withAsterisk
        type="url"
        maxLength={500}
        placeholder="https://"
        value={url}
        onChange={event => setUrl(event.currentTarget.value)}
        error={errorOf(errors, 'Url', 'Address')}
      />
      <MultiSelect
        label="Events"
        withAsterisk
        data={placeEventTypes.map(type => ({ value: type, label: eventLabels[type] }))}
        value={events}
        onChange={chosen => setEvents(placeEventTypes.filter(type => chosen.includes(type)))}
        error={errorOf(errors, 'Events', 'Events')}
      />
      <MultiSelect
        label="Locations"
        description="If none are chosen, all are included"
        searchable
        data={locations.data?.map(place => ({ value: String(place.id), label: place.name })) ?? []}
        value={places}
        onChange={setPlaces}
        error={errorOf(errors, 'OrganizationLocationIds', 'Locations')}
      />
    </EntryDialog>
  )
}

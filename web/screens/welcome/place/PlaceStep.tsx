import classes from './Place.module.css'
import { usePlaceForm } from './use-place-form.ts'
import type { OrganizationLocation } from '#contract/places/locations'
import { plainReason } from '#web/data/requests/failures.ts'
import type { PlaceStanding } from '#web/data/people/getting-started-steps.ts'
import { useGivePlace } from '#web/data/people/give-place.ts'
import { useMe } from '#web/data/people/users.ts'
import { AddressField } from '#web/forms/place/AddressField.tsx'
import grid from '#web/forms/place/BesideMap.module.css'
import { PickMap } from '#web/forms/place/PickMap.tsx'
import { pointAt, pointOf, typeCoordinate } from '#web/forms/place/place-draft.ts'
import { RestrictionDialog } from '#web/forms/place/RestrictionDialog.tsx'
import { TextInput } from '#web/parts/look/inputs.ts'
import { SaveNote } from '#web/parts/fields/SaveNote.tsx'
import { useLeaving } from '#web/parts/leaving/use-leaving.tsx'
import { useToast } from '#web/parts/toasts/use-toast.ts'
import { WarningNote } from '#web/parts/page/WarningNote.tsx'
import { Button } from '@mantine/core'

const longestName = 80

interface PlaceStepProps {
  place: PlaceStanding
  onDone: () => void
}

/** Adds an organization place by its address, its coordinates or a click on the map. */
export function PlaceStep({ place, onDone }: PlaceStepProps) {
  const form = usePlaceForm(onDone)
  const { draft, errors, restriction, isBusy, change, setName, submit, understand, reconsider } = form
  const leaving = useLeaving(form.isChanged)
  const coordinate = (field: 'latitude' | 'longitude') => ({
    autoComplete: 'off',
    value: draft[field],
    onChange: (event: { currentTarget: { value: string } }) => {
      const { value } = event.currentTarget
      change(before => typeCoordinate(before, field, value))
    },
  })
  return (
    <>
      {place.kind === 'elsewhere' && <NotOnDashboard place={place.place} />}
      <form
        noValidate
        className={grid.beside}
        onSubmit={event => {
          event.preventDefault()
          void submit()
        }}
      >
        <div className={grid.fields}>
          <TextInput
            className={grid.wide ?? ''}
            label="Name*"
            placeholder="Stadium, north yard, pool"
            aria-required
            autoComplete="off"
            maxLength={longestName}
            value={draft.name}
            onChange={event => setName(event.currentTarget.value)}
            error={errors.name}
          />
          <AddressField className={grid.wide} draft={draft} error={errors.address} onChange={change} />
          <TextInput label="Latitude" error={errors.latitude} {...coordinate('latitude')} />
          <TextInput label="Longitude" error={errors.longitude} {...coordinate('longitude')} />
          <div className={`${grid.wide} ${classes.acts}`}>
            <SaveNote failure={form.failure} />
            <Button type="submit" loading={isBusy}>
              Save place
            </Button>
          </div>
        </div>
        <PickMap
          point={draft.placeIsChosen ? pointOf(draft) : null}
          label={draft.name.trim()}
          onPick={point => change(before => pointAt(before, point))}
        />
      </form>
      {leaving.question}
      {restriction && (
        <RestrictionDialog
          restriction={restriction}
          isBusy={isBusy}
          onUnderstood={() => void understand()}
          onClose={reconsider}
        />
      )}
    </>
  )
}

/** Only places that are on a dashboard are watched. */
function NotOnDashboard({ place }: { place: OrganizationLocation }) {
  const { id } = useMe()
  const give = useGivePlace()
  const toast = useToast()
  async function putThere() {
    try {
      await give.mutateAsync({ place, userIds: [id] })
    } catch (error) {
      toast({ variant: 'error', header: 'The location could not be added', text: plainReason(error) })
    }
  }
  return (
    <WarningNote
      title={`${place.name} is not on your dashboard`}
      text="Add it to see its lightning status, or add another place below."
      action={
        <Button variant="default" loading={give.isPending} onClick={() => void putThere()}>
          Add it to my dashboard
        </Button>
      }
    />
  )
}

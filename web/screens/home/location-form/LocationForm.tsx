import { Banner } from './Banner.tsx'
import { DeleteLocation } from './DeleteLocation.tsx'
import { locationDraftInWords, locationDraftOf, locationMergeRule, type LocationDraft } from './draft.ts'
import { FormWaiting } from './FormWaiting.tsx'
import classes from './LocationForm.module.css'
import { NotifyFields } from './NotifyFields.tsx'
import { OrganizationChooser } from './OrganizationChooser.tsx'
import { PlaceFields } from './PlaceFields.tsx'
import { RingFields } from './RingFields.tsx'
import {
  customLocation,
  isLocking,
  isOverwritten,
  formLocks,
  showsFourthZone,
  standsForOrganization,
  subjectOf,
  titleOf,
  type FormSubject,
} from './subject.ts'
import { useSave } from './use-save.ts'
import { mergeEdits, sameValue } from '#domain/edits/merge'
import type { Location } from '#contract/places/locations'
import { withLocks } from '#domain/lightning/ring-rules'
import { useLocations, useOrganizationLocations } from '#web/data/places/locations.ts'
import { useOwnPolicies } from '#web/data/policies/own-policies.ts'
import { useMe } from '#web/data/people/users.ts'
import { RestrictionDialog } from '#web/forms/place/RestrictionDialog.tsx'
import { contested } from '#web/parts/leaving/differences.ts'
import { FormButtons } from '#web/parts/dialogs/FormButtons.tsx'
import { FormDialog } from '#web/parts/dialogs/FormDialog.tsx'
import { useLeaving } from '#web/parts/leaving/use-leaving.tsx'
import { OvertakenNote } from '#web/parts/leaving/OvertakenNote.tsx'
import { SaveNote } from '#web/parts/fields/SaveNote.tsx'
import { usePainted } from '#web/parts/browser/use-painted.ts'
import { IconAlertTriangle, IconLock } from '@tabler/icons-react'
import { useMemo, useState } from 'react'

interface LocationFormProps {
  /** The location to edit; null for a new one. */
  location: Location | null
  onClose: (outcome: 'closed' | 'deleted' | { readonly added: Location }) => void
}

/** Adds or edits a location. Its fields appear once the organization's definitions and locks are known. */
export function LocationForm({ location, onClose }: LocationFormProps) {
  const me = useMe()
  const own = useLocations().data ?? []
  const organization = useOrganizationLocations()
  const policies = useOwnPolicies()
  const locks = useMemo(() => formLocks(policies.data ?? []), [policies.data])
  const [subject, setSubject] = useState<FormSubject>(location ? { kind: 'edit', location } : customLocation)
  const [draft, setDraft] = useState<LocationDraft>(() => locationDraftOf(subject))
  const [isDeleting, setDeleting] = useState(false)
  const isPainted = usePainted()
  const rings = withLocks(draft.rings, locks)
  const save = useSave({
    subject,
    draft,
    ringsOf: one => withLocks(one.rings, locks),
    onSaved: added => onClose(added ? { added } : 'closed'),
  })
  const close = () => onClose('closed')
  const leaving = useLeaving(!sameValue(draft, locationDraftOf(subject)), close)
  const cancel = () => leaving.leave(close)

  /** Switching to another location resets the form, because input for one must never end up in the other. */
  function begin(next: FormSubject) {
    setSubject(next)
    setDraft(locationDraftOf(next))
    save.startOver()
  }

  function contestedWith(theirs: Location) {
    const [before, newer] = [locationDraftOf(subject), locationDraftOf({ kind: 'edit', location: theirs })]
    return contested(
      locationDraftInWords(before, before.rings),
      locationDraftInWords(draft, rings),
      locationDraftInWords(newer, newer.rings),
    )
  }

  /**
   * Fields that both people changed take the chosen version. Every other field takes the value of the person who
   * changed it.
   */
  function settle(theirs: Location, whose: 'mine' | 'theirs'): LocationDraft {
    const next: FormSubject = { kind: 'edit', location: theirs }
    const merged = mergeEdits(locationDraftOf(subject), draft, locationDraftOf(next), locationMergeRule)[
      whose
    ]
    begin(next)
    setDraft(merged)
    return merged
  }

  const { newer } = save
  const places = organization.data ?? []
  const isWaiting = !isPainted || policies.isPending || (location === null && organization.isPending)
  return (
    <FormDialog
      title={titleOf(subject)}
      size={860}
      caption={standsForOrganization(subject) ? 'Organization Location' : undefined}
      isCovered={isDeleting || leaving.isAsking || save.restriction !== null}
      isWaiting={isWaiting}
      failures={save.failures}
      onClose={cancel}
      onSubmit={() => void save.submit()}
      note={
        newer ? (
          <OvertakenNote
            rows={contestedWith(newer)}
            isBusy={save.isBusy}
            onKeepMine={() => void save.keepMine(newer, settle(newer, 'mine'))}
            onUseTheirs={() => void settle(newer, 'theirs')}
          />
        ) : (
          <SaveNote failure={save.failure} />
        )
      }
      footer={
        <>
          {subject.kind === 'edit' && (
            <DeleteLocation
              location={subject.location}
              isAsked={isDeleting}
              onAsk={setDeleting}
              onDeleted={() => onClose('deleted')}
            />
          )}
          <FormButtons
            submit="Save"
            isBusy={save.isBusy}
            isBlocked={isWaiting || newer !== null}
            onCancel={cancel}
          />
        </>
      }
    >
      {isWaiting ? (
        <FormWaiting />
      ) : (
        <div className={classes.fields}>
          {isOverwritten(subject, locks) && (
            <Banner tone="warning" icon={IconAlertTriangle}>
              Your settings have been overwritten by your organization's policy. Please save to apply these
              changes.
            </Banner>
          )}
          {isLocking(locks) && (
            <Banner tone="info" icon={IconLock}>
              Some settings are locked by your organization's policies
            </Banner>
          )}
          <div className={classes.place}>
            {location === null && places.length > 0 && (
              <OrganizationChooser
                places={places}
                subject={subject}
                errors={save.errors}
                onChoose={place => begin(place ? subjectOf(place, own) : customLocation)}
              />
            )}
            <PlaceFields
              subject={subject}
              draft={draft}
              radii={rings.radii}
              errors={save.errors}
              onChange={setDraft}
            />
          </div>
          <RingFields
            rings={rings}
            locks={locks}
            withFourth={showsFourthZone(
              subject,
              me.permissions.includes('fourth_lightning_zone.support'),
              locks,
            )}
            errors={save.errors}
            onChange={changed => setDraft(before => ({ ...before, rings: changed }))}
          />
          <NotifyFields draft={draft} onChange={setDraft} />
        </div>
      )}
      {save.restriction && (
        <RestrictionDialog
          restriction={save.restriction}
          isBusy={save.isBusy}
          onUnderstood={() => void save.understand()}
          onClose={save.reconsider}
        />
      )}
      {leaving.question}
    </FormDialog>
  )
}

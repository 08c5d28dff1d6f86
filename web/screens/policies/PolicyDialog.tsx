import { GroupChooser } from './GroupChooser.tsx'
import { NoticeFields } from './NoticeFields.tsx'
import { NumberFields } from './NumberFields.tsx'
import classes from './Policies.module.css'
import { changedSirenMiles, policyDraftInWords, withType, type PolicyDraft } from './policy-draft.ts'
import { groupWords, isAirQuality, isInactive, typesByCategory } from './policy-text.ts'
import { SirenWarning } from './SirenWarning.tsx'
import { usePolicyForm } from './use-policy-form.ts'
import type { WirePolicy } from '#contract/places/policies'
import { useGroups } from '#web/data/people/groups.ts'
import { useSirens } from '#web/data/devices/hardware.ts'
import { EditNote } from '#web/forms/edit/EditNote.tsx'
import { EntryDialog } from '#web/parts/dialogs/EntryDialog.tsx'
import { errorOf } from '#web/parts/fields/field-errors.ts'
import { Select } from '#web/parts/look/inputs.ts'
import { useLeaving } from '#web/parts/leaving/use-leaving.tsx'
import { IconInfoCircle } from '@tabler/icons-react'
import { useState } from 'react'

const typeChoices = typesByCategory.map(({ category, types }) => ({
  group: category,
  items: types.map(({ shortName, displayName }) => ({ value: shortName, label: displayName })),
}))

interface PolicyDialogProps {
  /** The policy to edit; null for a new one. */
  policy: WirePolicy | null
  onClose: () => void
}

export function PolicyDialog({ policy, onClose }: PolicyDialogProps) {
  const form = usePolicyForm(policy, onClose)
  const { draft, errors, change, failures, newer } = form
  const groups = useGroups().data
  const leaving = useLeaving(form.isChanged, onClose)
  const cancel = () => leaving.leave(onClose)
  const sirens = useSirens()
  /** The distance shown in the siren warning; null while the warning is closed. */
  const [askedMiles, setAskedMiles] = useState<number | null>(null)

  /** Waits until it is known whether there are sirens. If that cannot be determined, assumes that there are. */
  async function save() {
    const miles = policy && changedSirenMiles(policy, draft)
    const known = miles === null ? [] : (sirens.data ?? (await sirens.refetch()).data)
    if (known?.length === 0) await form.submit()
    else setAskedMiles(miles)
  }

  const inWords = (one: PolicyDraft) =>
    policyDraftInWords(one, groupWords({ ...one, sites: [...one.sites] }, groups))

  return (
    <EntryDialog
      title={policy ? 'Edit policy' : 'Add Policy'}
      onClose={cancel}
      isCovered={leaving.isAsking || askedMiles !== null}
      note={<EditNote form={form} inWords={inWords} />}
      submit="Save"
      isBusy={form.isBusy}
      isBlocked={newer !== null}
      failures={failures}
      onSubmit={() => void save()}
    >
      <Select
        label="Policy*"
        aria-required
        data-autofocus={policy === null || undefined}
        placeholder="What to watch"
        allowDeselect={false}
        disabled={policy !== null}
        description={policy ? 'What a policy watches cannot be changed.' : undefined}
        data={typeChoices}
        value={draft.type}
        onChange={type => type !== null && change(withType(draft, type))}
        error={errorOf(errors, 'PolicyTypeShortName', 'Policy')}
      />
      {draft.type !== null && isAirQuality(draft.type) && (
        <p className={classes.note}>
          <IconInfoCircle size={16} aria-hidden />
          Air quality data is available only for locations within 10 miles of a sensor.
        </p>
      )}
      <NumberFields draft={draft} errors={errors} onChange={change} />
      <GroupChooser chosen={draft} error={errorOf(errors, 'Sites', 'Apply to')} onChoose={change} />
      {policy && isInactive({ ...draft, sites: [...draft.sites] }) && (
        <p className={classes.note} data-tone="warn" role="status">
          <IconInfoCircle size={16} aria-hidden />
          Without a user group this policy is inactive: it warns no one.
        </p>
      )}
      <NoticeFields draft={draft} onChange={change} />
      {leaving.question}
      {askedMiles !== null && policy && (
        <SirenWarning
          policy={policy}
          threshold={askedMiles}
          sirens={sirens.data?.length}
          busy={form.isBusy}
          onCancel={() => setAskedMiles(null)}
          onConfirm={() => {
            setAskedMiles(null)
            void form.submit()
          }}
        />
      )}
    </EntryDialog>
  )
}

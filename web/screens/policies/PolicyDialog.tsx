import { failureToast } from './failure.ts'
import { GroupChooser } from './GroupChooser.tsx'
import { NoticeFields } from './NoticeFields.tsx'
import { NumberFields } from './NumberFields.tsx'
import classes from './Policies.module.css'
import {
  addBody,
  draftOf,
  newDraft,
  problemsOf,
  updateBody,
  withType,
  type PolicyDraft,
} from './policy-draft.ts'
import { isAirQuality, isInactive, typesByCategory } from './policy-words.ts'
import type { WirePolicy } from '#contract/policies'
import { fieldErrors } from '#web/data/failures.ts'
import { useAddPolicy, useUpdatePolicy } from '#web/data/policies.ts'
import { Dialog } from '#web/parts/Dialog.tsx'
import { errorOf } from '#web/parts/field-errors.ts'
import { Select } from '#web/parts/inputs.ts'
import { useToast } from '#web/parts/use-toast.ts'
import { Button } from '@mantine/core'
import { IconInfoCircle } from '@tabler/icons-react'
import { useEffect, useRef, useState, type SubmitEvent } from 'react'

const formId = 'policy-form'
const typeChoices = typesByCategory.map(({ category, types }) => ({
  group: category,
  items: types.map(({ shortName, displayName }) => ({ value: shortName, label: displayName })),
}))

interface PolicyDialogProps {
  /** What is edited; null for a new one. */
  policy: WirePolicy | null
  onClose: () => void
}

export function PolicyDialog({ policy, onClose }: PolicyDialogProps) {
  const [draft, setDraft] = useState<PolicyDraft>(() => (policy ? draftOf(policy) : newDraft))
  const [hasTried, setTried] = useState(false)
  const [failures, setFailures] = useState(0)
  const form = useRef<HTMLFormElement>(null)
  const add = useAddPolicy()
  const update = useUpdatePolicy()
  const saving = policy ? update : add
  const toast = useToast()
  const problems = problemsOf(draft, policy === null)
  const errors = { ...fieldErrors(saving.error), ...(hasTried && problems) }

  // Each try that fails leads to the first field that is marked.
  const seen = useRef(failures)
  useEffect(() => {
    if (seen.current === failures) return
    seen.current = failures
    form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [failures])

  function change(changed: Partial<PolicyDraft>) {
    setDraft(before => ({ ...before, ...changed }))
    if (saving.isError) saving.reset() // what was refused is not there any more
  }

  async function save(event: SubmitEvent) {
    event.preventDefault()
    setTried(true)
    if (draft.type === null || Object.keys(problems).length > 0) return setFailures(failures + 1)
    try {
      if (policy) await update.mutateAsync(updateBody(draft, policy))
      else await add.mutateAsync(addBody(draft, draft.type))
      toast({ variant: 'success', header: policy ? 'Updated' : 'Saved' })
      onClose()
    } catch (error) {
      const header = policy ? 'Error updating policy' : 'Error adding policy'
      toast({ variant: 'error', ...failureToast(error, header) })
      setFailures(failures + 1)
    }
  }

  return (
    <Dialog
      title={policy ? 'Edit Policy' : 'Add Policy'}
      opened
      staysOnClickBeside
      onClose={onClose}
      actions={
        <>
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" form={formId} loading={saving.isPending}>
            Save
          </Button>
        </>
      }
    >
      <form ref={form} id={formId} className={classes.form} noValidate onSubmit={event => void save(event)}>
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
            Air-quality data exists only for locations within 10 miles of a sensor.
          </p>
        )}
        <NumberFields draft={draft} errors={errors} onChange={change} />
        <GroupChooser chosen={draft} error={errorOf(errors, 'Sites', 'Apply to')} onChoose={change} />
        {policy && isInactive({ ...draft, sites: [...draft.sites] }) && (
          <p className={classes.note} data-tone="warn" role="status">
            <IconInfoCircle size={16} aria-hidden />
            Without a user group this policy is inactive: it warns nobody.
          </p>
        )}
        <NoticeFields draft={draft} onChange={change} />
      </form>
    </Dialog>
  )
}

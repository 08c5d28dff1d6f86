import { SirenFields } from './SirenFields.tsx'
import classes from './Siren.module.css'
import { sirenDraftInWords } from './siren-draft.ts'
import { useSirenForm } from './use-siren-form.ts'
import type { Hardware } from '#contract/devices/hardware'
import type { Siren } from '#contract/devices/sirens'
import { plainReason } from '#web/data/requests/failures.ts'
import { useSiren } from '#web/data/devices/hardware.ts'
import { ErrorNote } from '#web/parts/page/ErrorNote.tsx'
import { EditNote } from '#web/forms/edit/EditNote.tsx'
import { FormButtons } from '#web/parts/dialogs/FormButtons.tsx'
import { FormDialog } from '#web/parts/dialogs/FormDialog.tsx'
import { useLeaving } from '#web/parts/leaving/use-leaving.tsx'
import { Button } from '@mantine/core'
import { useState } from 'react'

interface SirenDialogProps {
  unit: Hardware
  onClose: () => void
}

const width = 680

/** Fetches the settings first, so that editing starts from the saved state. */
export function SirenDialog({ unit, onClose }: SirenDialogProps) {
  const asked = useSiren(unit.id)
  // The first response fills the form. Changes made later by others are reported on save.
  const [opened, setOpened] = useState<Siren>()
  if (!opened && asked.data && !asked.isFetching) setOpened(asked.data)
  if (opened) return <SirenForm siren={opened} onClose={onClose} />
  return (
    <FormDialog
      title="Edit hardware"
      caption={unit.name}
      size={width}
      isCovered={false}
      isWaiting
      onClose={onClose}
      onSubmit={onClose}
      footer={
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
      }
    >
      <div className={classes.fields}>
        {asked.isError ? (
          <ErrorNote
            title="The siren could not be loaded"
            text={plainReason(asked.error)}
            onRetry={() => void asked.refetch()}
          />
        ) : (
          <p role="status">Loading...</p>
        )}
      </div>
    </FormDialog>
  )
}

function SirenForm({ siren, onClose }: { siren: Siren; onClose: () => void }) {
  const form = useSirenForm(siren, onClose)
  const { draft, newer } = form
  const leaving = useLeaving(form.isChanged, onClose)
  const cancel = () => leaving.leave(onClose)
  return (
    <FormDialog
      title="Edit hardware"
      caption={siren.name}
      size={width}
      isCovered={leaving.isAsking}
      failures={form.failures}
      onClose={cancel}
      onSubmit={() => void form.submit()}
      note={<EditNote form={form} inWords={sirenDraftInWords} />}
      footer={<FormButtons submit="Save" isBusy={form.isBusy} isBlocked={newer !== null} onCancel={cancel} />}
    >
      <SirenFields
        siren={form.base}
        draft={draft}
        errors={form.errors}
        timeErrors={form.timeErrors}
        onChange={form.change}
      />
      {leaving.question}
    </FormDialog>
  )
}

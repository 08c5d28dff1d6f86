import { SirenFields } from './SirenFields.tsx'
import classes from './Siren.module.css'
import { sirenDraftInWords, sirenDraftOf } from './siren-draft.ts'
import { useSirenForm } from './use-siren-form.ts'
import type { Hardware } from '#contract/devices/hardware'
import type { Siren } from '#contract/devices/sirens'
import { plainReason } from '#web/data/requests/failures.ts'
import { useSiren } from '#web/data/devices/hardware.ts'
import { contested } from '#web/parts/leaving/differences.ts'
import { ErrorNote } from '#web/parts/page/ErrorNote.tsx'
import { FormDialog } from '#web/parts/dialogs/FormDialog.tsx'
import { OvertakenNote } from '#web/parts/leaving/OvertakenNote.tsx'
import { SaveNote } from '#web/parts/fields/SaveNote.tsx'
import { useLeaving } from '#web/parts/leaving/use-leaving.tsx'
import { Button } from '@mantine/core'
import { useState } from 'react'

interface SirenDialogProps {
  unit: Hardware
  onClose: () => void
}

const width = 680

/** Fetches the settings first, so edits start from the saved state. */
export function SirenDialog({ unit, onClose }: SirenDialogProps) {
  const asked = useSiren(unit.id)
  // The first response fills the form. Later changes are reported on save.
  const [opened, setOpened] = useState<Siren>()
  if (!opened && asked.data && !asked.isFetching) setOpened(asked.data)
  if (opened) return <SirenForm siren={opened} onClose={onClose} />
  return (
    <FormDialog
      title="Edit Hardware"
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
      title="Edit Hardware"
      caption={siren.name}
      size={width}
      isCovered={leaving.isAsking}
      failures={form.failures}
      onClose={cancel}
      onSubmit={() => void form.submit()}
      note={
        newer ? (
          <OvertakenNote
            rows={contested(
              sirenDraftInWords(sirenDraftOf(form.siren)),
              sirenDraftInWords(draft),
              sirenDraftInWords(sirenDraftOf(newer)),
            )}
            isBusy={form.isBusy}
            onKeepMine={() => void form.keepMine()}
            onUseTheirs={() => form.takeTheirs(newer)}
          />
        ) : (
          <SaveNote failure={form.failure} />
        )
      }
      footer={
        <>
          <Button variant="default" onClick={cancel}>
            Cancel
          </Button>
          <Button type="submit" loading={form.isBusy} disabled={newer !== null}>
            Save
          </Button>
        </>
      }
    >
      <SirenFields
        siren={form.siren}
        draft={draft}
        errors={form.errors}
        timeErrors={form.timeErrors}
        onChange={form.change}
      />
      {leaving.question}
    </FormDialog>
  )
}

import { FileChooser } from './FileChooser.tsx'
import classes from './Import.module.css'
import { checkFailure, importedCount, importedInWords, importInWords, refusedLines } from './import-text.ts'
import { ImportReport } from './ImportReport.tsx'
import { readTable } from './read-table.ts'
import { plainReason } from '#web/data/requests/failures.ts'
import { useOrganizationLocations } from '#web/data/places/locations.ts'
import { useCheckImport, useImportUsers } from '#web/data/people/people.ts'
import { ErrorNote } from '#web/parts/page/ErrorNote.tsx'
import { FormButtons } from '#web/parts/dialogs/FormButtons.tsx'
import { FormDialog } from '#web/parts/dialogs/FormDialog.tsx'
import { useLeaving } from '#web/parts/leaving/use-leaving.tsx'
import { SaveNote } from '#web/parts/fields/SaveNote.tsx'
import { useAttempts } from '#web/parts/fields/use-attempts.ts'
import { useToast } from '#web/parts/toasts/use-toast.ts'
import { useState } from 'react'

interface Chosen {
  readonly fileName: string
  /** Why the file was not sent. */
  readonly problem?: string
}

interface ImportDialogProps {
  /** The template's example user group. */
  exampleGroup?: string
  onClose: () => void
}

/** Imports many people at once: checks a file, shows the report, and only then imports it. */
export function ImportDialog({ exampleGroup = 'Grounds', onClose }: ImportDialogProps) {
  const [chosen, setChosen] = useState<Chosen>()
  const places = useOrganizationLocations()
  const check = useCheckImport()
  const apply = useImportUsers()
  const toast = useToast()
  const attempts = useAttempts(error => ({ header: 'Error importing users', text: plainReason(error) }))
  const leaving = useLeaving(chosen !== undefined, onClose)
  const cancel = () => leaving.leave(onClose)
  // The server checks again on import, because something may have changed in between.
  const rows = apply.data?.rows ?? check.data?.rows
  const refused = rows ? refusedLines(rows) : []
  const [isSkipping, setSkipping] = useState(false)
  const isReady = rows !== undefined && (isSkipping || refused.length === 0) && importedCount(rows) > 0

  async function choose(file: File) {
    apply.reset()
    check.reset()
    setSkipping(false)
    setChosen({ fileName: file.name })
    const read = await readTable(file)
    if ('problem' in read) setChosen({ fileName: file.name, problem: read.problem })
    else check.mutate(read.text)
  }

  async function takeIn() {
    const text = check.variables
    if (!isReady || text === undefined) return
    const answer = await apply.mutateAsync({ text, skipLines: isSkipping ? refused : [] })
    // More rows are now rejected than the person agreed to skip.
    if (!answer.isApplied) return setSkipping(false)
    toast({ variant: 'success', header: 'Users imported', text: importedInWords(answer.rows) })
    onClose()
  }

  return (
    <FormDialog
      title="Import users"
      caption={chosen?.fileName}
      size={760}
      isCovered={leaving.isAsking}
      onClose={cancel}
      onSubmit={() => void attempts.attempt(takeIn)}
      note={<SaveNote failure={attempts.failure} />}
      footer={
        <FormButtons
          submit={rows ? importInWords(rows) : 'Import'}
          isBusy={attempts.isRunning}
          isBlocked={!isReady}
          onCancel={cancel}
        />
      }
    >
      <div className={classes.steps}>
        <FileChooser
          exampleGroup={exampleGroup}
          examplePlaces={(places.data ?? []).slice(0, 2).map(({ name }) => name)}
          isAgain={chosen !== undefined}
          isBusy={check.isPending}
          onChoose={file => void choose(file)}
        />
        {chosen?.problem !== undefined && (
          <ErrorNote title="The file could not be checked" text={chosen.problem} />
        )}
        {check.isError && (
          <ErrorNote title="The file could not be checked" text={checkFailure(check.error)} />
        )}
        {check.isPending && <p role="status">Checking every row…</p>}
        {rows && <ImportReport rows={rows} isSkipping={isSkipping} onSkip={setSkipping} />}
      </div>
      {leaving.question}
    </FormDialog>
  )
}

import { SaveNote } from '#web/parts/fields/SaveNote.tsx'
import { contested, type Described } from '#web/parts/leaving/differences.ts'
import { OvertakenNote } from '#web/parts/leaving/OvertakenNote.tsx'

interface EditNoteProps<Draft> {
  /** From `useEditForm`. */
  form: {
    readonly before: Draft
    readonly draft: Draft
    readonly newer: Draft | null
    readonly failure: string | null
    readonly isBusy: boolean
    keepMine(): void
    takeTheirs(): void
  }
  inWords: (draft: Draft) => Described
}

/** Shows why the draft was not saved, or that someone else saved first. */
export function EditNote<Draft>({ form, inWords }: EditNoteProps<Draft>) {
  if (form.newer === null) return <SaveNote failure={form.failure} />
  return (
    <OvertakenNote
      rows={contested(inWords(form.before), inWords(form.draft), inWords(form.newer))}
      isBusy={form.isBusy}
      onKeepMine={form.keepMine}
      onUseTheirs={form.takeTheirs}
    />
  )
}

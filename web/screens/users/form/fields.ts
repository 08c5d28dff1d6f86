import type { UserDraft } from './user-draft.ts'
import type { Errors } from './way-of-saving.ts'

/** The props of every field group in the form. */
export interface FieldsProps {
  draft: UserDraft
  errors: Errors
  onChange: (changed: Partial<UserDraft>) => void
}

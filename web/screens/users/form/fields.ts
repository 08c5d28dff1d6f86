import type { UserDraft } from './user-draft.ts'
import type { Errors } from './way-of-saving.ts'

/** What every group of fields of the form is given. */
export interface FieldsProps {
  draft: UserDraft
  errors: Errors
  onChange: (changed: Partial<UserDraft>) => void
}

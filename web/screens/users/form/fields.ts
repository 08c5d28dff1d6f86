import type { UserDraft } from './user-draft.ts'
import type { UserErrors } from './way-of-saving.ts'

/** The props of every field group in the form. */
export interface UserFieldsProps {
  draft: UserDraft
  errors: UserErrors
  onChange: (changed: Partial<UserDraft>) => void
}

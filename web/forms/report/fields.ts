import type { ReportDraft } from './draft.ts'

export interface FieldsProps {
  readonly draft: ReportDraft
  /** The server's errors for the last request's fields. */
  readonly errors: Readonly<Record<string, readonly string[]>>
  readonly onChange: (changed: Partial<ReportDraft>) => void
}

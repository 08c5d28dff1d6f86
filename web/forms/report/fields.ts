import type { ReportDraft } from './draft.ts'

export interface FieldsProps {
  readonly draft: ReportDraft
  /** What the server said about the fields of the last request. */
  readonly errors: Readonly<Record<string, readonly string[]>>
  readonly onChange: (changed: Partial<ReportDraft>) => void
}

import type { ReportDraft } from './draft.ts'

export interface ReportFieldsProps {
  readonly draft: ReportDraft
  /** The server's errors for fields of the last request. */
  readonly errors: Readonly<Record<string, readonly string[]>>
  readonly onChange: (changed: Partial<ReportDraft>) => void
}

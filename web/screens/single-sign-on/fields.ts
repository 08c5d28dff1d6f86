import type { SsoDraft } from './sso-draft.ts'
import type { SsoSetup } from '#contract/people/sso'

export interface SsoFieldsProps {
  draft: SsoDraft
  errors: Readonly<Record<string, readonly string[]>>
  setup: SsoSetup
  onChange: (change: Partial<SsoDraft>) => void
}

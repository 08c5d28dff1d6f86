import type { SettingsInput } from './settings-draft.ts'
import type { NotificationSettings } from '#contract/notification-settings'

/** What each part of the form gets. */
export interface FieldsProps {
  draft: SettingsInput
  settings: NotificationSettings
  errors: Readonly<Record<string, readonly string[]>>
  onChange: (changed: Partial<SettingsInput>) => void
}

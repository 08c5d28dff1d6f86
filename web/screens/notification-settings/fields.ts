import type { SettingsInput } from './settings-draft.ts'
import type { NotificationSettings } from '#contract/messages/notification-settings'

/** The props of each part of the form. */
export interface SettingsFieldsProps {
  draft: SettingsInput
  settings: NotificationSettings
  errors: Readonly<Record<string, readonly string[]>>
  onChange: (changed: Partial<SettingsInput>) => void
}

import { inputOf, settingsInWords, type SettingsInput } from './settings-draft.ts'
import { useTimesForm } from './use-times-form.ts'
import {
  setNotificationSettings,
  type NotificationSettings,
  type OwnAlertTimes,
} from '#contract/messages/notification-settings'
import { mergeEdits, sameValue } from '#domain/edits/merge'
import { currentIn, fieldErrors, plainReason } from '#web/data/requests/failures.ts'
import { useSaveNotificationSettings } from '#web/data/messages/notification-settings.ts'
import { saveOver } from '#web/data/requests/save-over.ts'
import { contested } from '#web/parts/leaving/differences.ts'
import { errorsBeside } from '#web/parts/fields/field-errors.ts'
import { useAttempts, type Failure } from '#web/parts/fields/use-attempts.ts'
import { useToast } from '#web/parts/toasts/use-toast.ts'
import { useState } from 'react'

/** From the specification: the delay before a toast reports the result. */
const toastAfterMs = 1000
const fieldsShown = ['TimeZone', 'NotificationType', 'GeofenceAlertsEnabled', 'AlertTimesEnabled']

function inWords(error: unknown): Failure {
  const reported = errorsBeside(fieldErrors(error), fieldsShown).find(text => !/^\p{Ll}/u.test(text))
  return { header: 'Error saving notification settings', text: reported ?? plainReason(error) }
}

function changesIn(draft: SettingsInput, stored: SettingsInput): Partial<SettingsInput> {
  const changed = Object.entries(draft).filter(
    ([name, value]) => !sameValue(value, stored[name as keyof SettingsInput]),
  )
  return Object.fromEntries(changed)
}

/** Returns the stored settings, their unsaved changes, and how to save them. */
export function useSettingsForm(settings: NotificationSettings, alertTimes: OwnAlertTimes) {
  // The stored settings may be refetched at any time. A change is based on the version from which it started.
  const [base, setBase] = useState<NotificationSettings>()
  const [changes, setChanges] = useState<Partial<SettingsInput>>({})
  const [newer, setNewer] = useState<NotificationSettings | null>(null)
  const saveSettings = useSaveNotificationSettings()
  const times = useTimesForm(alertTimes)
  const toast = useToast()
  const attempts = useAttempts(notesOf, { toastAfterMs })

  const stored = inputOf(base ?? settings)
  const draft: SettingsInput = { ...stored, ...changes }
  const areSettingsChanged = !sameValue(draft, stored)

  function notesOf(error: unknown): Failure | null {
    const current = currentIn(setNotificationSettings, error)
    setNewer(current ?? null)
    const areTimesOvertaken = times.isOvertakenBy(error)
    return current || areTimesOvertaken ? null : inWords(error)
  }

  async function sendSettings(over: NotificationSettings) {
    await saveOver({
      base: over,
      // Applies only this form's changes to what someone else saved.
      draft: newer ? mergeEdits(stored, draft, inputOf(newer)).mine : draft,
      draftOf: inputOf,
      send: (input, { version }) => saveSettings.mutateAsync({ ...input, version }),
      currentIn: error => currentIn(setNotificationSettings, error),
    })
    forgetSettings()
  }

  /** Changes that could not be saved stay, and the next click on the button saves them. */
  async function send() {
    if (areSettingsChanged) await sendSettings(newer ?? base ?? settings)
    if (times.isChanged) await times.send()
    setTimeout(() => toast({ variant: 'success', header: 'Notification settings saved' }), toastAfterMs)
  }

  /** Ends an unsubscription immediately and saves nothing else with it. */
  async function turnEmailOnAgain() {
    await saveSettings.mutateAsync({ ...inputOf(settings), emailNotifications: true })
    setTimeout(() => toast({ variant: 'success', header: 'Notification settings saved' }), toastAfterMs)
  }

  function change(changed: Partial<SettingsInput>) {
    setBase(before => before ?? settings)
    setChanges(before => ({ ...before, ...changed }))
    if (saveSettings.isError) saveSettings.reset()
  }

  function forgetSettings() {
    setBase(undefined)
    setChanges({})
    setNewer(null)
  }

  /** Discards this form's changes to fields that both people changed. Fields changed only here stay changed. */
  function yieldTo(theirs: NotificationSettings) {
    const { theirs: merged } = mergeEdits(stored, draft, inputOf(theirs))
    discardSettings()
    setBase(theirs)
    setChanges(changesIn(merged, inputOf(theirs)))
  }

  function discardSettings() {
    forgetSettings()
    saveSettings.reset()
  }

  function discard() {
    discardSettings()
    times.discard()
    attempts.forget()
  }

  /** Takes the other person's values. Fields that no one else changed keep the change made here. */
  function takeTheirs() {
    if (newer) yieldTo(newer)
    times.takeTheirs()
    attempts.forget()
  }

  const newerSettings =
    newer && contested(settingsInWords(stored), settingsInWords(draft), settingsInWords(inputOf(newer)))
  return {
    draft,
    times: times.times,
    isChanged: areSettingsChanged || times.isChanged,
    isBusy: attempts.isRunning,
    failure: attempts.failure,
    newer: newerSettings ?? times.newer,
    errors: fieldErrors(saveSettings.error),
    timeErrors: times.errors,
    change,
    changeTimes: times.change,
    discard,
    save: () => attempts.attempt(send),
    takeTheirs,
    turnEmailOnAgain: () => attempts.attempt(turnEmailOnAgain),
  }
}

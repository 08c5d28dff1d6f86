import { inputOf, isSame, settingsInWords, type OwnTimes, type SettingsInput } from './settings-draft.ts'
import type { Reply } from '#contract/call'
import {
  setNotificationSettings,
  type getAlertTimes,
  type NotificationSettings,
} from '#contract/notifications'
import { weekOf, wireWeekOf } from '#web/data/alert-times.ts'
import { currentIn, fieldErrors, plainReason } from '#web/data/failures.ts'
import { useSaveAlertTimes, useSaveNotificationSettings } from '#web/data/notification-settings.ts'
import { saveOver } from '#web/data/save-over.ts'
import { differences } from '#web/parts/differences.ts'
import { errorsBeside } from '#web/parts/field-errors.ts'
import { useAttempts, type Failure } from '#web/parts/use-attempts.ts'
import { useToast } from '#web/parts/use-toast.ts'
import { useState } from 'react'

/** The specification's delay before a toast says how saving went. */
const toastAfterMs = 1000
const fieldsShown = ['TimeZone', 'NotificationType', 'GeofenceAlertsEnabled', 'AlertTimesEnabled']

export type StoredTimes = Reply<typeof getAlertTimes>

function inWords(error: unknown): Failure {
  const said = errorsBeside(fieldErrors(error), fieldsShown).find(text => !/^\p{Ll}/u.test(text))
  return { header: 'Error saving notification settings', text: said ?? plainReason(error) }
}

/** What is stored, what was changed of it, and how that is saved. */
export function useSettingsForm(settings: NotificationSettings, alertTimes: StoredTimes) {
  // What is stored may be asked for again at any time; a change was made from what stood there when it began.
  const [base, setBase] = useState<NotificationSettings>()
  const [changes, setChanges] = useState<Partial<SettingsInput>>({})
  const [changedTimes, setChangedTimes] = useState<OwnTimes>()
  const [newer, setNewer] = useState<NotificationSettings | null>(null)
  const saveSettings = useSaveNotificationSettings()
  const saveTimes = useSaveAlertTimes()
  const toast = useToast()
  const attempts = useAttempts(
    error => {
      const current = currentIn(setNotificationSettings, error)
      setNewer(current ?? null)
      return current ? null : inWords(error)
    },
    { toastAfterMs },
  )

  const stored = inputOf(base ?? settings)
  const draft: SettingsInput = { ...stored, ...changes }
  const storedTimes: OwnTimes = alertTimes.isOwn ? weekOf(alertTimes.alertTimes) : null
  const times = changedTimes === undefined ? storedTimes : changedTimes
  const areSettingsChanged = !isSame(draft, stored)
  const areTimesChanged = !isSame(times, storedTimes)

  async function sendSettings(over: NotificationSettings, input: SettingsInput) {
    await saveOver({
      base: over,
      send: version => saveSettings.mutateAsync({ ...input, version }),
      currentIn: error => currentIn(setNotificationSettings, error),
      isNews: (now, before) => !isSame(inputOf(now), inputOf(before)) && !isSame(inputOf(now), input),
    })
    setChanges({})
    setBase(undefined)
    setNewer(null)
  }

  /** What could not be saved stays changed, and is saved by the next press. */
  async function send(over: NotificationSettings) {
    if (areSettingsChanged) await sendSettings(over, { ...inputOf(over), ...changes })
    if (areTimesChanged) {
      await saveTimes.mutateAsync({ alertTimes: times === null ? [] : wireWeekOf(times) })
      setChangedTimes(undefined)
    }
    setTimeout(() => toast({ variant: 'success', header: 'Notification settings saved' }), toastAfterMs)
  }

  /** Ends an unsubscription at once, and saves nothing else with it. */
  async function turnEmailOnAgain() {
    await saveSettings.mutateAsync({ ...inputOf(settings), emailNotifications: true })
    setTimeout(() => toast({ variant: 'success', header: 'Notification settings saved' }), toastAfterMs)
  }

  function change(changed: Partial<SettingsInput>) {
    setBase(before => before ?? settings)
    setChanges(before => ({ ...before, ...changed }))
    if (saveSettings.isError) saveSettings.reset()
  }

  function changeTimes(next: OwnTimes) {
    setChangedTimes(next)
    if (saveTimes.isError) saveTimes.reset()
  }

  function discard() {
    setBase(undefined)
    setChanges({})
    setChangedTimes(undefined)
    setNewer(null)
    saveSettings.reset()
    saveTimes.reset()
    attempts.forget()
  }

  return {
    draft,
    times,
    isChanged: areSettingsChanged || areTimesChanged,
    isBusy: attempts.isRunning,
    failure: attempts.failure,
    newer: newer && differences(settingsInWords(draft), settingsInWords(inputOf(newer))),
    errors: fieldErrors(saveSettings.error),
    timeErrors: fieldErrors(saveTimes.error),
    change,
    changeTimes,
    discard,
    save: () => attempts.attempt(() => send(base ?? settings)),
    keepMine: () => attempts.attempt(() => send(newer ?? settings)),
    takeTheirs: discard,
    turnEmailOnAgain: () => attempts.attempt(turnEmailOnAgain),
  }
}

import { inputOf, isSame, type OwnTimes, type SettingsInput } from './settings-draft.ts'
import type { Reply } from '#contract/call'
import type { getAlertTimes, NotificationSettings } from '#contract/notifications'
import { weekOf, wireWeekOf } from '#web/data/alert-times.ts'
import { fieldErrors, plainReason } from '#web/data/failures.ts'
import { useSaveAlertTimes, useSaveNotificationSettings } from '#web/data/notification-settings.ts'
import { errorsBeside } from '#web/parts/field-errors.ts'
import { useToast, type ToastWish } from '#web/parts/use-toast.ts'
import { useState } from 'react'

/** The specification's delay before a toast says how saving went. */
const toastAfterMs = 1000
const fieldsShown = ['TimeZone', 'NotificationType', 'GeofenceAlertsEnabled', 'AlertTimesEnabled']

export type StoredTimes = Reply<typeof getAlertTimes>

/** What is stored, what was changed of it, and how that is saved. */
export function useSettingsForm(settings: NotificationSettings, alertTimes: StoredTimes) {
  const [changes, setChanges] = useState<Partial<SettingsInput>>({})
  const [changedTimes, setChangedTimes] = useState<OwnTimes>()
  const saveSettings = useSaveNotificationSettings()
  const saveTimes = useSaveAlertTimes()
  const toast = useToast()

  const stored = inputOf(settings)
  const draft: SettingsInput = { ...stored, ...changes }
  const storedTimes: OwnTimes = alertTimes.isOwn ? weekOf(alertTimes.alertTimes) : null
  const times = changedTimes === undefined ? storedTimes : changedTimes
  const areSettingsChanged = !isSame(draft, stored)
  const areTimesChanged = !isSame(times, storedTimes)
  const isBusy = saveSettings.isPending || saveTimes.isPending

  const tellSoon = (wish: ToastWish) => setTimeout(() => toast(wish), toastAfterMs)

  async function telling(act: () => Promise<void>) {
    try {
      await act()
      tellSoon({ variant: 'success', header: 'Notification settings saved' })
    } catch (error) {
      const said = errorsBeside(fieldErrors(error), fieldsShown).find(text => !/^\p{Ll}/u.test(text))
      tellSoon({
        variant: 'error',
        header: 'Error saving notification settings',
        text: said ?? plainReason(error),
      })
    }
  }

  /** What could not be saved stays changed, and is saved by the next press. */
  async function save() {
    if (isBusy) return
    await telling(async () => {
      if (areSettingsChanged) {
        await saveSettings.mutateAsync(draft)
        setChanges({})
      }
      if (areTimesChanged) {
        await saveTimes.mutateAsync({ alertTimes: times === null ? [] : wireWeekOf(times) })
        setChangedTimes(undefined)
      }
    })
  }

  /** Ends an unsubscription at once, and saves nothing else with it. */
  async function turnEmailOnAgain() {
    if (isBusy) return
    await telling(async () => {
      await saveSettings.mutateAsync({ ...stored, emailNotifications: true })
    })
  }

  function change(changed: Partial<SettingsInput>) {
    setChanges(before => ({ ...before, ...changed }))
    if (saveSettings.isError) saveSettings.reset()
  }

  function changeTimes(next: OwnTimes) {
    setChangedTimes(next)
    if (saveTimes.isError) saveTimes.reset()
  }

  function discard() {
    setChanges({})
    setChangedTimes(undefined)
    saveSettings.reset()
    saveTimes.reset()
  }

  return {
    draft,
    times,
    isChanged: areSettingsChanged || areTimesChanged,
    isBusy,
    errors: fieldErrors(saveSettings.error),
    timeErrors: fieldErrors(saveTimes.error),
    change,
    changeTimes,
    discard,
    save,
    turnEmailOnAgain,
  }
}

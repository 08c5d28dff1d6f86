import { ownTimesOf, readAlike, timesInWords, type OwnTimes } from './settings-draft.ts'
import { setAlertTimes, type OwnAlertTimes } from '#contract/messages/notification-settings'
import { mergeEdits, type MergeRule, sameValue } from '#domain/edits/merge'
import { wireWeekOf } from '#web/data/messages/alert-times.ts'
import { currentIn, fieldErrors } from '#web/data/requests/failures.ts'
import { useSaveAlertTimes } from '#web/data/messages/notification-settings.ts'
import { saveOver } from '#web/data/requests/save-over.ts'
import { differences } from '#web/parts/leaving/differences.ts'
import { useState } from 'react'

/** Merges each weekday separately. */
const mergeRule: MergeRule<{ readonly times: OwnTimes }> = { deep: ['times'] }

/** Returns the stored alert times, their unsaved changes, and how to save them. */
export function useTimesForm(stored: OwnAlertTimes) {
  // The stored times may be refetched at any time. A change is based on the version from which it started.
  const [base, setBase] = useState<OwnAlertTimes>()
  const [changed, setChanged] = useState<OwnTimes>()
  const [newer, setNewer] = useState<OwnAlertTimes | null>(null)
  const saving = useSaveAlertTimes()
  const before = ownTimesOf(base ?? stored)
  const times = changed === undefined ? before : changed

  function change(next: OwnTimes) {
    setBase(was => was ?? stored)
    setChanged(next)
    if (saving.isError) saving.reset()
  }

  function forget() {
    setBase(undefined)
    setChanged(undefined)
    setNewer(null)
  }

  /** Ignores the times of a day that is off or all day, so weeks that read the same count as unchanged. */
  const timesOf = (now: OwnAlertTimes) => ({
    times: readAlike(ownTimesOf(now), before) ? before : ownTimesOf(now),
  })
  const merged = (now: OwnAlertTimes) => mergeEdits({ times: before }, { times }, timesOf(now), mergeRule)

  /** Discards this form's changes to fields that both people changed. Fields changed only here stay changed. */
  function takeTheirs() {
    if (!newer) return
    setBase(newer)
    setChanged(merged(newer).theirs.times)
    setNewer(null)
    saving.reset()
  }

  async function send() {
    await saveOver({
      base: newer ?? base ?? stored,
      draft: newer ? merged(newer).mine : { times },
      draftOf: timesOf,
      rule: mergeRule,
      send: (wanted, { version }) =>
        saving.mutateAsync({ alertTimes: wanted.times === null ? [] : wireWeekOf(wanted.times), version }),
      currentIn: error => currentIn(setAlertTimes, error),
    })
    forget()
  }

  /** Whether a failure is a version conflict. */
  function isOvertakenBy(error: unknown): boolean {
    const current = currentIn(setAlertTimes, error)
    setNewer(current ?? null)
    return current !== undefined
  }

  function discard() {
    forget()
    saving.reset()
  }

  return {
    times,
    isChanged: !sameValue(times, before),
    newer:
      newer &&
      differences(timesInWords(times, newer.groupName), timesInWords(ownTimesOf(newer), newer.groupName)),
    errors: fieldErrors(saving.error),
    change,
    send,
    isOvertakenBy,
    takeTheirs,
    discard,
  }
}

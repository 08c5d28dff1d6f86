import { isSame, ownTimesOf, readAlike, timesInWords, type OwnTimes } from './settings-draft.ts'
import { setAlertTimes, type OwnAlertTimes } from '#contract/notifications'
import { wireWeekOf } from '#web/data/alert-times.ts'
import { currentIn, fieldErrors } from '#web/data/failures.ts'
import { useSaveAlertTimes } from '#web/data/notification-settings.ts'
import { saveOver } from '#web/data/save-over.ts'
import { differences } from '#web/parts/differences.ts'
import { useState } from 'react'

/** The alert times that are stored, what was changed of them, and how that is saved. */
export function useTimesForm(stored: OwnAlertTimes) {
  // What is stored may be asked for again at any time; a change was made from what stood there when it began.
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

  async function send() {
    await saveOver({
      base: newer ?? base ?? stored,
      send: version => saving.mutateAsync({ alertTimes: times === null ? [] : wireWeekOf(times), version }),
      currentIn: error => currentIn(setAlertTimes, error),
      isNews: (now, from) =>
        !readAlike(ownTimesOf(now), ownTimesOf(from)) && !readAlike(ownTimesOf(now), times),
    })
    forget()
  }

  /** Whether a failure says that somebody else was faster. */
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
    isChanged: !isSame(times, before),
    newer:
      newer &&
      differences(timesInWords(times, newer.groupName), timesInWords(ownTimesOf(newer), newer.groupName)),
    errors: fieldErrors(saving.error),
    change,
    send,
    isOvertakenBy,
    discard,
  }
}

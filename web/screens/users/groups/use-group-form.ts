import { groupFailure, newGroupName, groupSuccesses } from './group-text.ts'
import { updateGroup, type UserGroup } from '#contract/people/groups'
import { defaultAlertTimes, type AlertTime } from '#domain/alert-times/alert-times'
import { mergeEdits, sameValue, type MergeRule } from '#domain/edits/merge'
import { weekOf, wireWeekOf } from '#web/data/messages/alert-times.ts'
import { currentIn, fieldErrors } from '#web/data/requests/failures.ts'
import { useAddGroup, useUpdateGroup } from '#web/data/people/groups.ts'
import { saveOver } from '#web/data/requests/save-over.ts'
import { weekInWords } from '#web/parts/fields/alert-time-text.ts'
import { contested, type Described } from '#web/parts/leaving/differences.ts'
import { useAttempts, type Failure } from '#web/parts/fields/use-attempts.ts'
import { useToast } from '#web/parts/toasts/use-toast.ts'
import { useState } from 'react'

export interface GroupDraft {
  readonly name: string
  readonly alertTimes: readonly AlertTime[]
}

const newGroupDraft: GroupDraft = { name: newGroupName, alertTimes: defaultAlertTimes }

function draftOf(group: UserGroup | 'new'): GroupDraft {
  return group === 'new' ? newGroupDraft : { name: group.name, alertTimes: weekOf(group.alertTimes) }
}

function draftInWords({ name, alertTimes }: GroupDraft): Described {
  return [
    ['Name', name],
    ['Alert times', weekInWords(alertTimes)],
  ]
}

const bodyOf = ({ name, alertTimes }: GroupDraft) => ({ name, alertTimes: wireWeekOf(alertTimes) })

/** Merges each weekday separately. */
const mergeRule: MergeRule<GroupDraft> = { deep: ['alertTimes'] }

/** Manages the group being edited, if any, and saves it. */
export function useGroupForm() {
  const [group, setGroup] = useState<UserGroup | 'new' | null>(null)
  const [draft, setDraft] = useState<GroupDraft | null>(null)
  const [newer, setNewer] = useState<UserGroup | null>(null)
  const add = useAddGroup()
  const update = useUpdateGroup()
  const toast = useToast()
  const [failures, setFailures] = useState(0)
  const act = group === 'new' ? 'create' : 'update'
  const attempts = useAttempts(inWords)

  /** The rejected value has been changed. */
  function forgetErrors() {
    add.reset()
    update.reset()
  }

  function begin(next: UserGroup | 'new' | null) {
    forgetErrors()
    attempts.forget()
    setNewer(null)
    setGroup(next)
    setDraft(next && draftOf(next))
  }

  async function send(over: UserGroup | 'new' | null, wanted: GroupDraft | null) {
    if (!wanted || !over) return
    if (over === 'new') await add.mutateAsync(bodyOf(wanted))
    else {
      await saveOver({
        base: over,
        draft: wanted,
        draftOf,
        rule: mergeRule,
        send: (merged, { id, version }) => update.mutateAsync({ ...bodyOf(merged), id, version }),
        currentIn: error => currentIn(updateGroup, error),
      })
    }
    toast({ variant: 'success', header: groupSuccesses[act] })
    begin(null)
  }

  function inWords(error: unknown): Failure | null {
    const current = currentIn(updateGroup, error)
    setNewer(current ?? null)
    if (current) return null
    setFailures(count => count + 1)
    return groupFailure(error, act)
  }

  /**
   * Fields that both people changed take the chosen version. Every other field takes the value of the person who
   * changed it.
   */
  function settle(whose: 'mine' | 'theirs'): GroupDraft | null {
    if (!newer || !draft || !group) return draft
    const merged = mergeEdits(draftOf(group), draft, draftOf(newer), mergeRule)[whose]
    begin(newer)
    setDraft(merged)
    return merged
  }

  function change(changed: Partial<GroupDraft>) {
    setDraft(before => before && { ...before, ...changed })
    if (add.isError || update.isError) forgetErrors()
  }

  return {
    draft,
    isNew: group === 'new',
    isChanged: draft !== null && group !== null && !sameValue(draft, draftOf(group)),
    isBusy: attempts.isRunning,
    failures,
    failure: attempts.failure,
    newer:
      newer && draft && group
        ? contested(draftInWords(draftOf(group)), draftInWords(draft), draftInWords(draftOf(newer)))
        : null,
    errors: fieldErrors(add.error ?? update.error),
    begin,
    change,
    save: () => attempts.attempt(() => send(group, draft)),
    keepMine: () => attempts.attempt(() => send(newer, settle('mine'))),
    takeTheirs: () => void settle('theirs'),
  }
}

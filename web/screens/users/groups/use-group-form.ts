import { groupFailure, newGroupName, successes } from './group-words.ts'
import type { UserGroup } from '#contract/groups'
import { defaultAlertTimes, type AlertTime } from '#domain/alert-times/alert-times'
import { weekOf, wireWeekOf } from '#web/data/alert-times.ts'
import { fieldErrors } from '#web/data/failures.ts'
import { useAddGroup, useUpdateGroup } from '#web/data/groups.ts'
import { useToast } from '#web/parts/use-toast.ts'
import { useState } from 'react'

export interface GroupDraft {
  /** Nothing: a new group. */
  readonly id: number | null
  readonly name: string
  readonly alertTimes: readonly AlertTime[]
}

export const newGroupDraft: GroupDraft = { id: null, name: newGroupName, alertTimes: defaultAlertTimes }

export function draftOfGroup({ id, name, alertTimes }: UserGroup): GroupDraft {
  return { id, name, alertTimes: weekOf(alertTimes) }
}

/** The group that is being edited, if one is, and how it is saved. */
export function useGroupForm() {
  const [start, setStart] = useState<GroupDraft | null>(null)
  const [draft, setDraft] = useState<GroupDraft | null>(null)
  const add = useAddGroup()
  const update = useUpdateGroup()
  const toast = useToast()
  const [failures, setFailures] = useState(0)
  const isBusy = add.isPending || update.isPending

  /** What was refused is not there any more. */
  function forgetErrors() {
    add.reset()
    update.reset()
  }

  function begin(group: GroupDraft | null) {
    forgetErrors()
    setStart(group)
    setDraft(group)
  }

  async function save() {
    if (!draft || isBusy) return
    const { id, name } = draft
    const alertTimes = wireWeekOf(draft.alertTimes)
    const act = id === null ? 'create' : 'update'
    try {
      await (id === null
        ? add.mutateAsync({ name, alertTimes })
        : update.mutateAsync({ id, name, alertTimes }))
      toast({ variant: 'success', header: successes[act] })
      begin(null)
    } catch (error) {
      setFailures(count => count + 1)
      toast({ variant: 'error', ...groupFailure(error, act) })
    }
  }

  function change(changed: Partial<GroupDraft>) {
    setDraft(before => before && { ...before, ...changed })
    if (add.isError || update.isError) forgetErrors()
  }

  return {
    draft,
    isTouched: draft !== start,
    isBusy,
    failures,
    errors: fieldErrors(add.error ?? update.error),
    begin,
    change,
    save,
  }
}

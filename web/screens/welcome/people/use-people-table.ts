import {
  fullUserBody,
  isBlank,
  isToldOnly,
  newRow,
  personRowProblems,
  notificationOnlyBody,
  type PersonRow,
  type RowErrors,
} from './people-rows.ts'
import type { User } from '#contract/people/users'
import { fieldErrors, plainReason } from '#web/data/requests/failures.ts'
import type { PlaceStanding } from '#web/data/people/getting-started-steps.ts'
import { useGivePlace } from '#web/data/people/give-place.ts'
import { useMe } from '#web/data/people/users.ts'
import { useAddNotificationUser, useAddUser } from '#web/data/people/people.ts'
import { useAttempts } from '#web/parts/fields/use-attempts.ts'
import { useToast } from '#web/parts/toasts/use-toast.ts'
import { useState } from 'react'

interface Table {
  place: PlaceStanding
  groupId: () => Promise<number>
  onBegin: () => void
  onDone: () => void
}

/** Manages a table of people, who are added one by one and given the place. */
export function usePeopleTable({ place, groupId, onBegin, onDone }: Table) {
  const { timeZone } = useMe()
  const [rows, setRows] = useState<readonly PersonRow[]>([newRow(0)])
  const [errors, setErrors] = useState<ReadonlyMap<number, RowErrors>>(new Map())
  const addUser = useAddUser()
  const addToldOnly = useAddNotificationUser()
  const give = useGivePlace()
  const toast = useToast()
  // For a person who was added without the place, the place is offered above the table.
  const attempts = useAttempts(error => ({
    header: 'Not everything could be saved',
    text: plainReason(error),
  }))
  const filled = rows.filter(row => !isBlank(row))

  const addRow = () => setRows(before => [...before, newRow(Math.max(...before.map(({ key }) => key)) + 1)])
  const removeRow = (key: number) =>
    setRows(before => (before.length > 1 ? before.filter(row => row.key !== key) : [newRow(key + 1)]))

  function change(key: number, changed: Partial<PersonRow>) {
    setRows(before => before.map(row => (row.key === key ? { ...row, ...changed } : row)))
    setErrors(before => new Map([...before].filter(([one]) => one !== key)))
  }

  async function addOne(row: PersonRow, siteId: number): Promise<User> {
    const shared = { siteId, timeZone }
    const { user } = isToldOnly(row)
      ? await addToldOnly.mutateAsync(notificationOnlyBody(row, shared))
      : await addUser.mutateAsync(fullUserBody(row, shared))
    return user
  }

  /** People who were added leave the table. Rejected ones stay, with the reason. */
  async function addAll(): Promise<readonly User[]> {
    const siteId = await groupId()
    const added: User[] = []
    const refused = new Map<number, RowErrors>()
    for (const row of filled) {
      try {
        added.push(await addOne(row, siteId))
        setRows(before => before.filter(({ key }) => key !== row.key))
      } catch (error) {
        const reported = fieldErrors(error)
        refused.set(row.key, Object.keys(reported).length > 0 ? reported : { Email: [plainReason(error)] })
      }
    }
    setErrors(refused)
    setRows(before => (before.length > 0 ? before : [newRow(0)]))
    if (refused.size > 0)
      toast({ variant: 'error', header: 'Error adding user', text: 'Check the fields that are marked.' })
    return added
  }

  async function submit() {
    const problems = new Map(
      filled
        .map(row => [row.key, personRowProblems(row)] as const)
        .filter(([, reported]) => Object.keys(reported).length > 0),
    )
    setErrors(problems)
    if (problems.size > 0 || filled.length === 0) return
    await attempts.attempt(async () => {
      onBegin()
      const added = await addAll()
      if (place.kind !== 'none')
        await give.mutateAsync({ place: place.place, userIds: added.map(({ id }) => id) })
      if (added.length === filled.length) onDone()
    })
  }

  const { isRunning: isBusy, failure } = attempts
  return { rows, errors, filled: filled.length, isBusy, failure, addRow, removeRow, change, submit }
}

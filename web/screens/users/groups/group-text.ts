import type { UserGroup } from '#contract/people/groups'
import { fieldErrors, plainReason, RequestRefused } from '#web/data/requests/failures.ts'
import { errorOf } from '#web/parts/fields/field-errors.ts'
import { errorsByDay } from '#web/parts/fields/alert-time-text.ts'

export const newGroupName = 'New Group'

function counted(count: number, one: string, many: string): string {
  return `${count} ${count === 1 ? one : many}`
}

/** Returns text such as `3 users, 1 notification only, 8 policies`. */
export function sizeInWords({ users, notificationUsers, policies }: UserGroup): string {
  return [
    counted(users, 'user', 'users'),
    `${notificationUsers} notification only`,
    counted(policies, 'policy', 'policies'),
  ].join(', ')
}

/** Returns why a group cannot be deleted, as far as the client can tell. */
export function whyKept({ users, notificationUsers, widgets }: UserGroup): string | undefined {
  const people = users + notificationUsers
  if (people === 0 && widgets > 0)
    return `${counted(widgets, 'widget uses', 'widgets use')} this group: choose another one there before you delete it.`
  if (people === 0) return undefined
  return `${counted(people, 'person is', 'people are')} in this group: move them to another one before you delete it.`
}

type Act = 'update' | 'create' | 'delete'

export const groupSuccesses: Readonly<Record<Act, string>> = {
  update: 'Upated user group',
  create: 'Created user group',
  delete: 'Deleted user group',
}

const failures: Readonly<Record<Act, string>> = {
  update: 'Error updating user group',
  create: 'Error creating user group',
  delete: 'Error deleting user group',
}

/** Describes a failure in a toast. Field errors are not repeated. */
export function groupFailure(error: unknown, act: Act): { header: string; text: string } {
  const header = failures[act]
  if (act === 'delete' && error instanceof RequestRefused && /location/i.test(error.message)) {
    return { header, text: 'Cannot delete a group assigned to one or more locations' }
  }
  const errors = fieldErrors(error)
  const isMarked =
    errorOf(errors, 'Name', 'Name') !== undefined || Object.keys(errorsByDay(errors)).length > 0
  return { header, text: isMarked ? 'Check the fields that are marked.' : plainReason(error) }
}

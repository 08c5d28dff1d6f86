import type { Asked } from '#contract/call'
import type { addNotificationUser, addUser, NewUserInput } from '#contract/people/people'
import { roleNamed } from '#domain/access/roles'

/** A person as entered in the table. */
export interface PersonRow {
  readonly key: number
  readonly firstName: string
  readonly lastName: string
  readonly email: string
  readonly roleId: string
}

export type RowErrors = Readonly<Record<string, readonly string[]>>

const notificationOnlyId = roleNamed('NotificationOnly')?.id ?? ''

/** Most people who should be notified do not need to sign in. */
export function newRow(key: number): PersonRow {
  return { key, firstName: '', lastName: '', email: '', roleId: notificationOnlyId }
}

/** Whether nothing was typed, so that the row is not sent. */
export function isBlank({ firstName, lastName, email }: PersonRow): boolean {
  return [firstName, lastName, email].every(text => text.trim() === '')
}

/** Errors found before calling the server. In this table, people are reached by email only. */
export function personRowProblems(row: PersonRow): RowErrors {
  return {
    ...(row.firstName.trim() === '' && { FirstName: ['is required'] }),
    ...(row.email.trim() === '' && { Email: ['is required'] }),
  }
}

export const isToldOnly = ({ roleId }: PersonRow) => roleId === notificationOnlyId

interface Shared {
  readonly siteId: number
  readonly timeZone: string
}

export function notificationOnlyBody(
  { firstName, lastName, email }: PersonRow,
  shared: Shared,
): Asked<typeof addNotificationUser>['body'] {
  return { firstName, lastName, email: email.trim(), phoneNumber: null, ...shared }
}

export function fullUserBody(row: PersonRow, shared: Shared): Asked<typeof addUser>['body'] {
  const roleId = row.roleId as NewUserInput['roleId']
  return { ...notificationOnlyBody(row, shared), email: row.email.trim(), roleId }
}

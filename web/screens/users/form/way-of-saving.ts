import { isNotificationOnlyDraft, type UserDraft } from './user-draft.ts'
import type { User } from '#contract/people/users'
import { fieldErrors, plainReason, serverErrorIn } from '#web/data/requests/failures.ts'
import { errorOf } from '#web/parts/fields/field-errors.ts'
import { hasNotificationsOnly } from '#web/screens/users/people-filter.ts'

export type UserErrors = Readonly<Record<string, readonly string[]>>

/**
 * Full users and notification-only people are saved by different calls. A new permission level may convert one to the
 * other.
 */
export type Way = 'add' | 'add-notified' | 'update' | 'update-notified' | 'demote' | 'promote'

export function wayOf(person: User | null, draft: Pick<UserDraft, 'roleId'>): Way {
  const becomesNotified = isNotificationOnlyDraft(draft)
  if (!person) return becomesNotified ? 'add-notified' : 'add'
  if (hasNotificationsOnly(person)) return becomesNotified ? 'update-notified' : 'promote'
  return becomesNotified ? 'demote' : 'update'
}

/** Returns the question that the specification requires before a demotion. */
export function demotionQuestion({ fullName, roleDisplayName }: User): string {
  return `Are you sure you want to transition ${fullName} from a ${roleDisplayName} to a Notification Only user? Doing so will result in the removal of all of their custom saved locations and settings.`
}

/** The form's fields, with the server's names and the labels. The user name is the email address. */
const fields = {
  firstName: { wires: ['FirstName'], label: 'First Name' },
  lastName: { wires: ['LastName'], label: 'Last Name' },
  email: { wires: ['Email', 'UserName'], label: 'Email' },
  phoneNumber: { wires: ['PhoneNumber'], label: 'Phone' },
  timeZone: { wires: ['TimeZone'], label: 'Time Zone' },
  roleId: { wires: ['RoleId'], label: 'Permission Level' },
  siteId: { wires: ['SiteId'], label: 'User Group' },
} as const satisfies Partial<Record<keyof UserDraft, { wires: readonly string[]; label: string }>>

export type UserFieldName = keyof typeof fields
const fieldNames = Object.keys(fields) as UserFieldName[]

function asEmail(text: string): string {
  return text.replaceAll('UserName', 'Email')
}

/** Returns the error below a field. */
export function userErrorUnder(errors: UserErrors, field: UserFieldName): string | undefined {
  const { wires, label } = fields[field]
  const reported = wires.flatMap(wire => errorOf(errors, wire, label) ?? [])
  return reported.length === 0 ? undefined : asEmail([...new Set(reported)].join(' '))
}

/** A field's error lasts until the field changes. */
export function userErrorsLeft(errors: UserErrors, changed: Partial<UserDraft>): UserErrors {
  const settled = new Set<string>(
    fieldNames.filter(name => name in changed).flatMap(name => fields[name].wires),
  )
  return Object.fromEntries(Object.entries(errors).filter(([wire]) => !settled.has(wire)))
}

const headers: Readonly<Record<Way, string>> = {
  add: 'Error adding user',
  'add-notified': 'Error adding user',
  update: 'Error updating user',
  'update-notified': 'Error updating notification user.',
  demote: 'Error updating user',
  promote: 'Unable to promote notification user.',
}

/** Fields for which the server's own text replaces ours. */
const serverSpeaks: readonly Way[] = ['add', 'add-notified', 'promote']

/** Describes a failed save in a toast. */
export function userSaveFailure(error: unknown, way: Way): { header: string; text?: string } {
  const errors = fieldErrors(error)
  const first = serverErrorIn(errors)
  if (first !== undefined) {
    const reported = asEmail(first)
    return serverSpeaks.includes(way) ? { header: reported } : { header: headers[way], text: reported }
  }
  const isMarked = fieldNames.some(name => userErrorUnder(errors, name) !== undefined)
  return {
    header: headers[way],
    text: isMarked ? 'Check the fields that are marked.' : asEmail(plainReason(error)),
  }
}

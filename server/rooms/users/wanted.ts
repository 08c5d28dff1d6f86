import type { Input } from '#contract/call'
import type { addNotificationUser, NewUserInput } from '#contract/people/people'
import { mayGrant, mayPlaceIn } from '#domain/access/people'
import { maySignIn, roleNamed, roleWithId, type RoleName } from '#domain/access/roles'
import { isTimeZone } from '#domain/alert-times/time-zones'
import { defaultWays, reachFault } from '#domain/messages/ways-to-reach'
import type { Caller } from '#server/platform/http/caller'
import { fieldKey } from '#server/platform/http/input'
import { badInput, type FieldErrors } from '#server/platform/http/problems'
import type { Tx } from '#server/platform/store/index'
import { isTaken } from '#server/platform/store/unique'
import { holdGroup } from '#server/rooms/groups/index'
import { userNameWith } from './person.ts'
import { isUserNameTaken, type UserRow } from './store.ts'

/** A person's data as requested by an administrator. */
export interface Wanted {
  readonly role: RoleName
  readonly user_name: string
  readonly first_name: string
  readonly last_name: string
  readonly email: string | null
  readonly phone_number: string | null
  readonly time_zone: string
  readonly user_group_id: number | null
  readonly email_notifications: boolean
  readonly sms_notifications: boolean
}

export type NotifiedInput = Input<typeof addNotificationUser, 'body'>

function fieldsOf(body: NotifiedInput, before?: Pick<UserRow, 'email_notifications' | 'sms_notifications'>) {
  const ways = defaultWays(body)
  return {
    first_name: body.firstName,
    last_name: body.lastName,
    email: body.email,
    phone_number: body.phoneNumber,
    time_zone: body.timeZone,
    user_group_id: body.siteId,
    email_notifications: body.emailNotifications ?? before?.email_notifications ?? ways.emailNotifications,
    sms_notifications: body.smsNotifications ?? before?.sms_notifications ?? ways.smsNotifications,
  }
}

const isSameText = (one: string, other: string) => one.toLowerCase() === other.toLowerCase()

const roleOf = (id: NewUserInput['roleId']): RoleName => roleWithId(id)?.name ?? 'NotificationOnly'

/** A new full user, or one who becomes a full user. */
export function wantedFullUser(body: NewUserInput, before?: UserRow): Wanted {
  return { ...fieldsOf(body, before), role: roleOf(body.roleId), user_name: body.userName ?? body.email }
}

export function wantedChange(body: NewUserInput, before: UserRow): Wanted {
  const asked = body.userName ?? before.user_name
  // A form sends back the name that it received, even if the name should follow the address.
  const userName = asked === before.user_name ? userNameWith(before, body.email) : asked
  return { ...wantedFullUser(body, before), user_name: userName }
}

/** A placeholder: notification-only people do not sign in, but every row needs a user name. */
export const userNameOfNotified = (id: string) => `notification:${id}`

export function wantedNotified(id: string, body: NotifiedInput, before?: UserRow): Wanted {
  return { ...fieldsOf(body, before), role: 'NotificationOnly', user_name: userNameOfNotified(id) }
}

/** All errors except a user name that is in use; `groups` are those of the customer. */
export function faultsOfWanted(actor: Caller, wanted: Wanted, groups: ReadonlySet<number>): FieldErrors {
  const errors: FieldErrors = {}
  if (!isTimeZone(wanted.time_zone)) errors['TimeZone'] = ['is not a time zone']
  if (!mayGrant(actor, wanted.role)) {
    const name = roleNamed(wanted.role)?.displayName ?? wanted.role
    errors['RoleId'] = [`cannot be ${name}; you can assign only roles below your own`]
  }
  if (wanted.user_group_id === null) errors['SiteId'] = ['is required']
  else if (!mayPlaceIn(actor, wanted.user_group_id)) errors['SiteId'] = ['must be your own user group']
  else if (!groups.has(wanted.user_group_id))
    errors['SiteId'] = ['is not one of the organization’s user groups']

  const { email, phone_number: phoneNumber } = wanted
  // A user name may not be another person's address: that person could not use it.
  if (wanted.user_name.includes('@') && !isSameText(wanted.user_name, email ?? ''))
    errors['UserName'] = ['must be the email address, or a name without @']
  const ways = { emailNotifications: wanted.email_notifications, smsNotifications: wanted.sms_notifications }
  const kind = maySignIn(wanted.role) ? 'full user' : 'notification only'
  const fault = reachFault({ email, phoneNumber, ...ways }, kind)
  if (fault) errors[fieldKey([fault.field])] = [fault.because]
  return errors
}

/** Returns the error to report if another person has the user name. */
export type NameFault = (wanted: Wanted) => FieldErrors

/** The error belongs to the field from which the name came: the address, if the name is the address. */
export const nameTaken: NameFault = ({ user_name: userName, email }) => {
  const taken = ['is used by another account']
  return userName === email ? { Email: taken } : { UserName: taken }
}

/** Throws with all errors found. Locks the group until the transaction ends. */
export async function assertFine(
  tx: Tx,
  actor: Caller,
  id: string,
  wanted: Wanted,
  nameFault: NameFault = nameTaken,
): Promise<void> {
  const { user_group_id: groupId } = wanted
  const group = groupId === null ? undefined : await holdGroup(tx, actor.customerId, groupId)
  const errors = faultsOfWanted(actor, wanted, new Set(group && [group.id]))
  if (await isUserNameTaken(tx, actor.customerId, wanted.user_name, id))
    Object.assign(errors, nameFault(wanted))
  if (Object.keys(errors).length > 0) throw badInput(errors)
}

/** Waits for a write of people. Only the database detects that two people choose the same name at the same time. */
export async function named(nameFault: FieldErrors, writing: Promise<void>): Promise<void> {
  try {
    await writing
  } catch (error) {
    const isName = isTaken(error, 'users_user_name') || isTaken(error, 'users_user_name_of_customer')
    throw isName ? badInput(nameFault) : error
  }
}

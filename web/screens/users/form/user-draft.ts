import type { Asked } from '#contract/call'
import type { CurrentUser, User } from '#contract/people/users'
import type { addNotificationUser, addUser, updateUser } from '#contract/people/people'
import { roleNamed, roleWithId } from '#domain/access/roles'
import { defaultZone } from '#domain/alert-times/time-zones'
import type { MergeRule } from '#domain/edits/merge'
import { onOrOff, type Described } from '#web/parts/leaving/differences.ts'
import { mayChooseGroup } from '#web/parts/fields/role-choices.ts'

/** A person as entered in the form. */
export interface UserDraft {
  readonly firstName: string
  readonly lastName: string
  readonly email: string
  readonly phoneNumber: string
  readonly timeZone: string
  /** Empty until one is chosen. */
  readonly roleId: string
  readonly siteId: number | null
  readonly emailNotifications: boolean
  readonly smsNotifications: boolean
  readonly isActive: boolean
  /** The ids of organization locations. */
  readonly locations: readonly number[]
}

const notificationOnlyId = roleNamed('NotificationOnly')?.id ?? ''

export function userDraftOf(
  person: User | null,
  me: Pick<CurrentUser, 'roleHierarchy' | 'siteId'>,
): UserDraft {
  const ownGroup = mayChooseGroup(me.roleHierarchy) ? null : me.siteId
  return {
    firstName: person?.firstName ?? '',
    lastName: person?.lastName ?? '',
    email: person?.email ?? '',
    phoneNumber: person?.phoneNumber ?? '',
    timeZone: person?.timeZone ?? defaultZone,
    roleId: person?.roleId ?? '',
    siteId: person?.siteId ?? ownGroup,
    emailNotifications: person?.emailNotifications ?? true,
    smsNotifications: person?.smsNotifications ?? false,
    isActive: person?.isActive ?? true,
    locations: person?.orgLocations ?? [],
  }
}

export function isNotificationOnlyDraft({ roleId }: Pick<UserDraft, 'roleId'>): boolean {
  return roleId === notificationOnlyId
}

function sameIds(a: readonly number[], b: readonly number[]): boolean {
  return a.length === b.length && a.every(id => b.includes(id))
}

export function haveLocationsChanged(draft: UserDraft, person: User): boolean {
  return !sameIds(draft.locations, person.orgLocations)
}

/** Locations are merged one by one. */
export const userMergeRule: MergeRule<UserDraft> = { sets: ['locations'] }

/** Whether two drafts are equal apart from their locations. */
export function saysTheSame(a: UserDraft, b: UserDraft): boolean {
  return JSON.stringify({ ...a, locations: null }) === JSON.stringify({ ...b, locations: null })
}

export function isTouched(draft: UserDraft, start: UserDraft): boolean {
  return !saysTheSame(draft, start) || !sameIds(draft.locations, start.locations)
}

/** Returns the draft as readable text, without locations, which are saved separately. */
export function userDraftInWords(
  draft: UserDraft,
  groups: readonly { id: number; name: string }[],
): Described {
  return [
    ['First Name', draft.firstName],
    ['Last Name', draft.lastName],
    ['Email', draft.email],
    ['Phone', draft.phoneNumber],
    ['Time Zone', draft.timeZone],
    ['Permission Level', roleWithId(draft.roleId)?.displayName ?? ''],
    ['User Group', groups.find(({ id }) => id === draft.siteId)?.name ?? String(draft.siteId ?? '')],
    ['Active', onOrOff(draft.isActive)],
    ['Email notifications', onOrOff(draft.emailNotifications)],
    ['SMS notifications', onOrOff(draft.smsNotifications)],
  ]
}

/** Returns the fields that must be filled in before sending, by the server's names. */
export function userProblems(draft: UserDraft): Readonly<Record<string, readonly string[]>> {
  const missing = {
    FirstName: draft.firstName.trim() === '',
    Email: draft.email.trim() === '' && !isNotificationOnlyDraft(draft),
    TimeZone: draft.timeZone === '',
    RoleId: draft.roleId === '',
    SiteId: draft.siteId === null,
  }
  return Object.fromEntries(
    Object.entries(missing)
      .filter(([, isMissing]) => isMissing)
      .map(([field]) => [field, ['is required']]),
  )
}

function personFields({ siteId, ...draft }: UserDraft) {
  if (siteId === null) throw new Error('A draft without a group is not sent')
  return {
    firstName: draft.firstName,
    lastName: draft.lastName,
    phoneNumber: draft.phoneNumber.trim() || null,
    timeZone: draft.timeZone,
    siteId,
    emailNotifications: draft.emailNotifications,
    smsNotifications: draft.smsNotifications,
  }
}

export function notificationUserBody(draft: UserDraft): Asked<typeof addNotificationUser>['body'] {
  return { ...personFields(draft), email: draft.email.trim() || null }
}

/**
 * Returns the body for a new full user, or for one who was notification-only. They sign in with their email address.
 */
export function newUserBody(draft: UserDraft): Asked<typeof addUser>['body'] {
  const { email, roleId } = draft
  return { ...personFields(draft), email, roleId: roleId as Asked<typeof addUser>['body']['roleId'] }
}

/** A person who signs in with their email address will sign in with the new one if it changes. */
export function updateUserBody(
  draft: UserDraft,
  person: User,
  version: number,
): Asked<typeof updateUser>['body'] {
  const { id, userName, email } = person
  const signsInWithEmail = userName.toLowerCase() === email?.toLowerCase()
  return {
    ...newUserBody(draft),
    id,
    userName: signsInWithEmail ? draft.email : userName,
    isActive: draft.isActive,
    version,
  }
}

import { roleNamed, type RoleName } from './roles.ts'

/** A person who acts on an account, or whose account is acted on. */
export interface Member {
  readonly role: RoleName
  readonly customerId: number
  readonly groupId: number | null
}

function hierarchyOf(role: RoleName): number {
  return roleNamed(role)?.hierarchy ?? Infinity
}

const hierarchy = (member: Member) => hierarchyOf(member.role)

/** Administrators see everyone in their customer; an Assistant Admin sees their own group. */
export function maySee(actor: Member, target: Member): boolean {
  if (actor.role === 'SuperAdmin') return true
  if (actor.customerId !== target.customerId) return false
  if (actor.role === 'Admin') return true
  return actor.role === 'AssistantAdmin' && actor.groupId !== null && actor.groupId === target.groupId
}

/** People may be edited by someone with a higher role; an Assistant Admin may edit only people of their own group. */
export function mayManage(actor: Member, target: Member): boolean {
  if (actor.role === 'SuperAdmin') return hierarchy(target) > hierarchy(actor)
  if (actor.customerId !== target.customerId) return false
  if (hierarchy(actor) > 3 || hierarchy(target) <= hierarchy(actor)) return false
  return actor.role !== 'AssistantAdmin' || (actor.groupId !== null && actor.groupId === target.groupId)
}

/** A role may be assigned by a person with a higher one, so no one can raise anyone to their own level or above. */
export function mayGrant(actor: Member, role: RoleName): boolean {
  return hierarchy(actor) <= 3 && hierarchyOf(role) > hierarchy(actor)
}

/** The customer's groups to which a person may add others; for an Assistant Admin, only their own. */
export function mayPlaceIn(actor: Member, groupId: number): boolean {
  return hierarchy(actor) <= 2 || (actor.role === 'AssistantAdmin' && actor.groupId === groupId)
}

/**
 * Invitations may be resent within the same customer (Assistant Admin: same group), never to notification-only people.
 */
export function mayInvite(actor: Member, target: Member): boolean {
  return target.role !== 'NotificationOnly' && maySee(actor, target)
}

/** Support staff may impersonate anyone below them. No one may impersonate a Super Admin. */
export function mayActAs(actor: Member, target: Member): boolean {
  return actor.role === 'SuperAdmin' && target.role !== 'SuperAdmin' && target.role !== 'NotificationOnly'
}

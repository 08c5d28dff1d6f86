import { roleNamed, type RoleName } from './roles.ts'

/** Someone who acts on another person's account, or is acted upon. */
export interface Member {
  readonly role: RoleName
  readonly customerId: number
  readonly groupId: number | null
}

function hierarchyOf(role: RoleName): number {
  return roleNamed(role)?.hierarchy ?? Infinity
}

const hierarchy = (member: Member) => hierarchyOf(member.role)

/** People of the own customer are seen by its administrators, those of the own group by an Assistant Admin. */
export function maySee(actor: Member, target: Member): boolean {
  if (actor.role === 'SuperAdmin') return true
  if (actor.customerId !== target.customerId) return false
  if (actor.role === 'Admin') return true
  return actor.role === 'AssistantAdmin' && actor.groupId !== null && actor.groupId === target.groupId
}

/** A row of the Users page may be edited by someone who stands higher; an Assistant Admin only inside the own group. */
export function mayManage(actor: Member, target: Member): boolean {
  if (actor.role === 'SuperAdmin') return hierarchy(target) > hierarchy(actor)
  if (actor.customerId !== target.customerId) return false
  if (hierarchy(actor) > 3 || hierarchy(target) <= hierarchy(actor)) return false
  return actor.role !== 'AssistantAdmin' || (actor.groupId !== null && actor.groupId === target.groupId)
}

/** A role may be given by someone who stands higher: nobody raises anyone to the own level, or above it. */
export function mayGrant(actor: Member, role: RoleName): boolean {
  return hierarchy(actor) <= 3 && hierarchyOf(role) > hierarchy(actor)
}

/** Into which groups of the own customer someone may put people; an Assistant Admin only into the own one. */
export function mayPlaceIn(actor: Member, groupId: number): boolean {
  return hierarchy(actor) <= 2 || (actor.role === 'AssistantAdmin' && actor.groupId === groupId)
}

/** Invitations go again to people of the own customer (Assistant Admin: own group), never to the notification-only. */
export function mayInvite(actor: Member, target: Member): boolean {
  return target.role !== 'NotificationOnly' && maySee(actor, target)
}

/** Support staff may act as anyone below themselves; nobody may act as a Super Admin. */
export function mayActAs(actor: Member, target: Member): boolean {
  return actor.role === 'SuperAdmin' && target.role !== 'SuperAdmin' && target.role !== 'NotificationOnly'
}

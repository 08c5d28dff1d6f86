import { roleNamed, type RoleName } from './roles.ts'

/** Someone who acts on another person's account, or is acted upon. */
export interface Member {
  readonly role: RoleName
  readonly customerId: number
  readonly groupId: number | null
}

function hierarchy(member: Member): number {
  return roleNamed(member.role)?.hierarchy ?? Infinity
}

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

/** Invitations go again to people of the own customer (Assistant Admin: own group), never to the notification-only. */
export function mayInvite(actor: Member, target: Member): boolean {
  return target.role !== 'NotificationOnly' && maySee(actor, target)
}

/** Support staff may act as anyone below themselves; nobody may act as a Super Admin. */
export function mayActAs(actor: Member, target: Member): boolean {
  return actor.role === 'SuperAdmin' && target.role !== 'SuperAdmin' && target.role !== 'NotificationOnly'
}

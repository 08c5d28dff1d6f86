import type { Permission } from './permissions.ts'
import type { RoleName } from './roles.ts'

/** Who may make a call or open a page. One match in each list is enough; an absent list requires nothing. */
export interface AccessRule {
  readonly roles?: readonly RoleName[]
  readonly permissions?: readonly Permission[]
}

export interface Holder {
  readonly role: RoleName
  readonly permissions: readonly Permission[]
}

export type AccessDecision = { allowed: true } | { allowed: false; because: 'role' | 'permission' }

/**
 * Whether the caller has one of the allowed roles (if given) and at least one of the allowed permissions (if given).
 */
export function decideAccess(holder: Holder, rule: AccessRule): AccessDecision {
  if (rule.roles && !rule.roles.includes(holder.role)) return { allowed: false, because: 'role' }
  if (rule.permissions && !rule.permissions.some(needed => holder.permissions.includes(needed))) {
    return { allowed: false, because: 'permission' }
  }
  return { allowed: true }
}

export function may(holder: Holder, rule: AccessRule): boolean {
  return decideAccess(holder, rule).allowed
}

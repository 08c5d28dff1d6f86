import type { CurrentUser } from '#contract/people/users'
import type { Holder } from '#domain/access/may'
import { effectiveRole } from '#domain/access/roles'

export function holderOf(user: CurrentUser): Holder {
  return { role: effectiveRole(user.roleName), permissions: user.permissions }
}

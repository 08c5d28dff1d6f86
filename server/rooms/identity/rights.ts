import { owesSecondFactor } from '#domain/access/sessions'
import type { Db } from '#server/platform/store/index'
import { permissionsOf, personOf, type UserRow } from '#server/rooms/users/index'
import { findPasswordHash } from './store/accounts.ts'

/**
 * A person and what they may do now, which is less than their role allows while an administrator still has to set up
 * two-step verification.
 */
export function rightsOf(row: UserRow, { isFromProvider }: { readonly isFromProvider: boolean }) {
  const person = personOf(row)
  const isOwed = owesSecondFactor({
    role: person.role,
    isRequired: row.requires_second_factor,
    hasSecondFactor: row.has_second_factor,
    isFromProvider,
  })
  if (!isOwed) return person
  const permissions = permissionsOf({ ...row, permissions: [] })
  return { ...person, role: 'Customer', permissions, owesSecondFactor: true } as const
}

/** The rights for a request without a session. People without a password sign in with their provider. */
export async function rightsOfTokenOwner(db: Db, row: UserRow) {
  // How the person signs in matters only while two-step verification is required but not set up.
  if (!row.requires_second_factor || row.has_second_factor) return personOf(row)
  return rightsOf(row, { isFromProvider: (await findPasswordHash(db, row.id)) === undefined })
}

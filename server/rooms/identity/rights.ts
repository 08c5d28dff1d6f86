import { owesSecondFactor } from '#domain/access/sessions'
import type { Db } from '#server/platform/store/index'
import { permissionsOf, personOf, type UserRow } from '#server/rooms/users/index'
import { findPasswordHash } from './store/accounts.ts'

/** A person and what they may do now: less than their role allows while an administrator owes two-step verification. */
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

/** The same for a request without a session. People without a password sign in with their provider. */
export async function rightsOfTokenOwner(db: Db, row: UserRow) {
  // How they sign in matters only while something is owed.
  if (!row.requires_second_factor || row.has_second_factor) return personOf(row)
  return rightsOf(row, { isFromProvider: (await findPasswordHash(db, row.id)) === undefined })
}

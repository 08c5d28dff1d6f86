import { sql } from 'kysely'
import { rowsOlderBy, type Entry, type PersonOfCustomer } from '#server/platform/personal-data'
import type { Db, Tx } from '#server/platform/store/index'

export async function linksOf(db: Db, { id, customerId }: PersonOfCustomer): Promise<Entry[]> {
  const { rows } = await sql<Entry>`
    select 'identity provider' as kind, provider, subject, linked_at as since, used_at as "lastUsed"
    from sso_identities where customer_id = ${customerId} and user_id = ${id}`.execute(db)
  return rows
}

/**
 * Attempts that led to the person's account, under any address, and attempts that led to no account, under an address
 * that no one else at the customer has.
 */
function ownAttempts({ id, customerId, email, isEmailShared }: PersonOfCustomer) {
  const address = isEmailShared ? null : email
  return sql`customer_id = ${customerId}
    and (user_id = ${id} or (user_id is null and lower(email) = lower(${address}::text)))`
}

export async function attemptsOf(
  db: Db,
  person: PersonOfCustomer,
  page: { readonly after: number; readonly count: number },
) {
  const { rows } = await sql<{ id: number }>`
    select id, at, case when is_let_in then 'signed in' else 'sign-in failed' end as kind,
      'single sign-on' as method, because
    from sso_attempts where ${ownAttempts(person)} and id > ${page.after} order by id limit ${page.count}`.execute(
    db,
  )
  return rows
}

export async function deleteTracesOf(tx: Tx, person: PersonOfCustomer): Promise<void> {
  const { customerId, email, isEmailShared } = person
  await sql`delete from sso_attempts where ${ownAttempts(person)}`.execute(tx)
  if (email === null || isEmailShared) return
  await sql`
    delete from sso_requests
    where customer_id = ${customerId} and lower(asserted->>'email') = lower(${email})`.execute(tx)
}

export const deleteOldAttempts = rowsOlderBy('sso_attempts', 'at')

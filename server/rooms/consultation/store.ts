import { sql, type Generated, type Insertable } from 'kysely'
import { rowsOlderBy, type PersonOfCustomer } from '#server/platform/personal-data'
import type { Db, Tx } from '#server/platform/store/index'

type QuestionTable = {
  id: Generated<number>
  customer_id: number
  user_id: string
  message: string
  preferred_contact: 'email' | 'phone' | 'text'
  email: string | null
  phone: string | null
  copied_emails: string[]
  created_at: Date
}
type Tables = { consultations: QuestionTable }

export async function insertQuestion(tx: Tx, question: Insertable<QuestionTable>): Promise<number> {
  const { id } = await tx
    .withTables<Tables>()
    .insertInto('consultations')
    .values(question)
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export async function countQuestionsSince(
  db: Db,
  customerId: number,
  userId: string,
  since: Date,
): Promise<number> {
  const { count } = await db
    .withTables<Tables>()
    .selectFrom('consultations')
    .select(eb => eb.fn.countAll<number>().as('count'))
    .where('customer_id', '=', customerId)
    .where('user_id', '=', userId)
    .where('created_at', '>', since)
    .executeTakeFirstOrThrow()
  return count
}

export async function questionsOf(
  db: Db,
  { id, customerId }: PersonOfCustomer,
  page: { readonly after: number; readonly count: number },
) {
  const { rows } = await sql<{ id: number }>`
    select id, created_at as at, message, preferred_contact as "preferredContact", email, phone,
      copied_emails as "copiedTo"
    from consultations
    where customer_id = ${customerId} and user_id = ${id} and id > ${page.after}
    order by id limit ${page.count}`.execute(db)
  return rows
}

/** Deletes a person's questions, and removes the person's address from the copies of other people's questions. */
export async function deleteQuestionsOf(
  tx: Tx,
  { id, customerId, email, isEmailShared }: PersonOfCustomer,
): Promise<void> {
  await sql`delete from consultations where customer_id = ${customerId} and user_id = ${id}`.execute(tx)
  if (email === null || isEmailShared) return
  await sql`
    update consultations set copied_emails =
      array(select copied from unnest(copied_emails) as copied where lower(copied) <> lower(${email}))
    where customer_id = ${customerId}
      and exists (select from unnest(copied_emails) as copied where lower(copied) = lower(${email}))`.execute(
    tx,
  )
}

/** Deletes questions that were asked while their author was being deleted. */
export async function deleteStrayQuestions(db: Db, _scope: 'system', most: number): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from consultations where id in (
      select id from consultations
      where not exists (select from users where users.id = consultations.user_id)
      limit ${most})`.execute(db)
  return Number(numAffectedRows ?? 0n)
}

export const deleteOldQuestions = rowsOlderBy('consultations', 'created_at')

import type { Generated, Insertable } from 'kysely'
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

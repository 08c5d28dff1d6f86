import { sql } from 'kysely'
import { inPages, type PersonalData, type PersonOfCustomer } from '#server/platform/personal-data'
import type { Db } from '#server/platform/store/index'

/** Returns what a person did, and what support staff did as them, without the values, which may be about others. */
async function actsOf(db: Db, { id }: PersonOfCustomer, page: { after: number; count: number }) {
  const { rows } = await sql<{ id: number }>`
    select id, at, action, target, reason, acting_as_id is not null and acting_as_id = ${id} as "bySupport"
    from audit_log
    where (actor_id = ${id} or acting_as_id = ${id}) and id > ${page.after}
    order by id limit ${page.count}`.execute(db)
  return rows
}

/** The audit log is kept, because each entry is chained to the one before it. */
export const auditPersonalData: PersonalData = { sections: { acts: inPages(actsOf) } }

import { sql } from 'kysely'
import type { Advisory, AdvisoryList } from '#domain/advisories/advisory'
import type { Db } from '#server/platform/store/index'

type Tables = {
  advisories: { source: string; id: string; advisory: Advisory; heard_at: Date; ended_at: Date | null }
  advisory_lists: { source: string; heard_at: Date }
}

/** Alerts belong to everybody: they know no customer. */
const tables = (db: Db) => db.withTables<Tables>()

/** Keeps a source's list: what it no longer names has ended. */
export async function saveList(db: Db, { source, asOfMs, advisories }: AdvisoryList): Promise<void> {
  const heardAt = new Date(asOfMs)
  const ids = advisories.map(({ id }) => id)
  await db.transaction().execute(async tx => {
    const gone = tables(tx)
      .updateTable('advisories')
      .set({ ended_at: heardAt })
      .where('source', '=', source)
      .where('ended_at', 'is', null)
    await (ids.length > 0 ? gone.where('id', 'not in', ids) : gone).execute()
    if (advisories.length > 0) {
      await tables(tx)
        .insertInto('advisories')
        .values(
          advisories.map(advisory => ({
            source,
            id: advisory.id,
            advisory: sql<Advisory>`${JSON.stringify(advisory)}::jsonb`,
            heard_at: heardAt,
            ended_at: null,
          })),
        )
        .onConflict(conflict => conflict.columns(['source', 'id']).doUpdateSet({ ended_at: null }))
        .execute()
    }
    await tables(tx)
      .insertInto('advisory_lists')
      .values({ source, heard_at: heardAt })
      .onConflict(conflict => conflict.column('source').doUpdateSet({ heard_at: heardAt }))
      .execute()
  })
}

export async function lastLists(db: Db): Promise<AdvisoryList[]> {
  const lists = await tables(db).selectFrom('advisory_lists').selectAll().execute()
  const rows = await tables(db).selectFrom('advisories').selectAll().where('ended_at', 'is', null).execute()
  return lists.map(({ source, heard_at }) => ({
    source,
    asOfMs: heard_at.getTime(),
    advisories: rows.filter(row => row.source === source).map(row => row.advisory),
  }))
}

export async function deleteAdvisoriesEndedBefore(db: Db, before: Date): Promise<void> {
  await tables(db).deleteFrom('advisories').where('ended_at', '<', before).execute()
}

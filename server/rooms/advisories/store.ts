import { sql } from 'kysely'
import type { Advisory, AdvisoryList } from '#domain/advisories/advisory'
import { anyOf } from '#server/platform/store/any-of'
import type { Db, Tx } from '#server/platform/store/index'

type Tables = {
  advisories: { source: string; id: string; advisory: Advisory; heard_at: Date; ended_at: Date | null }
  advisory_lists: { source: string; heard_at: Date }
}

/** Alerts belong to no customer. */
const tables = (db: Db) => db.withTables<Tables>()

export interface ListChange {
  readonly issued: readonly Advisory[]
  readonly ended: readonly Advisory[]
}

/**
 * Stores a source's list: alerts it no longer contains have ended. Returns the new and the ended alerts. `moved` are
 * alerts whose area has changed.
 */
export async function saveList(
  tx: Tx,
  { source, asOfMs, advisories }: AdvisoryList,
  moved: readonly Advisory[] = [],
): Promise<ListChange> {
  const heardAt = new Date(asOfMs)
  const ids = new Set(advisories.map(({ id }) => id))
  // Does not load the alerts themselves, because their outlines would add megabytes every minute.
  const standing = await tables(tx)
    .selectFrom('advisories')
    .select('id')
    .where('source', '=', source)
    .where('ended_at', 'is', null)
    .execute()
  const known = new Set(standing.map(({ id }) => id))
  const gone = [...known].filter(id => !ids.has(id))
  const issued = advisories.filter(({ id }) => !known.has(id))
  const ended = await endAdvisories(tx, source, gone, heardAt)
  const written = [...issued, ...moved.filter(({ id }) => known.has(id))]
  if (written.length > 0) {
    await tables(tx)
      .insertInto('advisories')
      .values(
        written.map(advisory => ({
          source,
          id: advisory.id,
          advisory: sql<Advisory>`${JSON.stringify(advisory)}::jsonb`,
          heard_at: heardAt,
          ended_at: null,
        })),
      )
      .onConflict(conflict =>
        conflict
          .columns(['source', 'id'])
          .doUpdateSet({ ended_at: null, advisory: row => row.ref('excluded.advisory') }),
      )
      .execute()
  }
  await tables(tx)
    .insertInto('advisory_lists')
    .values({ source, heard_at: heardAt })
    .onConflict(conflict => conflict.column('source').doUpdateSet({ heard_at: heardAt }))
    .execute()
  return { issued: written, ended }
}

async function endAdvisories(tx: Tx, source: string, ids: readonly string[], at: Date): Promise<Advisory[]> {
  if (ids.length === 0) return []
  const rows = await tables(tx)
    .updateTable('advisories')
    .set({ ended_at: at })
    .where('source', '=', source)
    .where('id', '=', anyOf(ids, 'text'))
    .returning('advisory')
    .execute()
  return rows.map(({ advisory }) => advisory)
}

/** Loads alerts by ID, whether in force or ended. */
export async function findAdvisories(
  db: Db,
  ids: readonly string[],
): Promise<{ advisory: Advisory; ended_at: Date | null }[]> {
  if (ids.length === 0) return []
  return tables(db)
    .selectFrom('advisories')
    .select(['advisory', 'ended_at'])
    .where('id', '=', anyOf(ids, 'text'))
    .execute()
}

/** All alerts in force. */
export async function standingAdvisories(db: Db): Promise<Advisory[]> {
  const rows = await tables(db)
    .selectFrom('advisories')
    .select('advisory')
    .where('ended_at', 'is', null)
    .execute()
  return rows.map(({ advisory }) => advisory)
}

/** The IDs of the events behind the alerts in force. A newer message about an event keeps its ID. */
export async function standingContinuities(db: Db): Promise<ReadonlySet<string>> {
  const rows = await tables(db)
    .selectFrom('advisories')
    .select(sql<string>`advisory->>'continuity'`.as('continuity'))
    .where('ended_at', 'is', null)
    .execute()
  return new Set(rows.map(({ continuity }) => continuity))
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

import { sql, type Generated } from 'kysely'
import { riskTemplates, workRestTemplates } from '#domain/heat-stress/templates'
import type { RiskLevel, WorkRestProfile } from '#domain/heat-stress/work-rest'
import type { Db, Scope, Tx } from '#server/platform/store/index'

type Tables = {
  risk_profiles: {
    id: Generated<number>
    customer_id: number | null
    name: string
    risk_levels: RiskLevel[]
  }
  work_rest_profiles: {
    id: Generated<number>
    customer_id: number | null
    name: string
    profile: WorkRestProfile
  }
}

const tables = (db: Db) => db.withTables<Tables>()

/** A profile that a customer may use: its own, or a template. */
export async function findWorkRestProfile(
  db: Db,
  scope: Scope,
  id: number,
): Promise<{ id: number; profile: WorkRestProfile } | undefined> {
  const query = tables(db).selectFrom('work_rest_profiles').select(['id', 'profile']).where('id', '=', id)
  return (
    scope === 'system'
      ? query
      : query.where(eb => eb.or([eb('customer_id', 'is', null), eb('customer_id', '=', scope)]))
  ).executeTakeFirst()
}

export async function findRiskProfile(
  db: Db,
  scope: Scope,
  id: number,
): Promise<{ id: number; name: string; risk_levels: RiskLevel[] } | undefined> {
  const query = tables(db)
    .selectFrom('risk_profiles')
    .select(['id', 'name', 'risk_levels'])
    .where('id', '=', id)
  return (
    scope === 'system'
      ? query
      : query.where(eb => eb.or([eb('customer_id', 'is', null), eb('customer_id', '=', scope)]))
  ).executeTakeFirst()
}

/** Stores the templates of this version of Skywarden; returns their IDs by name. */
export async function saveTemplates(tx: Tx): Promise<ReadonlyMap<string, number>> {
  const numbers = new Map<string, number>()
  for (const profile of workRestTemplates) {
    const text = JSON.stringify(profile)
    const { rows } = await sql<{ id: number }>`
      insert into work_rest_profiles (customer_id, name, profile) values (null, ${profile.name}, ${text}::jsonb)
      on conflict (name) where customer_id is null do update set profile = excluded.profile returning id`.execute(
      tx,
    )
    if (rows[0]) numbers.set(profile.name, rows[0].id)
  }
  for (const { name, riskLevels } of riskTemplates) {
    const text = JSON.stringify(riskLevels)
    const { rows } = await sql<{ id: number }>`
      insert into risk_profiles (customer_id, name, risk_levels) values (null, ${name}, ${text}::jsonb)
      on conflict (name) where customer_id is null do update set risk_levels = excluded.risk_levels returning id`.execute(
      tx,
    )
    if (rows[0]) numbers.set(name, rows[0].id)
  }
  return numbers
}

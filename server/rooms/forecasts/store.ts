import { sql } from 'kysely'
import type { PointForecast, ProactiveForecast } from '#domain/forecasts/forecast'
import type { Db, Tx } from '#server/platform/store/index'

type Tables = {
  forecasts: { point: string; issued_at: Date; heard_at: Date; forecast: PointForecast }
  proactive_forecasts: { source: string; id: string; forecast: ProactiveForecast; expires_at: Date }
}

/** Forecasts belong to no customer. */
const tables = (db: Db) => db.withTables<Tables>()

export async function saveForecast(db: Db, point: string, forecast: PointForecast, now: Date): Promise<void> {
  const row = {
    point,
    issued_at: new Date(forecast.issuedMs),
    heard_at: now,
    forecast: sql<PointForecast>`${JSON.stringify(forecast)}::jsonb`,
  }
  await tables(db)
    .insertInto('forecasts')
    .values(row)
    .onConflict(conflict => conflict.column('point').doUpdateSet(row))
    .execute()
}

export function forecastsSince(db: Db, since: Date): Promise<{ point: string; forecast: PointForecast }[]> {
  return tables(db)
    .selectFrom('forecasts')
    .select(['point', 'forecast'])
    .where('issued_at', '>=', since)
    .execute()
}

export async function deleteForecastsBefore(db: Db, before: Date): Promise<void> {
  await tables(db).deleteFrom('forecasts').where('issued_at', '<', before).execute()
}

/** Stores a source's list. Returns the new messages in it. */
export async function saveProactiveForecasts(
  tx: Tx,
  source: string,
  forecasts: readonly ProactiveForecast[],
): Promise<{ forecastId: string; messageId: string }[]> {
  const before = await tables(tx)
    .deleteFrom('proactive_forecasts')
    .where('source', '=', source)
    .returning('forecast')
    .execute()
  const known = new Set(before.flatMap(({ forecast }) => forecast.messages.map(({ id }) => id)))
  if (forecasts.length === 0) return []
  await tables(tx)
    .insertInto('proactive_forecasts')
    .values(
      forecasts.map(forecast => ({
        source,
        id: forecast.id,
        forecast: sql<ProactiveForecast>`${JSON.stringify(forecast)}::jsonb`,
        expires_at: new Date(forecast.expiresMs),
      })),
    )
    .execute()
  return forecasts.flatMap(({ id: forecastId, messages }) =>
    messages.flatMap(({ id: messageId }) => (known.has(messageId) ? [] : { forecastId, messageId })),
  )
}

export async function standingProactiveForecasts(db: Db, now: Date): Promise<ProactiveForecast[]> {
  const rows = await tables(db)
    .selectFrom('proactive_forecasts')
    .select('forecast')
    .where('expires_at', '>', now)
    .execute()
  return rows.map(row => row.forecast)
}

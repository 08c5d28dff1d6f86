import type { Source } from '#domain/feeds/source'
import { secondMs } from '#server/platform/clock'
import type { Db } from '#server/platform/store/index'
import { listFeedKeyRows, type FeedKeyRow } from './store.ts'

/** Strikes from other sources are distinguished by key: two networks may use the same IDs. */
export const sourceIdOf = (keyId: number) => `key ${keyId}`

export function keySource(key: FeedKeyRow): Source {
  return {
    id: sourceIdOf(key.id),
    name: `Feed key “${key.name}”`,
    kind: 'lightning',
    area: key.area,
    staleAfterMs: key.stale_after_seconds * secondMs,
    usualLatencyMs: null,
    positionErrorMiles: key.position_error_miles,
    provesAbsence: key.proves_absence,
    license: key.license,
    isConfigured: true,
  }
}

/** The sources that currently have a key. */
export async function keySources(db: Db): Promise<Source[]> {
  return (await listFeedKeyRows(db, 'system')).map(keySource)
}

import { retentionKinds } from '#domain/privacy/retention'
import { hourMs, minuteMs, type Clock } from '#server/platform/clock'
import type { PersonalData } from '#server/platform/personal-data'
import type { Db } from '#server/platform/store/index'
import { listRetentions } from './store.ts'

/** Few enough rows that no one has to wait long for a deletion. */
const rowsAtOnce = 1000

export interface Batches {
  /** Called before each batch: whether this process is still the leader and is not stopping. */
  readonly mayGoOn?: () => boolean
  readonly most?: number
}

/** Deletes data for which customers have chosen a shorter retention than usual. */
export async function deleteByChoice(
  db: Db,
  parts: readonly PersonalData[],
  { mayGoOn = () => true, most = rowsAtOnce }: Batches = {},
): Promise<void> {
  for (const { customerId, days } of await listRetentions(db, 'system'))
    for (const kind of retentionKinds) {
      const chosen = days[kind]
      if (chosen === null) continue
      for (const { deleteOlder } of parts) {
        const remove = deleteOlder?.[kind]
        while (remove && mayGoOn() && (await remove(db, customerId, { days: chosen, most })) >= most);
      }
    }
}

/** Deletes what remains of people who were deleted. */
export async function forgetStrays(
  db: Db,
  parts: readonly PersonalData[],
  { mayGoOn = () => true, most = rowsAtOnce }: Batches = {},
): Promise<void> {
  for (const { forgetStrays: forget } of parts)
    while (forget && mayGoOn() && (await forget(db, most)) >= most);
}

/** A leader's first minutes are reserved for messages that people are waiting for. */
const firstRunAfterMs = 5 * minuteMs

/** How often to check whether work is due: a term can begin at any time. */
export const dueCheckMs = minuteMs

/** Runs work every hour of the leader's term, except in its first minutes. Work that has failed stays due. */
export function everyHourOfTerm(
  { clock, term }: { readonly clock: Pick<Clock, 'monotonicMs'>; readonly term: () => number | null },
  work: () => Promise<void>,
): () => Promise<void> {
  let known: number | null = null
  let dueMs = 0
  return async () => {
    const current = term()
    if (current !== known) dueMs = clock.monotonicMs() + firstRunAfterMs
    known = current
    if (clock.monotonicMs() < dueMs) return
    await work()
    dueMs = clock.monotonicMs() + hourMs
  }
}

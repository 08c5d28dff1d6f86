import { retentionKinds } from '#domain/privacy/retention'
import { hourMs, minuteMs, type Clock } from '#server/platform/clock'
import type { PersonalData } from '#server/platform/personal-data'
import type { Db } from '#server/platform/store/index'
import { listRetentions } from './store.ts'

/** Few enough that nobody waits for a deletion. */
const rowsAtOnce = 1000

export interface Batches {
  /** Asked before each batch: whether this process is still the leader and not stopping. */
  readonly mayGoOn?: () => boolean
  readonly most?: number
}

/** Deletes what customers have chosen to keep for less time than usual. */
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

/** Forgets what is left of people who were deleted. */
export async function forgetStrays(
  db: Db,
  parts: readonly PersonalData[],
  { mayGoOn = () => true, most = rowsAtOnce }: Batches = {},
): Promise<void> {
  for (const { forgetStrays: forget } of parts)
    while (forget && mayGoOn() && (await forget(db, most)) >= most);
}

/** A leader's first minutes are for the messages that people wait for. */
const firstRunAfterMs = 5 * minuteMs

/** How often to check whether work is due: a term can begin at any time. */
export const dueCheckMs = minuteMs

/** Runs work every hour of the leader's term, except in its first minutes. Work that failed stays due. */
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

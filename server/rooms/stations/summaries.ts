import type { Tx } from '#server/platform/store/index'
import { gatherDays, gatherHours, gatherQuarters, takeDueSummaries } from './store/history.ts'
import { makeRoom } from './months.ts'
import { correctDays, correctHours } from './store/rain.ts'

/** The number of changes summarized in one transaction: more would block other users of the database. */
const atOnce = 2000

/**
 * Summarizes some changes from the currently committed readings. Returns whether there was anything to do. Only one
 * process may run this at a time: a second one could overwrite newer results with ones based on what it had read
 * earlier.
 */
export async function summarizeSome(tx: Tx): Promise<boolean> {
  const due = await takeDueSummaries(tx, 'system', atOnce)
  if (due.length === 0) return false
  await makeRoom(
    tx,
    'station_quarters',
    due.map(span => span.start_at),
  )
  await gatherQuarters(tx, 'system', due)
  await gatherHours(tx, 'system', due)
  await gatherDays(tx, 'system', due)
  await correctHours(tx, 'system', due)
  await correctDays(tx, 'system', due)
  return true
}

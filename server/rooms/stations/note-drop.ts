import type { Facts } from '#server/facts'
import type { Changes } from '#server/platform/changes/index'
import type { Clock } from '#server/platform/clock'
import type { Log } from '#server/platform/log'
import { createSerial } from '#server/platform/serial'
import type { DropReason, DropSender } from './drops.ts'
import { appendStationChanged } from './share-station.ts'
import { markDropped } from './store/stations.ts'

export interface DropNoteDeps {
  readonly changes: Pick<Changes<Facts>, 'commit'>
  readonly clock: Clock
  readonly log: Log
}

const mostDropsNoted = 1000

/** Records, for each station, that its data was dropped. */
export function createDropNotes({
  changes,
  clock,
  log,
}: DropNoteDeps): (sender: DropSender, why: DropReason) => void {
  /** Serialized and bounded: if a feed is entirely broken, drops beyond the limit are only logged. */
  const inTurn = createSerial()
  let waiting = 0
  return (sender, why) => {
    if (waiting >= mostDropsNoted) return
    waiting++
    const note = () =>
      changes.commit(async (tx, appendFact) => {
        const row = await markDropped(tx, 'system', sender, why, clock.now())
        if (row) appendStationChanged(appendFact, row)
      })
    inTurn(note)
      .catch((error: unknown) => log.error({ err: error, ...sender }, 'could not record dropped data'))
      .finally(() => void waiting--)
  }
}

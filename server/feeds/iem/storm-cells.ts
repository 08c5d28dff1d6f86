import type { FeedParts } from '#server/feeds/parts'
import { hourMs, minuteMs } from '#server/platform/clock'
import { parseStormCells } from './parse-storm-cells.ts'

const everyMs = minuteMs
/** IEM lists the cells of the last half hour; when the newest is older than this, IEM no longer receives radar. */
const oldestMs = 15 * minuteMs
const rememberedMs = hourMs
const asOfKey = 'storm cells: as of'

/** Requests the storm attributes of all radars every minute, as often as IEM renews them. */
export function startIemStormCells(parts: FeedParts): { stop(): Promise<void> } {
  const { clock, bus, schedule, memory, upstream, baseUrl, report } = parts
  let isStopped = false
  let asking: Promise<void> | undefined

  async function ask(): Promise<void> {
    const { value: list } = await upstream.read(
      {
        url: `${baseUrl}/geojson/nexrad_attr.py`,
        contentTypes: ['application/vnd.geo+json', 'application/geo+json', 'application/json'],
        maxBytes: 20_000_000,
      },
      ({ body }) => parseStormCells(body.toString('utf8'), clock.now().getTime()),
    )
    if (isStopped) return
    const nowMs = clock.now().getTime()
    const minutesOld = (ms: number) => Math.round((nowMs - ms) / minuteMs)
    // At any time, some radar lists a cell somewhere: an empty list means that the feed has stopped.
    if (list.cells.length === 0) throw new Error('No radar lists any storm cells')
    const newestMs = Math.max(...list.cells.map(({ issuedMs }) => issuedMs))
    if (nowMs - newestMs > oldestMs)
      throw new Error(`The newest storm cell is ${minutesOld(newestMs)} minutes old`)
    if (nowMs - list.asOfMs > oldestMs)
      throw new Error(`The newest list of storm cells is ${minutesOld(list.asOfMs)} minutes old`)
    // Another process may have run the feeds in the meantime, so only the stored state has its last list.
    const lastMs = await memory.recall(asOfKey)
    if (typeof lastMs !== 'number' || list.asOfMs > lastMs) {
      bus.publish('storm-cells-heard', list)
      await memory.keep(asOfKey, list.asOfMs, rememberedMs)
    }
    report({
      delivering: true,
      detail: `Lists ${list.cells.length} storm cells from all radars, updated every minute`,
      deliveredMs: list.asOfMs,
    })
  }

  schedule.every('iem storm cells', everyMs, async () => {
    if (isStopped) return
    asking = ask().catch((error: unknown) => report({ delivering: false, detail: (error as Error).message }))
    await asking
  })

  return {
    async stop() {
      isStopped = true
      await asking
    },
  }
}

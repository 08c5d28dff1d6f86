import { distanceMiles } from '#domain/geo/distance'
import { Backup } from '#server/feeds/backup'
import type { FeedParts } from '#server/feeds/parts'
import { onPlaces, placeCountsMs } from '#server/feeds/places'
import { isClutter } from '#server/feeds/storm-attributes'
import { WantedNames } from '#server/feeds/wanted-names'
import { minuteMs, secondMs } from '#server/platform/clock'
import { radarNames, radarPlace, radarsNear } from './near-radars.ts'
import { parseRadarTable, type RadarTable } from './parse.ts'

const source = 'nexrad'
/** The other source, whose list comes from the same radars. */
const standsInFor = 'iem'
/** One radar per turn: at most 15 a minute, and each of the 143 within ten minutes. */
const turnMs = 4 * secondMs
/** A radar takes about five minutes for a volume scan. */
const tableEveryMs = 4 * minuteMs
/** A radar whose request failed is requested again sooner. */
const retryEveryMs = minuteMs
const sayEveryMs = minuteMs
/** The other list is renewed every minute; after 15 minutes without a new one, storms would be unknown. */
const replacesAfterMs = 5 * minuteMs
const graceMs = 3 * minuteMs
const oldestMs = 15 * minuteMs
/** A table with another location is not from the requested radar. */
const samePlaceMiles = 5

interface Asked {
  readonly askedMs: number
  readonly table?: RadarTable
  /** Why the last table was unavailable. */
  readonly problem?: string
}

const clockTime = (ms: number) => `${new Date(ms).toISOString().slice(11, 16)} UTC`
const pathOf = (name: string) => `/SL.us008001/DF.of/DC.radar/DS.p37cr/SI.k${name.toLowerCase()}/sn.last`

/**
 * Publishes storm cells directly from the radars near people's places when the list of all radars stops. Nothing is
 * requested while that list is fresh.
 */
export function startNexrad(parts: FeedParts) {
  const { clock, log, bus, schedule, upstream, baseUrl, report } = parts
  const backup = new Backup({ replacesAfterMs, graceMs, turnMs })
  const wanted = new WantedNames(parts, { key: 'radars: wanted', all: radarNames })
  const asked = new Map<string, Asked>()
  let saidMs = -Infinity
  let isStopped = false
  let turning: Promise<void> | undefined
  const nowMs = () => clock.now().getTime()

  const unsubscribe = [
    onPlaces(bus, place => wanted.want(radarsNear(place), placeCountsMs)),
    bus.subscribe('storm-cells-heard', list => {
      if (list.source === standsInFor) backup.otherHeard(list.asOfMs)
    }),
  ]

  async function ask(name: string): Promise<void> {
    const before = asked.get(name)
    const askedMs = nowMs()
    try {
      const { value } = await upstream.read(
        // Files without an extension may have no content type; anything but a table is rejected by its content.
        { url: baseUrl + pathOf(name), contentTypes: [''], maxBytes: 500_000 },
        ({ body }) => parseRadarTable(body, name, nowMs()),
      )
      const place = radarPlace(name)
      const miles = place ? distanceMiles(place, value.radar) : null
      if (miles === null || miles > samePlaceMiles) throw new Error('The table is from another radar')
      if (nowMs() - value.validMs > oldestMs)
        throw new Error(`Radar ${name} has sent nothing since ${clockTime(value.validMs)}`)
      const isNewer = !before?.table || value.validMs >= before.table.validMs
      asked.set(name, { askedMs, table: isNewer ? value : before.table })
    } catch (error) {
      asked.set(name, {
        askedMs,
        ...(before?.table && { table: before.table }),
        problem: (error as Error).message,
      })
    }
  }

  /** Publishes all cells of the radars with a recent scan, once every radar has been requested. */
  function publish(radars: readonly string[]) {
    const all = radars.map(name => ({ name, ...asked.get(name) }))
    if (all.some(({ askedMs }) => askedMs === undefined)) return
    const isFresh = ({ table }: { readonly table?: RadarTable }) =>
      table !== undefined && nowMs() - table.validMs <= oldestMs
    const fresh = all.filter(isFresh).flatMap(({ table }) => table ?? [])
    const silent = all.filter(each => !isFresh(each))
    if (fresh.length === 0) {
      const detail = silent.find(({ problem }) => problem !== undefined)?.problem
      report({ delivering: false, detail: detail ?? 'No radar near your locations has reported recently' })
      return
    }
    const cells = fresh.flatMap(table => table.cells).filter(cell => !isClutter(cell))
    if (nowMs() - saidMs >= sayEveryMs) {
      saidMs = nowMs()
      bus.publish('storm-cells-heard', { source, standsInFor, asOfMs: saidMs, cells })
    }
    const without = silent.length === 0 ? '' : `; nothing from ${silent.map(({ name }) => name).join(', ')}`
    report({
      delivering: true,
      detail: `Lists ${cells.length} storm cells from ${fresh.length} radars near your locations; used because the other list has stopped${without}`,
      deliveredMs: saidMs,
    })
  }

  async function turn(): Promise<void> {
    if (!backup.isNeeded(nowMs())) {
      asked.clear()
      const detail = 'On standby: used when the other list of storm cells is older than 5 minutes'
      report({ delivering: null, detail, ...(saidMs > -Infinity && { deliveredMs: saidMs }) })
      return
    }
    const radars = await wanted.current()
    if (radars.length === 0) {
      report({ delivering: null, detail: 'No location is near a radar' })
      return
    }
    for (const name of asked.keys()) if (!radars.includes(name)) asked.delete(name)
    const dueMs = (name: string) => {
      const { askedMs = -Infinity, problem } = asked.get(name) ?? {}
      return askedMs + (problem === undefined ? tableEveryMs : retryEveryMs)
    }
    const [next] = radars.toSorted((one, other) => dueMs(one) - dueMs(other))
    if (next !== undefined && nowMs() >= dueMs(next)) await ask(next)
    if (!isStopped) publish(radars)
  }

  schedule.every('nexrad storm cells', turnMs, async () => {
    if (isStopped) return
    turning ??= turn()
      .catch((error: unknown) => log.error({ err: error }, 'radar storm tables are unavailable'))
      .finally(() => (turning = undefined))
  })

  return {
    /** Resolves when the current turn is over. */
    settled: async () => turning,
    async stop() {
      isStopped = true
      for (const stop of unsubscribe) stop()
    },
  }
}

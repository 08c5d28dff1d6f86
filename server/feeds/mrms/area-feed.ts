import type { FeedParts } from '#server/feeds/parts'
import { Retries } from '#server/feeds/retries'
import { hourMs, minuteMs, secondMs } from '#server/platform/clock'
import { inThread } from '#server/platform/thread'
import type { PackedArea } from './area-thread.ts'
import { areasPlace, mrmsAreas } from './areas.ts'
import { listingPath, parseMrmsListing, type AreaFolder, type MrmsFile } from './parse-listing.ts'
import { wantedAreas } from './wanted-areas.ts'

/** One image per turn, of at most four files: with the lists that is at most ten requests a minute. */
const turnMs = 30 * secondMs
const listEveryMs = 2 * minuteMs
/**
 * A mosaic is made every two minutes; the first one of every ten minutes is shown, dated at the start of those ten
 * minutes.
 */
const slotMs = 10 * minuteMs
const fileWithinMs = 5 * minuteMs
const pictures = 13
const oldestMs = 30 * minuteMs
const reportedKey = 'areas: told'
const reportedKeptMs = 3 * hourMs

const module = new URL('./area-thread.ts', import.meta.url).href
async function firstOf<Item>(name: string, arg: unknown): Promise<Item> {
  for await (const item of inThread<Item>(module, name, [arg])) return item
  throw new Error('The radar mosaic could not be unpacked')
}
export const areaWork = {
  unpack: (file: Uint8Array) => firstOf<PackedArea>('packedArea', file),
  join: (areas: readonly PackedArea[]) => firstOf<Uint8Array>('packedPicture', areas),
}

const clockTime = (ms: number) => `${new Date(ms).toISOString().slice(11, 16)} UTC`
const wordsOf = (error: unknown) => (error as Error).message
const namesOf = (folders: readonly AreaFolder[]) => folders.map(folder => mrmsAreas[folder].name).join(', ')

/** One area's file for one image. */
interface Wanted extends MrmsFile {
  readonly folder: AreaFolder
}

/**
 * Publishes radar outside the contiguous United States: the MRMS areas that someone needs, together in one image every
 * ten minutes. An image is published with the areas that could be read, and again when another area arrives.
 */
export function startMrmsAreas(parts: FeedParts, work: typeof areaWork = areaWork) {
  const { clock, log, bus, schedule, memory, upstream, baseUrl, report } = parts
  const wanted = wantedAreas(parts)
  const retries = new Retries()
  const files = new Map<AreaFolder, readonly MrmsFile[]>()
  const listedMs = new Map<AreaFolder, number>()
  /** The data of images that may still have to be published again, by its key in the bucket. */
  const read = new Map<string, PackedArea>()
  const listProblems = new Map<AreaFolder, string>()
  const readProblems = new Map<AreaFolder, string>()
  let deliveredMs: number | null = null
  let isStopped = false
  let turning: Promise<void> | undefined
  const nowMs = () => clock.now().getTime()

  async function list(folder: AreaFolder): Promise<void> {
    if (nowMs() - (listedMs.get(folder) ?? -Infinity) < listEveryMs) return
    listedMs.set(folder, nowMs())
    const { value } = await upstream.read(
      {
        url: baseUrl + listingPath(nowMs() - pictures * slotMs, folder),
        contentTypes: ['application/xml', 'text/xml'],
        maxBytes: 500_000,
      },
      ({ body }) => parseMrmsListing(body.toString('utf8'), nowMs(), folder),
    )
    files.set(folder, value)
    const newestMs = value.at(-1)?.validMs ?? -Infinity
    if (nowMs() - newestMs > oldestMs) throw new Error('There is no radar mosaic from the last half hour')
    listProblems.delete(folder)
  }

  const problemOf = (folder: AreaFolder) => listProblems.get(folder) ?? readProblems.get(folder)

  /** Returns the files of each image, newest first. */
  function wantedBySlot(folders: readonly AreaFolder[]): Map<number, Wanted[]> {
    const bySlot = new Map<number, Wanted[]>()
    const newest = Math.floor(nowMs() / slotMs) * slotMs
    for (let slot = newest; slot > newest - pictures * slotMs; slot -= slotMs) {
      const found = folders.flatMap(folder => {
        const file = files
          .get(folder)
          ?.find(({ validMs }) => validMs >= slot && validMs < slot + fileWithinMs && validMs <= nowMs())
        return file ? [{ ...file, folder }] : []
      })
      if (found.length > 0) bySlot.set(slot, found)
    }
    return bySlot
  }

  /** Returns the areas that each image was published with, by any process. */
  async function recallTold(): Promise<Map<number, readonly string[]>> {
    const remembered = await memory.recall(reportedKey)
    const all = Object.entries(typeof remembered === 'object' && remembered !== null ? remembered : {})
    return new Map(all.map(([slot, areas]) => [Number(slot), Array.isArray(areas) ? areas.map(String) : []]))
  }

  async function readArea({ key, validMs, folder }: Wanted): Promise<void> {
    if (read.has(key) || !retries.isDue(key, nowMs())) return
    try {
      const { value } = await upstream.read(
        {
          url: `${baseUrl}/${key}`,
          contentTypes: ['application/', 'binary/'],
          maxBytes: 10_000_000,
          timeoutMs: minuteMs,
          isOnce: true,
        },
        async ({ body }) => {
          const area = await work.unpack(body)
          if (Math.abs(area.validMs - validMs) > minuteMs)
            throw new Error('The radar mosaic is from a different time than its name says')
          return area
        },
      )
      read.set(key, value)
      retries.succeeded(key)
      readProblems.delete(folder)
    } catch (error) {
      retries.failed(key, nowMs())
      readProblems.set(folder, wordsOf(error))
    }
  }

  async function deliverNext(folders: readonly AreaFolder[]): Promise<number | null> {
    const [bySlot, reported] = [wantedBySlot(folders), await recallTold()]
    const keys = new Set([...bySlot.values()].flat().map(({ key }) => key))
    for (const key of read.keys()) if (!keys.has(key)) read.delete(key)
    retries.keepOnly(keys)
    const isMissing = (slot: number) => (each: Wanted) =>
      !reported.get(slot)?.includes(each.folder) && retries.isDue(each.key, nowMs())
    const next = [...bySlot].find(([slot, areas]) => areas.some(isMissing(slot)))
    if (next) {
      const [slot, areas] = next
      for (const area of areas) await readArea(area)
      const known = areas.filter(({ key }) => read.has(key))
      const isNews = known.some(({ folder }) => !reported.get(slot)?.includes(folder))
      if (!isStopped && isNews) await publish(slot, known, reported)
    }
    const newest = Math.max(...reported.keys())
    return Number.isFinite(newest) ? newest : null
  }

  async function publish(slot: number, areas: readonly Wanted[], reported: Map<number, readonly string[]>) {
    const deflated = await work.join(areas.flatMap(({ key }) => read.get(key) ?? []))
    const frame = { source: 'mrms', product: 'international', origin: 'observed' } as const
    const isStored = await bus.deliver('radar-grid-heard', {
      ...frame,
      validMs: slot,
      issuedMs: nowMs(),
      place: areasPlace,
      deflated,
    })
    if (!isStored) throw new Error('The image could not be stored')
    deliveredMs = nowMs()
    reported.set(
      slot,
      areas.map(({ folder }) => folder),
    )
    for (const each of reported.keys()) if (nowMs() - each > reportedKeptMs) reported.delete(each)
    await memory.keep(reportedKey, Object.fromEntries(reported), reportedKeptMs)
  }

  function reportHealth(folders: readonly AreaFolder[], newestMs: number | null) {
    const delivered = deliveredMs !== null && { deliveredMs }
    const failing = folders.filter(folder => problemOf(folder) !== undefined)
    const why = failing.map(folder => `${mrmsAreas[folder].name}: ${problemOf(folder)}`).join('; ')
    const isOld = newestMs === null || nowMs() - newestMs > oldestMs
    if (isOld || failing.length === folders.length) {
      const detail = why || (newestMs === null ? 'Waiting for the first image' : 'The newest image is old')
      report({ delivering: why === '' && newestMs === null ? null : false, detail, ...delivered })
      return
    }
    const of = namesOf(folders.filter(folder => problemOf(folder) === undefined))
    const detail = `Newest image from ${clockTime(newestMs)}, for ${of}${why && `; ${why}`}`
    report({ delivering: true, detail, ...delivered })
  }

  async function turn(): Promise<void> {
    const folders = await wanted.current()
    if (folders.length === 0) {
      const detail = 'On standby: used when there is a location or a viewer in its area'
      report({ delivering: null, detail, ...(deliveredMs !== null && { deliveredMs }) })
      return
    }
    for (const folder of folders)
      await list(folder).catch((error: unknown) => void listProblems.set(folder, wordsOf(error)))
    if (isStopped) return
    const newestMs = await deliverNext(folders)
    if (!isStopped) reportHealth(folders, newestMs)
  }

  schedule.every('mrms areas', turnMs, async () => {
    // Not awaited: a slow source takes a minute, and the server must be able to stop in the meantime.
    if (isStopped) return
    turning ??= turn()
      .catch((error: unknown) => log.error({ err: error }, 'radar mosaics of other areas are unavailable'))
      .finally(() => (turning = undefined))
  })

  return {
    /** Resolves when the current turn is over. */
    settled: async () => turning,
    async stop() {
      isStopped = true
      wanted.stop()
    },
  }
}

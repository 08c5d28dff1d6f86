import { Backup } from '#server/feeds/backup'
import type { FeedParts } from '#server/feeds/parts'
import { Retries } from '#server/feeds/retries'
import { hourMs, minuteMs, secondMs } from '#server/platform/clock'
import { inThread } from '#server/platform/thread'
import type { PackedMosaic } from './grid-thread.ts'
import { listingPath, parseMrmsListing, type MrmsFile } from './parse-listing.ts'

const mrmsSource = 'mrms'

/** One file per turn: at most three a minute. */
const turnMs = 20 * secondMs
const listEveryMs = minuteMs
/**
 * The age beyond which the other source's composites no longer show what radars see, so these mosaics are used instead.
 */
const replacesAfterMs = 15 * minuteMs
const graceMs = 3 * minuteMs
/** A mosaic is made every two minutes, and one every five minutes is enough, as with composites. */
const slotMs = 5 * minuteMs
const pastMs = 2 * hourMs
const reportedKey = 'told'
const nothingListed = 'There is no radar mosaic from the last two hours'
const reportedKeptMs = 3 * hourMs

const module = new URL('./grid-thread.ts', import.meta.url).href
export type UnpackMosaic = (file: Uint8Array) => Promise<PackedMosaic>

/** Unpacks in a separate thread: 49 MB are unpacked while everything else continues. */
export const unpackMosaicInThread: UnpackMosaic = async file => {
  for await (const mosaic of inThread<PackedMosaic>(module, 'packedMosaic', [file])) return mosaic
  throw new Error('The radar mosaic could not be unpacked')
}

const clockTime = (ms: number) => `${new Date(ms).toISOString().slice(11, 16)} UTC`
const slotOf = (ms: number) => Math.floor(ms / slotMs) * slotMs

/**
 * Publishes NOAA's own mosaic when the other source's composites stop. Nothing is requested while those composites are
 * fresh. They arrive on the bus, even in a process that has just taken over.
 */
export function startMrms(
  parts: FeedParts,
  { unpack = unpackMosaicInThread }: { readonly unpack?: UnpackMosaic } = {},
) {
  const { clock, log, bus, schedule, memory, upstream, baseUrl, report } = parts
  const backup = new Backup({ replacesAfterMs, graceMs, turnMs })
  let listedMs = -Infinity
  let files: readonly MrmsFile[] = []
  let deliveredMs: number | null = null
  const retries = new Retries()
  let isStopped = false
  let turning: Promise<void> | undefined
  const nowMs = () => clock.now().getTime()

  const unsubscribe = bus.subscribe('radar-grid-heard', ({ product, source, validMs }) => {
    if (product === 'composite' && source !== mrmsSource) backup.otherHeard(validMs)
  })

  async function list(atMs: number): Promise<void> {
    if (atMs - listedMs < listEveryMs) return
    listedMs = atMs
    const { value } = await upstream.read(
      {
        url: baseUrl + listingPath(atMs - pastMs),
        contentTypes: ['application/xml', 'text/xml'],
        maxBytes: 500_000,
      },
      ({ body }) => parseMrmsListing(body.toString('utf8'), nowMs()),
    )
    files = value
    if (files.length === 0) throw new Error(nothingListed)
  }

  async function reportedSlots(): Promise<Set<number>> {
    const remembered = await memory.recall(reportedKey)
    return new Set(Array.isArray(remembered) ? remembered.filter(each => typeof each === 'number') : [])
  }

  /** Returns the first file of each five-minute period that the other source has left out, newest first. */
  function wanted(atMs: number): MrmsFile[] {
    const firsts = new Map<number, MrmsFile>()
    for (const file of files) if (!firsts.has(slotOf(file.validMs))) firsts.set(slotOf(file.validMs), file)
    const sinceMs = Math.max(backup.otherMs ?? -Infinity, atMs - pastMs)
    return [...firsts.values()].filter(({ validMs }) => validMs > sinceMs && validMs <= atMs).toReversed()
  }

  async function deliver({ key, validMs }: MrmsFile, reported: ReadonlySet<number>): Promise<void> {
    const url = `${baseUrl}/${key}`
    let mosaic: PackedMosaic | undefined
    // The mosaic is not returned: the client keeps the last values of many URLs, and a mosaic is megabytes.
    await upstream.read(
      {
        url,
        contentTypes: ['application/', 'binary/'],
        maxBytes: 20_000_000,
        timeoutMs: minuteMs,
      },
      async ({ body }) => {
        const unpacked = await unpack(body)
        if (Math.abs(unpacked.validMs - validMs) > minuteMs)
          throw new Error('The radar mosaic is from a different time than its name says')
        mosaic = unpacked
      },
    )
    if (isStopped) return
    if (mosaic) {
      const { place, deflated } = mosaic
      const frame = { source: mrmsSource, product: 'composite', origin: 'observed' } as const
      const grid = { ...frame, validMs, issuedMs: validMs, place, deflated }
      if (!(await bus.deliver('radar-grid-heard', grid))) {
        upstream.forget({ url })
        throw new Error('The image could not be stored')
      }
      deliveredMs = nowMs()
    }
    const slots = [...reported, slotOf(validMs)].filter(slot => nowMs() - slot <= reportedKeptMs)
    await memory.keep(reportedKey, slots, reportedKeptMs)
  }

  /** Publishes one missing mosaic, if any. */
  async function deliverNext(atMs: number): Promise<void> {
    const reported = await reportedSlots()
    const wants = wanted(atMs)
    const missing = wants.filter(({ validMs }) => !reported.has(slotOf(validMs)))
    retries.keepOnly(missing.map(({ key }) => key))
    const next = missing.find(({ key }) => retries.isDue(key, atMs))
    try {
      if (next) await deliver(next, reported)
    } catch (error) {
      if (next) retries.failed(next.key, atMs)
      throw error
    }
    const newestMs = wants[0]?.validMs
    if (newestMs === undefined) throw new Error(nothingListed)
    if (atMs - newestMs > replacesAfterMs)
      throw new Error('The newest radar mosaic is more than 15 minutes old')
    report({
      delivering: true,
      detail: `Newest image from ${clockTime(newestMs)}; used because the other composites have stopped`,
      ...(deliveredMs !== null && { deliveredMs }),
    })
  }

  async function turn(): Promise<void> {
    const atMs = nowMs()
    if (!backup.isNeeded(atMs)) {
      const detail = 'On standby: used when the other composites are older than 15 minutes'
      report({ delivering: null, detail, ...(deliveredMs !== null && { deliveredMs }) })
      return
    }
    try {
      await list(atMs)
      if (!isStopped) await deliverNext(nowMs())
    } catch (error) {
      if (!isStopped) report({ delivering: false, detail: (error as Error).message })
    }
  }

  schedule.every('mrms radar', turnMs, async () => {
    // Not awaited: a slow source takes a minute, and the server must be able to stop in the meantime.
    if (isStopped) return
    turning ??= turn()
      .catch((error: unknown) => log.error({ err: error }, 'radar mosaics are unavailable'))
      .finally(() => (turning = undefined))
  })

  return {
    /** Resolves when the current turn is over. */
    settled: async () => turning,
    async stop() {
      isStopped = true
      unsubscribe()
    },
  }
}

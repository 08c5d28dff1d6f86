import type { FeedParts } from '#server/feeds/parts'
import { hourMs, minuteMs, secondMs } from '#server/platform/clock'
import { inThread } from '#server/platform/thread'
import { pictureKinds, type IemPicture } from './parse-grid.ts'
import { iemSource } from './parse-storm-cells.ts'
import { parseModelRun, parseNewestComposite, type NewestComposite } from './parse-times.ts'
import { PublishedFrames } from './published-frames.ts'
import { frameRankOf, wantedComposites, wantedModel, type IemWant } from './wants.ts'

/** One image per turn, which limits requests to IEM to six a minute. */
const turnMs = 10 * secondMs
const lookForCompositeMs = minuteMs
const lookForRunMs = 5 * minuteMs
/** The newest composite is not current when it is older than this. */
const oldestCompositeMs = 15 * minuteMs
const oldestRunMs = 6 * hourMs
/**
 * With this many radars or fewer, IEM itself considers the composite broken, because it looks empty in the areas of the
 * missing radars.
 */
const tooFewRadars = 50

const module = new URL('./grid-thread.ts', import.meta.url).href
/** Unpacks an image into a packed grid. */
export type UnpackPicture = (kind: IemPicture, png: Uint8Array) => Promise<Uint8Array>

/** Unpacks in a separate thread: 66 MB are unpacked while everything else continues. */
export const unpackInThread: UnpackPicture = async (kind, png) => {
  for await (const grid of inThread<Uint8Array>(module, 'packedGrid', [kind, png])) return grid
  throw new Error('The image could not be unpacked')
}

const clockTime = (ms: number) => `${new Date(ms).toISOString().slice(11, 16)} UTC`
const wordsOf = (error: unknown) => (error as Error).message

/** Publishes the composites of the last two hours and the model's forecast, then each new one as it appears. */
export function startIemRadar(
  parts: FeedParts,
  { unpack = unpackInThread }: { readonly unpack?: UnpackPicture } = {},
) {
  const { clock, log, bus, schedule, memory, upstream, baseUrl, report } = parts
  const reported = new PublishedFrames(memory)
  const brokenMs = new Set<number>()
  const problems: Record<'look' | IemPicture, string | null> = { look: null, composite: null, model: null }
  let newest: NewestComposite | undefined
  let runMs: number | undefined
  let [lookedMs, lookedForRunMs, deliveredMs] = [-Infinity, -Infinity, -Infinity]
  let isStopped = false
  let turning: Promise<void> | undefined
  const nowMs = () => clock.now().getTime()

  const readTime = <Value>(path: string, parse: (text: string, nowMs: number) => Value) =>
    upstream.read(
      { url: baseUrl + path, contentTypes: ['application/json'], maxBytes: 100_000 },
      ({ body }) => parse(body.toString('utf8'), nowMs()),
    )

  async function lookForComposite(): Promise<void> {
    const { value } = await readTime('/data/gis/images/4326/USCOMP/n0q_0.json', parseNewestComposite)
    const { validMs, radars } = value
    if (radars && radars.seen <= tooFewRadars) {
      brokenMs.add(validMs)
      throw new Error(`Only ${radars.seen} of ${radars.of} radars are in the newest image`)
    }
    // The response may be an older one from an intermediate cache.
    if (!newest || validMs > newest.validMs) newest = value
  }

  async function lookForRun(): Promise<void> {
    const { value } = await readTime('/data/gis/images/4326/hrrr/refd_1080.json', parseModelRun)
    if (nowMs() - value > oldestRunMs) throw new Error(`The newest model run is from ${clockTime(value)}`)
    if (runMs === undefined || value > runMs) runMs = value
  }

  /** Checks for new images; a failure here does not stop the rest from being published. */
  async function look(): Promise<void> {
    if (nowMs() - lookedMs >= lookForCompositeMs) {
      lookedMs = nowMs()
      problems.look = await lookForComposite().then(() => null, wordsOf)
    }
    if (nowMs() - lookedForRunMs >= lookForRunMs) {
      lookedForRunMs = nowMs()
      problems.model = await lookForRun().then(() => null, wordsOf)
    }
  }

  function wanted(atMs: number): IemWant[] {
    const composites = newest ? wantedComposites(newest.validMs, atMs) : []
    const model = runMs === undefined ? [] : wantedModel(runMs, atMs)
    return [...composites.filter(({ validMs }) => !brokenMs.has(validMs)), ...model].toSorted(
      (one, other) => frameRankOf(one, atMs) - frameRankOf(other, atMs),
    )
  }

  async function deliver(want: IemWant): Promise<void> {
    const { product, validMs, issuedMs, path } = want
    let deflated: Uint8Array | undefined
    const url = baseUrl + path
    // The grid is not returned: `upstream` keeps the last values of many URLs, and a grid is megabytes.
    await upstream.read(
      { url, contentTypes: ['image/png'], maxBytes: 30_000_000, timeoutMs: minuteMs },
      async ({ body }) => void (deflated = await unpack(product, body)),
    )
    if (isStopped) return
    // The image is unchanged since it was last unpacked and published here, so only the stored state was lost.
    if (!deflated) return reported.add(want)
    const { place } = pictureKinds[product]
    const origin = product === 'composite' ? 'observed' : 'model'
    const isStored = await bus.deliver('radar-grid-heard', {
      source: iemSource,
      product,
      validMs,
      issuedMs,
      origin,
      place,
      deflated,
    })
    if (!isStored) {
      upstream.forget({ url })
      throw new Error('The image could not be stored')
    }
    deliveredMs = nowMs()
    await reported.add(want)
  }

  async function deliverNext(): Promise<void> {
    await reported.recall(nowMs())
    const next = reported.next(wanted(nowMs()), nowMs())
    if (!next) return
    try {
      await deliver(next)
      problems[next.product] = null
    } catch (error) {
      reported.failed(next, nowMs())
      problems[next.product] = wordsOf(error)
    }
  }

  function whyNotDelivering(reportedMs: number | null): string | null {
    if (problems.look !== null) return problems.look
    const ageMs = reportedMs === null ? null : nowMs() - reportedMs
    if (ageMs !== null && ageMs <= oldestCompositeMs) return null
    if (problems.composite !== null || ageMs === null) return problems.composite
    return `The newest image is ${Math.round(ageMs / minuteMs)} minutes old`
  }

  function modelInWords(): string {
    if (problems.model !== null) return `; model: ${problems.model}`
    return runMs === undefined ? '' : `; model run of ${clockTime(runMs)}`
  }

  function reportHealth() {
    const reportedMs = reported.newestCompositeMs()
    const problem = whyNotDelivering(reportedMs)
    const of = newest?.radars ? `, made from ${newest.radars.seen} of ${newest.radars.of} radars` : ''
    const fine =
      reportedMs === null ? 'Waiting for the first image' : `Newest image from ${clockTime(reportedMs)}${of}`
    report({
      delivering: problem === null ? reportedMs !== null || null : false,
      detail: (problem ?? fine) + modelInWords(),
      ...(deliveredMs > -Infinity && { deliveredMs }),
    })
  }

  async function turn(): Promise<void> {
    await look()
    if (!isStopped) await deliverNext()
    if (!isStopped) reportHealth()
  }

  schedule.every('iem radar', turnMs, async () => {
    // Not awaited: a slow source takes a minute, and the server must be able to stop in the meantime.
    if (isStopped) return
    turning ??= turn()
      .catch((error: unknown) => log.error({ err: error }, 'radar images are unavailable'))
      .finally(() => (turning = undefined))
  })

  return {
    /** Resolves when the current turn is over. */
    settled: async () => turning,
    async stop() {
      isStopped = true
    },
  }
}

import type { Point } from '#domain/geo/distance'
import type { FeedParts } from '#server/feeds/parts'
import { hourMs, minuteMs } from '#server/platform/clock'
import { areasAt } from './areas.ts'
import { areaFolders, type AreaFolder } from './parse-listing.ts'

const wantedKey = 'areas: wanted'
/** A forecast is heard for every location each hour. */
const placeCountsMs = 3 * hourMs
/** Whoever looks asks again every minute; a tab that was left open for a moment need not begin anew. */
const lookCountsMs = 10 * minuteMs
const rememberEveryMs = 10 * minuteMs

/** For which areas there is somebody: a location there, or a person whose map shows places outside the contiguous US. */
export class WantedAreas {
  readonly #parts: Pick<FeedParts, 'clock' | 'bus' | 'memory'>
  readonly #untilMs = new Map<AreaFolder, number>()
  #isRecalled = false
  #rememberedMs = -Infinity
  readonly #hearNoMore: readonly (() => void)[]

  constructor(parts: Pick<FeedParts, 'clock' | 'bus' | 'memory'>) {
    this.#parts = parts
    const { bus } = parts
    // A wish for a forecast is left to those who can answer it: whoever hears it counts as one who does.
    const want = (place: Point) => this.#want(areasAt(place), placeCountsMs)
    this.#hearNoMore = [
      bus.hear('forecast-heard', ({ forecast }) => want(forecast)),
      bus.hear('forecast-missed', want),
      bus.hear('radar-wanted', () => this.#want(areaFolders, lookCountsMs)),
    ]
  }

  /** A process that takes over goes on with the areas of the one before it. */
  async current(): Promise<AreaFolder[]> {
    const { clock, memory } = this.#parts
    const nowMs = clock.now().getTime()
    if (!this.#isRecalled) {
      const remembered = await memory.recall(wantedKey)
      this.#isRecalled = true
      for (const each of Array.isArray(remembered) ? remembered : [])
        this.#want(
          areaFolders.filter(folder => folder === each),
          lookCountsMs,
        )
    }
    const folders = areaFolders.filter(folder => (this.#untilMs.get(folder) ?? -Infinity) > nowMs)
    if (folders.length > 0 && nowMs - this.#rememberedMs >= rememberEveryMs) {
      this.#rememberedMs = nowMs
      await memory.keep(wantedKey, folders, placeCountsMs)
    }
    return folders
  }

  stop() {
    for (const stop of this.#hearNoMore) stop()
  }

  #want(folders: readonly AreaFolder[], countsMs: number) {
    const untilMs = this.#parts.clock.now().getTime() + countsMs
    for (const folder of folders)
      this.#untilMs.set(folder, Math.max(untilMs, this.#untilMs.get(folder) ?? -Infinity))
  }
}

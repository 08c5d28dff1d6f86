import { usualStaleAfterMs } from '#domain/feeds/stale-after'
import type { RoadGrid, RoadSeries } from '#domain/roads/condition'
import type { Events } from '#server/events'
import type { Bus } from '#server/platform/bus'
import { hourMs, secondMs } from '#server/platform/clock'
import type { OfferedFrame, Radar } from '#server/rooms/radar/index'

export interface RoadEngineDeps {
  readonly bus: Bus<Events>
  readonly radar: Pick<Radar, 'offer'>
}

const knownForMs = usualStaleAfterMs['road conditions']
/**
 * Computing a day takes a few seconds, and longer on a busy machine. After this long, the conditions are reported as
 * unknown.
 */
const patienceMs = 25 * secondMs

/**
 * Road conditions, for now and for the next day, as images. They take seconds of work and are requested only when a
 * person views them: the first viewer waits, and later viewers see the known images until newer ones arrive.
 */
export function startRoadEngine({ bus, radar }: RoadEngineDeps): void {
  let newest: RoadSeries | undefined
  let coming: { readonly done: Promise<void>; readonly end: () => void } | undefined

  function end() {
    coming?.end()
    coming = undefined
  }
  bus.subscribe('roads-heard', series => {
    if (!newest || series.issuedMs >= newest.issuedMs) newest = series
    end()
  })
  bus.subscribe('roads-missed', end)

  async function want(fromMs: number): Promise<void> {
    if (!bus.hasSubscribers('roads-wanted')) return // no source would respond
    if (!coming) {
      const { promise, resolve } = Promise.withResolvers<void>()
      const tooLong = setTimeout(end, patienceMs)
      tooLong.unref()
      void promise.then(() => clearTimeout(tooLong))
      coming = { done: promise, end: resolve }
      bus.publish('roads-wanted', { fromMs })
    }
    await coming.done
  }

  async function known(nowMs: number): Promise<RoadSeries | undefined> {
    const isKnown = () => newest !== undefined && nowMs - newest.issuedMs <= knownForMs
    const thisHourMs = Math.floor(nowMs / hourMs) * hourMs
    const news = newest && newest.issuedMs >= thisHourMs ? undefined : want(thisHourMs)
    if (!isKnown()) await news
    return isKnown() ? newest : undefined
  }

  /** The grids for hours that are not over yet. */
  async function gridsAt(nowMs: number): Promise<readonly OfferedFrame[]> {
    const series = await known(nowMs)
    if (!series) return []
    const { issuedMs } = series
    const frame = ({ validMs, place, deflated }: RoadGrid): OfferedFrame => ({
      validMs,
      issuedMs,
      origin: 'model',
      drawable: { kind: 'grid', look: 'roads', place, deflated },
    })
    return series.grids.filter(({ validMs }) => validMs > nowMs - hourMs).map(frame)
  }

  radar.offer('current-road-conditions', async nowMs => (await gridsAt(nowMs)).slice(0, 1))
  radar.offer('future-road-conditions', gridsAt)
}

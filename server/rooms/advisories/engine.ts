import { setImmediate } from 'node:timers/promises'
import type { LiveEvent } from '#contract/live'
import type { Advisory, AdvisoryList, Outline } from '#domain/advisories/advisory'
import { isResponsibleIn, type Country } from '#domain/advisories/services'
import { soundList } from '#domain/advisories/sound'
import { endsAtMs, standing } from '#domain/advisories/standing'
import { usualStaleAfterMs } from '#domain/feeds/stale-after'
import type { Point } from '#domain/geo/distance'
import { OutlineIndex } from '#domain/geo/outline-index'
import type { Events } from '#server/events'
import type { Facts } from '#server/facts'
import type { Bus } from '#server/platform/bus'
import type { AppendFact, Changes } from '#server/platform/changes/index'
import { dayMs, later, minuteMs, type Clock } from '#server/platform/clock'
import { countryAt, isInCanada } from '#server/platform/country-at'
import type { Leadership } from '#server/platform/leadership/index'
import type { Schedule } from '#server/platform/schedule'
import type { Db, Tx } from '#server/platform/store/index'
import type { Live } from '#server/rooms/live/index'
import type { LocationRegister, LocationRings } from '#server/rooms/locations/index'
import type { Sources } from '#server/sources'
import { deleteAdvisoriesEndedBefore, lastLists, saveList } from './store.ts'
import { wireAdvisory } from './wire.ts'

const freshForMs = usualStaleAfterMs.alerts

/** The alerts in force, cached while the source's list stays the same. */
interface Standing {
  readonly advisories: readonly Advisory[]
  readonly index: OutlineIndex<Advisory>
  readonly fromMs: number
  readonly untilMs: number
}

function isFresh({ asOfMs }: AdvisoryList, nowMs: number): boolean {
  return nowMs - asOfMs < freshForMs
}

function isSameArea(one: readonly Outline[], other: readonly Outline[]): boolean {
  return (
    one.length === other.length &&
    one.every((outline, index) => outline === other[index] || isSameOutline(outline, other[index] ?? []))
  )
}

function isSameOutline(one: Outline, other: Outline): boolean {
  return (
    one.length === other.length &&
    one.every(([x, y], index) => x === other[index]?.[0] && y === other[index]?.[1])
  )
}

/** The latest alerts by source. */
export class AdvisoryBook {
  readonly #lists = new Map<string, AdvisoryList>()
  readonly #countryAt: (point: Point) => Country | null
  #now: Standing | undefined

  constructor(countryOf: (point: Point) => Country | null = () => 'US') {
    this.#countryAt = countryOf
  }

  receive(list: AdvisoryList) {
    const known = this.#lists.get(list.source)
    if (known && known.asOfMs > list.asOfMs) return
    this.#lists.set(list.source, list)
    this.#now = undefined
  }

  /**
   * If one country's service is silent, the other's alerts are still shown, but the silent service's last list is not.
   */
  #isHeard({ source }: Advisory, nowMs: number): boolean {
    const list = this.#lists.get(source)
    return !list || isFresh(list, nowMs)
  }

  #standing(nowMs: number): Standing {
    if (this.#now && nowMs >= this.#now.fromMs && nowMs < this.#now.untilMs) return this.#now
    const received = [...this.#lists.values()].flatMap(({ advisories }) => advisories)
    const advisories = standing(received, nowMs).filter(({ outlines }) => outlines.length > 0)
    this.#now = {
      advisories,
      index: new OutlineIndex(advisories),
      fromMs: nowMs,
      untilMs: advisories.reduce((first, advisory) => Math.min(first, endsAtMs(advisory)), Infinity),
    }
    return this.#now
  }

  /** The alerts in a list that cover a different area than in the last list. */
  movedIn({ source, advisories }: AdvisoryList): Advisory[] {
    const known = new Map(this.#lists.get(source)?.advisories.map(advisory => [advisory.id, advisory]))
    return advisories.filter(advisory => {
      const before = known.get(advisory.id)
      return before !== undefined && !isSameArea(before.outlines, advisory.outlines)
    })
  }

  find(id: string, nowMs: number): Advisory | undefined {
    return this.#standing(nowMs).advisories.find(advisory => advisory.id === id)
  }

  /**
   * All alerts, worst first, and their time; undefined while they are unknown. `needed` are the sources on which users'
   * places depend; any other may be silent.
   */
  all(
    nowMs: number,
    needed: readonly string[] = [...this.#lists.keys()],
  ): { readonly asOfMs: number; readonly advisories: readonly Advisory[] } | undefined {
    const lists = needed.map(source => this.#lists.get(source))
    if (lists.length === 0 || !lists.every(list => list && isFresh(list, nowMs))) return undefined
    return {
      asOfMs: Math.min(...lists.flatMap(list => list?.asOfMs ?? [])),
      advisories: this.#standing(nowMs).advisories.filter(each => this.#isHeard(each, nowMs)),
    }
  }

  /** The alerts at a place, worst first; undefined while it is unknown whether there are any. */
  at(point: Point, nowMs: number): Advisory[] | undefined {
    const country = this.#countryAt(point)
    const lists = [...this.#lists.values()].filter(({ source }) => isResponsibleIn(country, source))
    if (lists.length === 0 || !lists.every(list => isFresh(list, nowMs))) return undefined
    return this.#standing(nowMs)
      .index.at(point)
      .filter(each => this.#isHeard(each, nowMs))
  }
}

export interface AdvisoryEngineDeps {
  readonly db: Db
  readonly clock: Clock
  readonly bus: Bus<Events>
  readonly changes: Changes<Facts>
  readonly feeds: Pick<Leadership<Facts>, 'commit'>
  readonly schedule: Schedule
  readonly leaderSchedule: Schedule
  /** Whether another process received the list first and stored it. */
  readonly isRelayed: (received: object) => boolean
  readonly sources: Sources
  readonly live: Live
  readonly locations: LocationRegister
}

export interface AdvisoryEngine {
  readonly book: AdvisoryBook
  /** The sources that a map of all alerts depends on. */
  neededForMap(): readonly string[]
}

const keptMs = 90 * dayMs
/** The number of places processed before yielding. */
const placesAtOnce = 2000

/**
 * Stores a list, with facts for new alerts and for those that have ended. An alert whose area changed is issued again;
 * people who were already notified of it are not notified again.
 */
async function keepList(
  tx: Tx,
  appendFact: AppendFact<Facts>,
  list: AdvisoryList,
  moved: readonly Advisory[],
) {
  const { issued, ended } = await saveList(tx, list, moved)
  const factOf = ({ id, event }: Pick<Advisory, 'id' | 'event'>) => ({
    customerId: null,
    subject: `advisory ${id}`,
    body: { source: list.source, advisoryId: id, event },
  })
  for (const advisory of issued) appendFact('advisory issued', factOf(advisory))
  for (const advisory of ended) appendFact('advisory ended', factOf(advisory))
}

/** Receives and stores alerts, and publishes what changes at places, including when alerts expire. */
export async function startAdvisoryEngine(deps: AdvisoryEngineDeps): Promise<AdvisoryEngine> {
  const { db, clock, bus, changes, schedule, leaderSchedule, isRelayed, sources, live, locations } = deps
  const book = new AdvisoryBook(countryAt)
  for (const list of await lastLists(db)) if (sources.isOn(list.source)) book.receive(list)

  function wordOn(place: LocationRings): LiveEvent {
    const now = clock.now()
    const advisories = book.at(place, now.getTime())?.map(wireAdvisory) ?? null
    return { kind: 'advisories', asOf: now.toISOString(), locationId: place.id, advisories }
  }

  /** Canada's service is required while any user has a place there; otherwise its silence is irrelevant. */
  let isCanadaWatched = Iterator.from(locations.all()).some(isInCanada)
  const neededForMap = () =>
    sources
      .inUse('alerts')
      .map(({ id }) => id)
      .filter(id => isCanadaWatched || isResponsibleIn('US', id))

  const reported = new Map<number, string>()
  async function publishChanged() {
    let looked = 0
    let isCanadian = false
    for (const place of locations.all()) {
      if (++looked % placesAtOnce === 0) await setImmediate()
      isCanadian ||= isInCanada(place)
      const ids = book.at(place, clock.now().getTime())?.map(({ id }) => id)
      const key = ids?.join() ?? 'unknown'
      if (reported.get(place.id) === key) continue
      reported.set(place.id, key)
      live.readers.send(place, wordOn(place))
    }
    isCanadaWatched = isCanadian
  }

  bus.subscribe('advisories-heard', async received => {
    const list = soundList(received)
    if (!isRelayed(received))
      await deps.feeds.commit((tx, appendFact) => keepList(tx, appendFact, list, book.movedIn(list)))
    book.receive(list)
    await publishChanged()
  })
  changes.subscribe('location removed', ({ locationId }) => void reported.delete(locationId))
  live.greetWith(audience => locations.seenBy(audience).map(wordOn))
  // Alerts expire, and lists go stale, without any message.
  schedule.every('advisories', minuteMs / 2, publishChanged)
  leaderSchedule.every('advisory retention', dayMs, () =>
    deleteAdvisoriesEndedBefore(db, later(clock.now(), -keptMs)),
  )

  return { book, neededForMap }
}

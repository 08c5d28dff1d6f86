import { setImmediate } from 'node:timers/promises'
import type { LocationDelay } from '#contract/lightning'
import { isPlace, type Point } from '#domain/geo/distance'
import { mostCoverageAheadMs } from '#domain/lightning/coverage'
import { countedTime, type RingState } from '#domain/lightning/ring'
import type { Proven } from '#domain/lightning/proven'
import type { Coverage, Strike } from '#domain/lightning/strike'
import { hourMs, later, minuteMs, type Clock } from '#server/platform/clock'
import type { Log } from '#server/platform/log'
import type { Db } from '#server/platform/store/index'
import type { Audience, Readers } from '#server/rooms/live/index'
import type { Sources } from '#server/sources'
import { canarySource } from './canary.ts'
import { isUserLocation } from './ring-owners.ts'
import { createCoverageBook, type WatchedPlace } from './coverage-book.ts'
import { delayOf, leaseMs, sameUntil, unreadState, whereStruck } from './statements.ts'
import { openDelays } from './store.ts'
import {
  appendToLog,
  entriesAtOnce,
  loadSky,
  readLog,
  type HeardCoverage,
  type LoggedStrike,
} from './log-store.ts'
import { RecentStrikes } from './recent-strikes.ts'
import { RecordKeeping, type RecordKeepingDeps, type Seen } from './record-keeping.ts'
import {
  forgetNear,
  minutesOf,
  ringNumbers,
  statesOf,
  Watch,
  type Hit,
  type RingNumber,
  type WatchedLocation,
  type WatchedRings,
} from './watch.ts'

export interface LightningBatch {
  readonly strikes: readonly Strike[]
  readonly coverage: readonly Coverage[]
}

export interface EngineDeps {
  readonly db: Db
  readonly clock: Clock
  readonly log: Log
  readonly readers: Readers
  readonly sources: Sources
  readonly leadership: RecordKeepingDeps['leadership']
  /** Whether this process knows of every edit. While it does not, what it says may be about rings that are no more. */
  readonly isCurrent: () => boolean
  readonly loadPlaces: () => readonly WatchedRings[]
  readonly findPlace: (locationId: number) => WatchedRings | undefined
  readonly seenBy: (audience: Audience) => readonly { readonly id: number }[]
  /** There is something new in the log: other processes want to know. */
  readonly onAppended?: () => void
  /** Whoever else goes by the rings: told after the screens. */
  readonly onChanged?: (locationIds: readonly number[]) => void
  /** Told through when a source has told everything, after that was written. */
  readonly onCoverage?: (coverage: HeardCoverage) => void
}

/** The longest all-clear time, and a little: older strikes cannot matter to any ring. */
export const memoryMs = hourMs + minuteMs
const leaseEveryMs = 4_500
/** For how long edits are followed without a pause. */
const longestStretchMs = 10

/**
 * The one place that knows the state of every ring. Everything that happens to it happens in turn: written first,
 * then counted, then said. While it cannot write, it says nothing more, and what it said expires by itself.
 */
export class LightningEngine {
  readonly #deps: EngineDeps
  readonly #watch = new Watch()
  readonly #records
  readonly #coverage
  readonly #said = new Map<number, { key: string; seq: number }>()
  /** Locations that strikes have hit since their state was last said, with those strikes. */
  readonly #struck = new Map<number, Set<Strike>>()
  /** Up to where the log has been read. */
  #readThrough = 0
  readonly #recent = new RecentStrikes()
  #turn: Promise<unknown> = Promise.resolve()
  #ready = false
  #seq = 0
  #lastLeaseMs = -Infinity

  constructor(deps: EngineDeps) {
    this.#deps = deps
    this.#records = new RecordKeeping({
      ...deps,
      look: (id, now) => this.#see(this.#watch.find(id), now),
      hitsAfter: position => this.#hitsAfter(position),
    })
    this.#coverage = createCoverageBook(deps.sources)
  }

  get isReady(): boolean {
    return this.#ready
  }

  /** Rebuilds everything from the log. Until that is done, no ring has a state. */
  start(): Promise<void> {
    return this.#inTurn(async () => {
      const { db, sources } = this.#deps
      this.#watch.fill(this.#deps.loadPlaces())
      const sky = await loadSky(db, later(this.#deps.clock.now(), -memoryMs))
      this.#readThrough = sky.position
      for (const span of sky.coverage) this.#coverage.add(span)
      for (const strike of sky.strikes) if (sources.isOn(strike.source)) this.#recent.add(strike)
      for (const strike of this.#recent) this.#watch.strike(strike, () => {})
      for (const delay of await openDelays(db, 'system')) {
        if (delay.simulated && !sources.simulated) continue
        this.#watch.promiseEnd(delay.location_id, delay.ring as RingNumber, delay.ends_at.getTime())
      }
      this.#ready = true
      await this.#say([...this.#watch.all()])
    })
  }

  /** Takes what a source has told: durable before this resolves, counted and said when it does. */
  hear(heard: LightningBatch): Promise<{ accepted: number; known: number }> {
    return this.#inTurn(async () => {
      const receivedMs = this.#deps.clock.now().getTime()
      const placed = heard.strikes.filter(isPlace)
      const strikes = placed.map(strike => ({
        ...strike,
        ...countedTime(strike.timeMs, receivedMs),
        reportedMs: strike.timeMs,
        receivedMs,
      }))
      // Nobody can have proven what has not happened yet; but a clock may be ahead, and the next span begins where this
      // one ends: it is kept as it was told, and counts up to now.
      const latestMs = receivedMs + mostCoverageAheadMs
      const coverage = heard.coverage.map(span => ({ ...span, toMs: Math.min(span.toMs, latestMs) }))
      const lost = heard.strikes.length - placed.length
      if (lost > 0) this.#deps.log.error({ lost }, 'strikes came without a place; their time stays unproven')
      const grown = this.#coverage.grownBy(lost > 0 ? [] : coverage)
      const added = await this.#deps.db.transaction().execute(tx =>
        appendToLog(
          tx,
          strikes,
          grown.map(span => ({ ...span, heardMs: receivedMs })),
        ),
      )
      this.#deps.onAppended?.()
      await this.#readLog()
      if (this.#ready) await this.#say([])
      return { accepted: added, known: strikes.length - added }
    })
  }

  /** Another process has taken something in: what it concerns is said at once. */
  readOn(): Promise<void> {
    return this.#inTurn(async () => {
      if (!this.#ready) return
      await this.#readLog()
      await this.#say([])
    })
  }

  /** Every second: what time alone has changed, and the lease that lets screens go on believing. */
  tick(): Promise<void> {
    return this.#inTurn(async () => {
      if (!this.#ready) return
      await this.#readLog()
      const now = this.#deps.clock.now()
      const oldestMs = now.getTime() - memoryMs
      this.#recent.prune(oldestMs)
      this.#coverage.drop(oldestMs)
      for (const watched of this.#watch.all()) forgetNear(watched, now.getTime())
      await this.#say([...this.#watch.all()])
      const monotonicMs = this.#deps.clock.monotonicMs()
      if (monotonicMs - this.#lastLeaseMs < leaseEveryMs) return
      this.#lastLeaseMs = monotonicMs
      const throughMs = this.#coverage.toldThrough(now.getTime())
      this.#deps.readers.tellAll({
        kind: 'lease',
        asOf: now.toISOString(),
        validForMs: leaseMs,
        coveredThrough: throughMs === null ? null : new Date(throughMs).toISOString(),
      })
    })
  }

  /** Follows a location that was added, edited or removed. */
  follow(locationId: number): Promise<void> {
    return this.#inTurn(async () => {
      const place = this.#deps.findPlace(locationId)
      const userId = place?.userId ?? this.#watch.find(locationId)?.place.userId
      this.#said.delete(locationId) // also when no state changes: the radii may have
      if (place) this.#watch.set(place, (at, miles) => this.#recent.around(at, miles))
      else await this.#forget(locationId)
      const watched = this.#watch.find(locationId)
      if (watched && this.#ready) await this.#say([watched])
      if (userId === undefined) return
      const asOf = this.#deps.clock.now().toISOString()
      this.#deps.readers.tell({ id: locationId, userId }, { kind: 'locations-changed', asOf, locationId })
    })
  }

  /** Follows many locations. In between everybody else has a turn: a lease must not run out meanwhile. */
  async followAll(locationIds: readonly number[]): Promise<void> {
    let beganMs = this.#deps.clock.monotonicMs()
    for (const id of new Set(locationIds)) {
      await this.follow(id)
      if (this.#deps.clock.monotonicMs() - beganMs < longestStretchMs) continue
      await setImmediate()
      beganMs = this.#deps.clock.monotonicMs()
    }
  }

  /** Follows those of some locations whose rings are in force in another way than they are watched. */
  followOthers(places: readonly { readonly id: number }[]): Promise<void> {
    return this.followAll(places.map(({ id }) => id).filter(id => !this.#isWatchedAsIs(id)))
  }

  /** What may be said of a location now; nothing if it is not watched, or not yet. */
  delayOf(locationId: number): LocationDelay | undefined {
    const watched = this.#ready ? this.#watch.find(locationId) : undefined
    return watched && this.#delayNow(watched)
  }

  ringsWatched(): number {
    return this.#watch.ringCount()
  }

  /** Locations that have a ring of which nothing can be said. */
  locationsUnknown(): number {
    if (!this.#ready) return [...this.#watch.all()].length
    const nowMs = this.#deps.clock.now().getTime()
    return [...this.#watch.all()].filter(
      watched =>
        isUserLocation(watched.place.id) &&
        this.#statesOf(watched, nowMs).some(state => state?.state === 'Unknown'),
    ).length
  }

  ringState(locationId: number, ring: RingNumber): RingState | undefined {
    const watched = this.#ready ? this.#watch.find(locationId) : undefined
    const kept = watched?.rings[ring - 1]
    return kept && this.#statesOf(watched, this.#deps.clock.now().getTime())[ring - 1]
  }

  /** How far away the strike was that the delay of a ring counts from; null where that is not known any more. */
  lastStrikeMiles(locationId: number, ring: RingNumber): number | null {
    const watched = this.#ready ? this.#watch.find(locationId) : undefined
    const state = this.ringState(locationId, ring)
    return watched && state ? whereStruck(watched, ring, state).lastStrikeMiles : null
  }

  /** What could be said of rings that nobody watches, as those of a widget that is not saved yet. */
  statesAt(place: WatchedRings): readonly (RingState | undefined)[] {
    if (!this.#ready) return []
    const apart = new Watch()
    apart.set(place, (at, miles) => this.#recent.around(at, miles))
    const watched = apart.find(place.id)
    return watched ? this.#statesOf(watched, this.#deps.clock.now().getTime()) : []
  }

  delaysOf(audience: Audience): LocationDelay[] {
    return this.#deps.seenBy(audience).flatMap(({ id }) => this.delayOf(id) ?? [])
  }

  /** What the map shows; the canary is no weather. */
  strikesSince(sinceMs: number): readonly LoggedStrike[] {
    return this.#recent.since(sinceMs).filter(({ source }) => source !== canarySource)
  }

  /** Whether there is a thunderstorm at a place by the strikes around it. */
  isThunderingAt(place: Point): boolean {
    return this.#recent.thunders(place, this.#deps.clock.now().getTime())
  }

  /** What is proven of everything within some miles of a place, as far back as it matters to any ring. */
  provenAt(place: WatchedPlace, miles = 0): Proven {
    if (!this.#ready) return []
    const { networks, withSatellites } = this.#coverage.proofAround(place)(miles)
    return withSatellites ?? networks
  }

  /**
   * Counts what stands in the log and was not read yet, whoever wrote it. In its order: a coverage counts only after
   * everything before it. Having written something oneself means nothing.
   */
  async #readLog() {
    const { db, sources, clock } = this.#deps
    const oldestMs = clock.now().getTime() - memoryMs
    for (;;) {
      const entries = await readLog(db, this.#readThrough)
      for (const entry of entries) {
        this.#readThrough = entry.position
        if (entry.kind === 'coverage') {
          this.#coverage.add(entry.coverage)
          this.#deps.onCoverage?.(entry.coverage)
        } else if (entry.strike.timeMs >= oldestMs && sources.isOn(entry.strike.source)) {
          this.#watch.strike(entry.strike, hit => this.#noteHit(hit))
          this.#recent.add(entry.strike)
        }
      }
      if (entries.length < entriesAtOnce) return
    }
  }

  #isWatchedAsIs(locationId: number): boolean {
    const [place, watched] = [this.#deps.findPlace(locationId), this.#watch.find(locationId)?.place]
    if (!place || !watched) return false
    return ringNumbers.every(
      ring =>
        place.radiiMiles[ring - 1] === watched.radiiMiles[ring - 1] &&
        minutesOf(place, ring) === minutesOf(watched, ring),
    )
  }

  #delayNow(watched: WatchedLocation): LocationDelay {
    const now = this.#deps.clock.now()
    const states = this.#statesOf(watched, now.getTime())
    const seq = this.#said.get(watched.place.id)?.seq ?? this.#seq
    return delayOf(watched, states, { now, seq, sources: this.#deps.sources })
  }

  #statesOf(watched: WatchedLocation, nowMs: number): (RingState | undefined)[] {
    const states = statesOf(watched, this.#coverage.proofAround(watched.place), nowMs)
    if (this.#deps.isCurrent()) return states
    return states.map(state => (state?.state === 'AllClear' ? unreadState : state))
  }

  async #forget(locationId: number) {
    this.#watch.remove(locationId)
    this.#said.delete(locationId)
    await this.#records.removed(locationId, this.#deps.clock.now())
  }

  /** Finds what is new about some locations and all that were struck, writes it down, and only then says it. */
  async #say(places: readonly WatchedLocation[]) {
    const now = this.#deps.clock.now()
    const struck = [...this.#struck.keys()].flatMap(id => this.#watch.find(id) ?? [])
    const seen = [...new Set([...places, ...struck])].flatMap(watched => this.#see(watched, now) ?? [])
    await this.#records.write(seen, this.#readThrough, now)
    const strikes = new Map(this.#struck)
    this.#struck.clear()
    const changed: number[] = []
    for (const { watched, states } of seen) {
      const { id } = watched.place
      const key = states.map(sameUntil).join(' ')
      const before = this.#said.get(id)
      const added = strikes.get(id)
      if (before?.key === key && !added) continue
      const seq = ++this.#seq
      this.#said.set(id, { key, seq })
      const said = { now, seq, sources: this.#deps.sources }
      // Whoever has not heard of the place as it is now is told of all its strikes.
      const addsStrikes = before !== undefined
      const told = addsStrikes ? (added ?? new Set<Strike>()) : watched.near
      this.#deps.readers.tell(watched.place, {
        kind: 'delay',
        asOf: now.toISOString(),
        validForMs: leaseMs,
        delay: delayOf(watched, states, said, told),
        addsStrikes,
      })
      changed.push(id)
    }
    if (changed.length > 0) this.#deps.onChanged?.(changed)
  }

  #see(watched: WatchedLocation | undefined, now: Date): Seen | undefined {
    return watched && { watched, states: this.#statesOf(watched, now.getTime()) }
  }

  #noteHit(hit: Hit) {
    const strikes = this.#struck.get(hit.locationId) ?? new Set()
    this.#struck.set(hit.locationId, strikes.add(hit.strike))
    this.#records.note(hit)
  }

  /** Counting a strike again changes nothing. */
  #hitsAfter(position: number): Hit[] {
    const hits: Hit[] = []
    for (const strike of this.#recent) {
      if (strike.position > position) this.#watch.strike(strike, hit => hits.push(hit))
    }
    return hits
  }

  #inTurn<Result>(act: () => Promise<Result>): Promise<Result> {
    const result = this.#turn.then(act)
    this.#turn = result.catch(() => {}) // told to whoever asked; the next act is not to blame
    return result
  }
}

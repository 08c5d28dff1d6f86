import type { Zone } from '#domain/lightning/ring-rules'
import { setImmediate } from 'node:timers/promises'
import type { LocationDelay } from '#contract/weather/lightning'
import { isPlace, type Point } from '#domain/geo/distance'
import { mostCoverageAheadMs } from '#domain/lightning/coverage'
import { countedTime, type RingState } from '#domain/lightning/ring'
import type { Proven } from '#domain/lightning/proven'
import type { Coverage, Strike } from '#domain/lightning/strike'
import { hourMs, later, minuteMs, type Clock } from '#server/platform/clock'
import type { Log } from '#server/platform/log'
import { createSerial } from '#server/platform/serial'
import { batchesToEnd } from '#server/platform/store/append-log'
import { unavailable } from '#server/platform/http/problems'
import type { Db } from '#server/platform/store/index'
import type { Audience, Readers } from '#server/rooms/live/index'
import type { Sources } from '#server/sources'
import { isPost, isUserLocation, type Posts } from './ring-owners.ts'
import { createCoverageBook, type WatchedPlace } from './proven-coverage.ts'
import { delayOf, leaseMs, sameUntil, unreadState, whereStruck } from './statements.ts'
import { openDelays } from './store/delays.ts'
import {
  appendToLog,
  entriesAtOnce,
  loadSky,
  readLog,
  type ReceivedCoverage,
  type LoggedStrike,
  type NewStrike,
} from './store/log.ts'
import { Unstored, type Sharing } from './unstored.ts'
import { isForEveryone, RecentStrikes } from './map/recent-strikes.ts'
import { openRecordOf } from './records/delay-records.ts'
import { RecordKeeping, type RecordKeepingDeps, type Seen } from './records/record-keeping.ts'
import type { StrikeTraces } from './strike-traces.ts'
import {
  forgetNear,
  minutesOf,
  ringNumbers,
  statesOf,
  Watch,
  type Hit,
  type WatchedLocation,
  type WatchedRings,
} from './watch.ts'

export interface LightningBatch {
  readonly strikes: readonly Strike[]
  readonly coverage: readonly Coverage[]
}

export interface LightningEngineDeps {
  readonly db: Db
  readonly clock: Clock
  readonly log: Log
  readonly readers: Readers
  readonly sources: Sources
  readonly leadership: RecordKeepingDeps['leadership']
  /** Whether this process has read every edit. Until it has, its statements may describe rings that no longer exist. */
  readonly isCurrent: () => boolean
  readonly loadPlaces: () => readonly WatchedRings[]
  readonly findPlace: (locationId: number) => WatchedRings | undefined
  /** The delays of rings that are not on record here. */
  readonly otherDelays?: Posts['runningDelays']
  readonly seenBy: (audience: Audience) => readonly { readonly id: number }[]
  /** Shows other processes where strikes could not be stored; undefined if there are none. */
  readonly unstoredElsewhere?: Sharing | undefined
  /** Called when the log has new entries that other processes need to read. */
  readonly onAppended?: () => void
  /** Called after the screens are updated, for other consumers of ring states. */
  readonly onChanged?: (locationIds: readonly number[]) => void
  /** Called with the end of a source's coverage, after it was written. */
  readonly onCoverage?: (coverage: ReceivedCoverage) => void
  readonly traces?: StrikeTraces | undefined
}

/** The longest all-clear time plus a margin. Strikes older than this cannot affect any ring. */
const memoryMs = hourMs + minuteMs
const leaseEveryMs = 4_500
/** How long edits are applied before yielding. */
const longestStretchMs = 10

/**
 * The only owner of every ring's state. Operations run one at a time: first write, then apply, then send. While the
 * engine cannot write, it sends nothing, and what it sent before expires.
 */
export class LightningEngine {
  readonly #deps: LightningEngineDeps
  readonly #watch = new Watch()
  readonly #records
  readonly #coverage
  readonly #unstored
  readonly #sent = new Map<number, { key: string; seq: number }>()
  /** Locations that were hit since their state was last sent, with the strikes that hit them. */
  readonly #struck = new Map<number, Set<Strike>>()
  /** The log position read so far. */
  #readThrough = 0
  readonly #recent = new RecentStrikes()
  readonly #inTurn = createSerial()
  #ready = false
  #seq = 0
  #lastLeaseMs = -Infinity

  constructor(deps: LightningEngineDeps) {
    this.#deps = deps
    this.#records = new RecordKeeping({
      ...deps,
      look: (id, now) => this.#see(this.#watch.find(id), now),
      promiseEnd: delay => this.#watch.promiseEnd(delay),
      hitsAfter: position => this.#hitsAfter(position),
    })
    this.#coverage = createCoverageBook(deps.sources)
    this.#unstored = new Unstored(deps.unstoredElsewhere)
  }

  get isReady(): boolean {
    return this.#ready
  }

  /** Rebuilds everything from the log. No ring has a state until that is done. */
  start(): Promise<void> {
    return this.#inTurn(async () => {
      const { db, sources } = this.#deps
      this.#watch.fill(this.#deps.loadPlaces())
      const sky = await loadSky(db, later(this.#deps.clock.now(), -memoryMs))
      this.#readThrough = sky.position
      for (const span of sky.coverage) this.#coverage.add(span)
      for (const strike of sky.strikes) if (sources.isOn(strike.source)) this.#recent.add(strike)
      const delays = (await openDelays(db, 'system')).map(openRecordOf)
      for (const delay of [...delays, ...((await this.#deps.otherDelays?.()) ?? [])])
        if (!delay.simulated || sources.simulated) this.#watch.promiseEnd(delay)
      for (const strike of this.#recent) this.#watch.strike(strike, () => {})
      this.#ready = true
      await this.#say([...this.#watch.all()])
    })
  }

  /** Receives a batch from a source. When this resolves, the batch is durable, applied and sent. */
  receive(received: LightningBatch): Promise<{ accepted: number; known: number }> {
    return this.#inTurn(async () => {
      const receivedMs = this.#deps.clock.now().getTime()
      const placed = received.strikes.filter(isPlace)
      const strikes = placed.map(strike => ({
        ...strike,
        ...countedTime(strike.timeMs, receivedMs),
        reportedMs: strike.timeMs,
        receivedMs,
      }))
      // Nothing can be proven about the future, but a clock may be ahead, and the next span begins where this one ends.
      // The span is therefore stored as reported, but applies only up to now.
      const latestMs = receivedMs + mostCoverageAheadMs
      const coverage = received.coverage.map(span => ({ ...span, toMs: Math.min(span.toMs, latestMs) }))
      const lost = received.strikes.length - placed.length
      if (lost > 0)
        this.#deps.log.error({ lost }, 'received strikes without a position; that period stays unproven')
      const grown = this.#coverage.grownBy(lost > 0 ? [] : coverage)
      const spans = grown.map(span => ({ ...span, heardMs: receivedMs }))
      if (spans.length > 0 && this.#unstored.isBehind)
        throw unavailable('Lightning data is being stored late. Please send the coverage again.')
      const accepted = await this.#append(strikes, spans)
      this.#deps.traces?.stored(strikes, receivedMs)
      this.#deps.onAppended?.()
      await this.#readLog()
      if (this.#ready) await this.#say([])
      return { accepted, known: strikes.length - accepted }
    })
  }

  /**
   * Writes what was received, after what could not be written before: coverage never proves the absence of a strike
   * that is still waiting. What cannot be written now keeps its places from being clear.
   */
  async #append(strikes: readonly NewStrike[], spans: readonly ReceivedCoverage[]): Promise<number> {
    const late = this.#unstored.toStore()
    try {
      const added = await this.#deps.db.transaction().execute(async tx => {
        if (late.length > 0) await appendToLog(tx, late, [])
        return appendToLog(tx, strikes, spans)
      })
      this.#unstored.stored(late)
      return added
    } catch (error) {
      this.#unstored.hold(strikes, error)
      // If not even this can be said, the leases run out.
      if (strikes.length > 0 && this.#ready) await this.#say([...this.#watch.all()]).catch(() => {})
      throw error
    }
  }

  /** Tries again to write what could not be written. */
  async #storeLate(now: Date) {
    await this.#unstored.refresh(now.getTime())
    if (this.#unstored.toStore().length === 0) return
    try {
      await this.#append([], [])
      this.#deps.onAppended?.()
    } catch {
      // The same strikes are tried again a second later, and until then no place near them is clear.
    }
  }

  /** Reads what another process has appended to the log, and sends the affected states immediately. */
  readOn(): Promise<void> {
    return this.#inTurn(async () => {
      if (!this.#ready) return
      await this.#readLog()
      await this.#say([])
    })
  }

  /**
   * Runs every second: sends what changed only because time passed, and the lease that lets screens keep relying on
   * their state.
   */
  tick(): Promise<void> {
    return this.#inTurn(async () => {
      if (!this.#ready) return
      const now = this.#deps.clock.now()
      await this.#storeLate(now)
      await this.#readLog()
      const oldestMs = now.getTime() - memoryMs
      this.#recent.prune(oldestMs)
      this.#coverage.drop(oldestMs)
      for (const watched of this.#watch.all()) forgetNear(watched, now.getTime())
      await this.#say([...this.#watch.all()])
      const monotonicMs = this.#deps.clock.monotonicMs()
      if (monotonicMs - this.#lastLeaseMs < leaseEveryMs) return
      this.#lastLeaseMs = monotonicMs
      const throughMs = this.#coverage.reportedThrough(now.getTime())
      this.#deps.readers.sendAll({
        kind: 'lease',
        asOf: now.toISOString(),
        validForMs: leaseMs,
        coveredThrough: throughMs === null ? null : new Date(throughMs).toISOString(),
      })
    })
  }

  /** Applies the addition, edit or removal of a location. */
  follow(locationId: number): Promise<void> {
    return this.#inTurn(async () => {
      const place = this.#deps.findPlace(locationId)
      const userId = place?.userId ?? this.#watch.find(locationId)?.place.userId
      this.#sent.delete(locationId) // even if no state changes, the radii may have changed
      if (place) {
        const nowMs = this.#deps.clock.now().getTime()
        const hits = this.#watch.set(place, (at, miles) => this.#recent.around(at, miles), nowMs)
        for (const hit of hits) this.#records.note(hit)
      } else await this.#forget(locationId)
      const watched = this.#watch.find(locationId)
      if (watched && this.#ready) await this.#say([watched])
      if (userId === undefined) return
      const asOf = this.#deps.clock.now().toISOString()
      const about = { locationId, ...(!place && { isRemoved: true }) }
      const event = { kind: 'locations-changed', asOf, ...about } as const
      this.#deps.readers.send({ id: locationId, userId }, event)
    })
  }

  /** Applies edits to many locations, yielding in between: a lease must not expire in the meantime. */
  async followAll(locationIds: readonly number[]): Promise<void> {
    let beganMs = this.#deps.clock.monotonicMs()
    for (const id of new Set(locationIds)) {
      await this.follow(id)
      if (this.#deps.clock.monotonicMs() - beganMs < longestStretchMs) continue
      await setImmediate()
      beganMs = this.#deps.clock.monotonicMs()
    }
  }

  /** Applies edits to those locations whose rings in force differ from the ones being watched. */
  followOthers(places: readonly { readonly id: number }[]): Promise<void> {
    return this.followAll(places.map(({ id }) => id).filter(id => !this.#isWatchedAsIs(id)))
  }

  /** Applies edits to the rings of some customers that are on no dashboard, including those that are gone. */
  followPosts(
    posts: readonly { readonly id: number }[],
    isOf: (customerId: number) => boolean,
  ): Promise<void> {
    const ids = new Set(posts.map(({ id }) => id))
    for (const { place } of this.#watch.all())
      if (isPost(place.id) && isOf(place.customerId)) ids.add(place.id)
    return this.followOthers(Array.from(ids, id => ({ id })))
  }

  /** The current statement about a location; undefined if it is not watched, or not evaluated yet. */
  delayOf(locationId: number): LocationDelay | undefined {
    const watched = this.#ready ? this.#watch.find(locationId) : undefined
    return watched && this.#delayNow(watched)
  }

  ringsWatched(): number {
    return this.#watch.ringCount()
  }

  /** The number of locations with a ring in an Unknown state. */
  locationsUnknown(): number {
    if (!this.#ready) return [...this.#watch.all()].length
    const nowMs = this.#deps.clock.now().getTime()
    const isUnknown = (watched: WatchedLocation) =>
      this.#statesOf(watched, nowMs).some(state => state?.state === 'Unknown')
    const all = [...this.#watch.all()]
    return all.filter(watched => isUserLocation(watched.place.id) && isUnknown(watched)).length
  }

  ringState(locationId: number, ring: Zone): RingState | undefined {
    const watched = this.#ready ? this.#watch.find(locationId) : undefined
    const kept = watched?.rings[ring - 1]
    return kept && this.#statesOf(watched, this.#deps.clock.now().getTime())[ring - 1]
  }

  /** The distance of the strike from which a ring's delay is counted; null if it is no longer known. */
  lastStrikeMiles(locationId: number, ring: Zone): number | null {
    const watched = this.#ready ? this.#watch.find(locationId) : undefined
    const state = this.ringState(locationId, ring)
    return watched && state ? whereStruck(watched, ring, state).lastStrikeMiles : null
  }

  newestStrike(locationId: number, ring: Zone): Strike | undefined {
    return this.#watch.find(locationId)?.newest[ring - 1]
  }

  delaysOf(audience: Audience): LocationDelay[] {
    return this.#deps.seenBy(audience).flatMap(({ id }) => this.delayOf(id) ?? [])
  }

  /** The strikes shown on the map: everyone's, and those that a customer's own instruments report. */
  strikesSince(sinceMs: number, customerId: number | null): readonly LoggedStrike[] {
    return this.#recent
      .since(sinceMs)
      .filter(strike => isForEveryone(strike) || (customerId !== null && strike.customerId === customerId))
  }

  /** Whether nearby strikes indicate a thunderstorm at a place. */
  isThunderingAt(place: Point): boolean {
    return this.#recent.thunders(place, this.#deps.clock.now().getTime())
  }

  /** What is proven for the whole area within a distance of a place, as far back as any ring needs it. */
  provenAt(place: WatchedPlace, miles = 0): Proven {
    if (!this.#ready) return []
    const { networks, withSatellites } = this.#coverage.proofAround(place)(miles)
    return withSatellites ?? networks
  }

  /**
   * Applies the unread part of the log in order, whichever process wrote it: coverage applies only after everything
   * before it. Entries that this process wrote get no special treatment.
   */
  async #readLog() {
    const { db, sources, clock } = this.#deps
    const nowMs = clock.now().getTime()
    const oldestMs = nowMs - memoryMs
    for await (const entries of batchesToEnd(entriesAtOnce, () => readLog(db, 'system', this.#readThrough))) {
      for (const entry of entries) {
        this.#readThrough = entry.position
        if (entry.kind === 'coverage') {
          this.#coverage.add(entry.coverage)
          this.#deps.onCoverage?.(entry.coverage)
        } else if (entry.strike.timeMs >= oldestMs && sources.isOn(entry.strike.source)) {
          this.#watch.strike(entry.strike, hit => this.#noteHit(hit, nowMs))
          this.#recent.add(entry.strike)
        }
      }
    }
  }

  #isWatchedAsIs(locationId: number): boolean {
    const [place, watched] = [this.#deps.findPlace(locationId), this.#watch.find(locationId)?.place]
    if (!place || !watched) return place === watched
    const isSamePlace =
      place.latitude === watched.latitude &&
      place.longitude === watched.longitude &&
      place.label === watched.label &&
      place.customerId === watched.customerId &&
      place.organizationLocationId === watched.organizationLocationId
    if (!isSamePlace) return false
    return ringNumbers.every(
      ring =>
        place.radiiMiles[ring - 1] === watched.radiiMiles[ring - 1] &&
        minutesOf(place, ring) === minutesOf(watched, ring),
    )
  }

  #delayNow(watched: WatchedLocation): LocationDelay {
    const now = this.#deps.clock.now()
    const states = this.#statesOf(watched, now.getTime())
    const seq = this.#sent.get(watched.place.id)?.seq ?? this.#seq
    return delayOf(watched, states, { now, seq, sources: this.#deps.sources })
  }

  #statesOf(watched: WatchedLocation, nowMs: number): readonly (RingState | undefined)[] {
    const proven = statesOf(watched, this.#coverage.proofAround(watched.place), nowMs)
    const states = this.#unstored.doubted(watched, proven)
    if (this.#deps.isCurrent()) return states
    return states.map(state => (state?.state === 'AllClear' ? unreadState : state))
  }

  async #forget(locationId: number) {
    this.#watch.remove(locationId)
    this.#sent.delete(locationId)
    await this.#records.removed(locationId, this.#deps.clock.now())
  }

  /** Finds what changed for the given locations and for all that were struck, writes it, and only then sends it. */
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
      const before = this.#sent.get(id)
      const added = strikes.get(id)
      if (before?.key === key && !added) continue
      const seq = ++this.#seq
      this.#sent.set(id, { key, seq })
      const context = { now, seq, sources: this.#deps.sources }
      // A client that lacks the current version of the place receives all its strikes.
      const addsStrikes = before !== undefined
      const newStrikes = addsStrikes ? (added ?? new Set<Strike>()) : watched.near
      const streams = this.#deps.readers.send(watched.place, {
        kind: 'delay',
        asOf: now.toISOString(),
        validForMs: leaseMs,
        delay: delayOf(watched, states, context, newStrikes),
        addsStrikes,
      })
      this.#deps.traces?.sent(watched.place, states, added ?? [], streams)
      changed.push(id)
    }
    for (const { watched, states } of seen) this.#watch.dropCleared(watched, states)
    if (changed.length > 0) this.#deps.onChanged?.(changed)
  }

  #see(watched: WatchedLocation | undefined, now: Date): Seen | undefined {
    return watched && { watched, states: this.#statesOf(watched, now.getTime()) }
  }

  #noteHit(hit: Hit, readMs: number) {
    this.#deps.traces?.matched(hit.strike, readMs)
    const strikes = this.#struck.get(hit.locationId) ?? new Set()
    this.#struck.set(hit.locationId, strikes.add(hit.strike))
    this.#records.note(hit)
  }

  /** Finds the hits of strikes after a log position. Applying a strike again changes nothing. */
  #hitsAfter(position: number): Hit[] {
    const hits: Hit[] = []
    for (const strike of this.#recent) {
      if (strike.position > position) this.#watch.strike(strike, hit => hits.push(hit))
    }
    return hits
  }
}

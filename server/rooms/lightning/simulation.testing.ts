import type { LocationDelay } from '#contract/lightning'
import type { LiveEvent } from '#contract/live'
import { destination, distanceMiles } from '#domain/geo/distance'
import { usualStaleAfterMs } from '#domain/feeds/stale-after'
import { isWord, nothingHeard, withWord } from '#domain/lightning/hearing'
import { isValid, serverTimeMs, type Moment } from '#domain/lightning/lease'
import { shownRing, type ShownRing } from '#domain/lightning/shown'
import type { Strike } from '#domain/lightning/strike'
import { silentLog } from '#server/platform/log'
import { createReaders, type Readers } from '#server/rooms/live/index'
import type { Db } from '#server/platform/store/index'
import { sourcesOf } from '#server/sources'
import { LightningEngine, type LightningBatch } from './engine.ts'
import { leaseMs } from './statements.ts'
import type { LocationRings } from '#server/rooms/locations/index'

const secondMs = 1000
const minuteMs = 60 * secondMs
const feed = 'simulated'
const userId = '00000000-0000-4000-8000-000000000001'

/** The same numbers from the same seed, so that every run can be run again. */
function chanceFrom(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
}

/** One screen with clocks of its own, behind a network that holds things up and breaks. */
class Screen {
  readonly #monotonicOffsetMs: number
  readonly #wallOffsetMs: number
  #queue: { atMs: number; event: LiveEvent; requested: Moment }[] = []
  #hearing = nothingHeard<LocationDelay>()
  #leave: (() => void) | undefined
  #requested: Moment | undefined

  constructor(chance: () => number) {
    this.#monotonicOffsetMs = chance() * 1e7
    this.#wallOffsetMs = (chance() - 0.5) * 7_200_000
  }

  moment(nowMs: number): Moment {
    return { monotonicMs: nowMs + this.#monotonicOffsetMs, wallMs: nowMs + this.#wallOffsetMs }
  }

  get isConnected(): boolean {
    return this.#leave !== undefined
  }

  connect(engine: LightningEngine, readers: Readers, nowMs: () => number, holdUpMs: () => number) {
    const requested = this.moment(nowMs())
    this.#requested = requested
    const take = (event: LiveEvent) => {
      // A stream keeps its order: nothing overtakes what was held up.
      const earliest = this.#queue.at(-1)?.atMs ?? 0
      this.#queue.push({ atMs: Math.max(earliest, nowMs() + holdUpMs()), event, requested })
    }
    const asOf = new Date(nowMs()).toISOString()
    take({ kind: 'snapshot', asOf, validForMs: leaseMs, delays: engine.delaysOf(userId) })
    this.#leave = readers.add(userId, {
      send: bytes => take(JSON.parse(bytes.toString().slice('data: '.length)) as LiveEvent),
      close: () => {},
    })
  }

  disconnect() {
    this.#leave?.()
    this.#leave = undefined
    this.#queue = []
  }

  receive(nowMs: number) {
    const due = this.#queue.filter(({ atMs }) => atMs <= nowMs)
    this.#queue = this.#queue.slice(due.length)
    for (const { event, requested } of due) {
      if (requested !== this.#requested || !isWord(event)) continue
      this.#hearing = withWord(this.#hearing, event, requested, this.moment(nowMs))
    }
  }

  /** How old the newest word is that the screen has heard. */
  wordAgeMs(nowMs: number): number {
    return nowMs - Date.parse(this.#hearing.asOf)
  }

  shows(locationId: number, nowMs: number): { ring: number; shown: ShownRing }[] {
    const { lease, delays } = this.#hearing
    const now = this.moment(nowMs)
    if (!lease || !isValid(lease, now)) return []
    return (delays.get(locationId)?.statements ?? []).map(statement => ({
      ring: statement.ring,
      shown: shownRing(
        { ...statement, endsAtMs: statement.endsAt === null ? null : Date.parse(statement.endsAt) },
        true,
        serverTimeMs(lease, now),
      ),
    }))
  }
}

export interface SimulationReport {
  readonly seed: number
  readonly falseClears: readonly string[]
  readonly greenSeen: number
  readonly delaySeen: number
  readonly crashes: number
  readonly gaps: number
  readonly strikes: number
  readonly longestUnknownSeconds: number
  /** The oldest word that a screen still went by. */
  readonly longestStaleSeconds: number
}

export interface SimulationOptions {
  readonly db: Db
  readonly customerId: number
  readonly seed: number
  readonly startMs: number
  readonly minutes: number
}

/**
 * A feed, a server and three screens under one virtual clock, with faults drawn from a seed: lost and late messages,
 * duplicates, silences, crashes, broken and slow connections. The truth is known, and every screen is held against it.
 */
export async function simulate({
  db,
  customerId,
  seed,
  startMs,
  minutes,
}: SimulationOptions): Promise<SimulationReport> {
  const chance = chanceFrom(seed)
  let nowMs = startMs
  const home = { latitude: 35.2, longitude: -97.4 }
  const place: LocationRings = {
    id: 1,
    customerId,
    userId,
    label: 'Simulated',
    ...home,
    radiiMiles: [8, 16, 26, 0],
    allClearMinutes: 10,
  }
  const readers = createReaders()
  const openEngine = async () => {
    const engine = new LightningEngine({
      db,
      clock: { now: () => new Date(nowMs), monotonicMs: () => nowMs },
      log: silentLog,
      readers,
      sources: sourcesOf({ feeds: 'simulated' }),
      loadPlaces: async () => [place],
      findPlace: async () => place,
    })
    await engine.start()
    return engine
  }

  let engine = await openEngine()
  const screens = [new Screen(chance), new Screen(chance), new Screen(chance)]
  const truth: { strike: Strike; distance: number }[] = []
  const late: { atMs: number; heard: LightningBatch }[] = []
  const falseClears: string[] = []
  let [greenSeen, delaySeen, crashes, gaps, unknownSinceMs, longestUnknownMs] = [0, 0, 0, 0, startMs, 0]
  let longestStaleMs = 0
  let silentUntilMs = 0
  let stormUntilMs = startMs + 3 * minuteMs
  let coveredMs = startMs - 61 * minuteMs
  await engine.hear({ strikes: [], coverage: [{ source: feed, fromMs: coveredMs, toMs: nowMs }] })
  coveredMs = nowMs

  const stepMs = 2 * secondMs
  for (let step = 0; step < (minutes * minuteMs) / stepMs; step++) {
    nowMs += stepMs
    // The sky.
    if (nowMs > stormUntilMs + 14 * minuteMs) stormUntilMs = nowMs + chance() * 3 * minuteMs
    const born: Strike[] = []
    if (nowMs < stormUntilMs && chance() < 0.2) {
      const at = destination(home, chance() * 360, chance() * 40) ?? home
      const timeMs = nowMs - Math.floor(chance() * stepMs)
      const strike: Strike = {
        id: `${seed}-${step}`,
        source: feed,
        timeMs,
        ...at,
        amp: 10,
        type: 1,
        positionErrorMiles: 0,
      }
      born.push(strike)
      truth.push({ strike, distance: distanceMiles(home, strike) ?? 0 })
    }
    // The feed, which never claims what it does not deliver.
    const message: LightningBatch = {
      strikes: born,
      coverage: [{ source: feed, fromMs: coveredMs, toMs: nowMs }],
    }
    coveredMs = nowMs
    if (nowMs > silentUntilMs && chance() < 0.002) silentUntilMs = nowMs + chance() * 90 * secondMs
    const fate = chance()
    if (nowMs < silentUntilMs) late.push({ atMs: silentUntilMs, heard: message })
    // Lost for good, and oftener where it hurts.
    else if (fate < (born.length > 0 ? 0.08 : 0.001)) gaps++
    else if (fate < 0.02) late.push({ atMs: nowMs + chance() * 40 * secondMs, heard: message })
    else await engine.hear(message)
    if (fate > 0.97) await engine.hear(message)
    for (const due of late.filter(({ atMs }) => atMs <= nowMs)) {
      late.splice(late.indexOf(due), 1)
      await engine.hear(due.heard)
    }
    // The server.
    if (chance() < 0.003) {
      crashes++
      for (const screen of screens) screen.disconnect()
      nowMs += Math.floor(chance() * 8) * secondMs
      engine = await openEngine()
    }
    await engine.tick()
    // The screens.
    for (const screen of screens) {
      if (screen.isConnected && chance() < 0.01) screen.disconnect()
      else if (!screen.isConnected && chance() < 0.3) {
        const slow = chance() < 0.2 ? 12 : 0.5
        screen.connect(
          engine,
          readers,
          () => nowMs,
          () => Math.floor(chance() * slow * secondMs),
        )
      }
      screen.receive(nowMs)
    }
    // The truth against what is seen. A word may be believed for the length of a lease, and a feed for its own limit.
    const unseenMs = usualStaleAfterMs.lightning + leaseMs + stepMs
    let anyKnown = false
    for (const screen of screens) {
      const seen = screen.shows(1, nowMs)
      if (seen.length > 0) longestStaleMs = Math.max(longestStaleMs, screen.wordAgeMs(nowMs))
      for (const { ring, shown } of seen) {
        anyKnown ||= shown.show !== 'Unknown'
        if (shown.show === 'Delay') delaySeen++
        if (shown.show !== 'AllClear') continue
        greenSeen++
        const young = truth.find(({ strike, distance }) => {
          const ageMs = nowMs - strike.timeMs
          return (
            distance <= (place.radiiMiles[ring - 1] ?? 0) &&
            ageMs > unseenMs &&
            ageMs < 10 * minuteMs - stepMs
          )
        })
        if (young) falseClears.push(`ring ${ring} at ${nowMs}, strike ${young.strike.id}`)
      }
    }
    if (anyKnown) unknownSinceMs = nowMs
    longestUnknownMs = Math.max(longestUnknownMs, nowMs - unknownSinceMs)
  }
  const longestUnknownSeconds = Math.round(longestUnknownMs / secondMs)
  return {
    seed,
    falseClears,
    greenSeen,
    delaySeen,
    crashes,
    gaps,
    strikes: truth.length,
    longestUnknownSeconds,
    longestStaleSeconds: Math.round(longestStaleMs / secondMs),
  }
}

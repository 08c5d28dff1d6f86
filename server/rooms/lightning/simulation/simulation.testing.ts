import { sql } from 'kysely'
import { destination, distanceMiles } from '#domain/geo/distance'
import { usualStaleAfterMs } from '#domain/feeds/stale-after'
import type { Strike } from '#domain/lightning/strike'
import { minuteMs, secondMs } from '#server/platform/clock'
import type { Db } from '#server/platform/store/index'
import { freshStore } from '#server/platform/store/testing'
import type { LocationRings } from '#server/rooms/locations/index'
import { sourcesOf } from '#server/sources'
import type { LightningBatch } from '#server/rooms/lightning/engine'
import { brokenEntries } from '#server/rooms/lightning/records/evidence'
import { isSomebodyBlocked } from './simulated-pause.testing.ts'
import { SimulatedProcess } from './simulated-process.testing.ts'
import { Screen, userId } from './simulated-screen.testing.ts'
import { leaseMs } from '#server/rooms/lightning/statements'
import { listDelays, listEvidence } from '#server/rooms/lightning/store/delays'

const feed = 'simulated'
const stepMs = 2 * secondMs
/** Less than one step, because the truth and the screens are compared only once per step. */
const mostFeedAheadMs = 1.9 * secondMs
/** How long an edit may stay unread before a process reports Unknown. */
const editUnreadMs = 10 * secondMs

/** Returns the same numbers for the same seed, so that every run is repeatable. */
function chanceFrom(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
}

export interface SimulationReport {
  readonly seed: number
  readonly processes: number
  /** How far the feed's clock is ahead. */
  readonly feedAheadMs: number
  readonly falseClears: readonly string[]
  /** Errors found in the records and the facts. */
  readonly faultsInRecords: readonly string[]
  readonly greenSeen: number
  readonly delaySeen: number
  readonly crashes: number
  readonly sleeps: number
  /** How many times a process stopped between two steps. */
  readonly pauses: number
  readonly cuts: number
  readonly gaps: number
  readonly retries: number
  readonly edits: number
  readonly terms: number
  readonly facts: number
  readonly strikes: number
  readonly longestUnknownSeconds: number
  /** The age of the oldest message that a screen still relied on. */
  readonly longestStaleSeconds: number
}

export interface SimulationOptions {
  readonly db: Db
  readonly customerId: number
  readonly seed: number
  readonly processes: number
  readonly startMs: number
  readonly minutes: number
}

/** A database for simulations, one after the other. */
export async function openSimulation() {
  const store = await freshStore()
  const { rows } = await sql<{ id: number }>`
    insert into customers (name, created_at) values ('One', now()) returning id`.execute(store.db)
  return { store, customerId: rows[0]?.id ?? 0 }
}

/**
 * Simulates a feed behind a load balancer, several processes on one database and three screens under one virtual clock.
 * A seed determines the faults: lost and late messages, lost responses, duplicates, silences, crashes, processes that
 * sleep, stop between any two steps or lose the database, clocks that are minutes apart, a feed whose clock is off by
 * up to two seconds, and broken and slow connections. The truth is known, and every screen, record and fact is checked
 * against it.
 */
export async function simulate(options: SimulationOptions): Promise<SimulationReport> {
  const { db, customerId, seed, startMs, minutes } = options
  const chance = chanceFrom(seed)
  // The feed's clock is always slightly fast or slow.
  const feedAheadMs = Math.round((chanceFrom(seed * 7919)() * 2 - 1) * mostFeedAheadMs)
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
  await prepare(db)
  const outside = { db, chance, chanceOfPause: chanceFrom(seed * 104_729), nowMs: () => nowMs, place }
  const processes = Array.from({ length: options.processes }, () => new SimulatedProcess(outside))

  /**
   * Waits for work that may need a frozen process's lock. A database would break that lock; here the frozen process
   * resumes instead.
   */
  async function patiently<Result>(working: Promise<Result>): Promise<Result> {
    let isDone = false
    const done = working.finally(() => (isDone = true))
    done.catch(() => {}) // the caller below gets the error
    while (processes.some(({ isFrozen }) => isFrozen)) {
      await Promise.race([done.catch(() => {}), new Promise(resolve => setImmediate(resolve))])
      if (isDone) break
      if (await isSomebodyBlocked(db)) for (const process of processes) process.goOn()
    }
    return done
  }

  for (const process of processes) await patiently(process.run())
  const anyOf = <Item>(items: readonly Item[]) => items[Math.floor(chance() * items.length)]
  const anyAwake = () => anyOf(processes.filter(process => process.isAwake))

  const screens = [new Screen(chance), new Screen(chance), new Screen(chance)]
  const connectedTo = new Map<Screen, SimulatedProcess>()
  const truth: { strike: Strike; distance: number }[] = []
  const delivered = new Set<string>()
  const late: { atMs: number; batch: LightningBatch }[] = []
  const edits: { atMs: number; radius: number }[] = [{ atMs: -Infinity, radius: 8 }]
  const falseClears: string[] = []
  let [greenSeen, delaySeen, crashes, sleeps, cuts, gaps, retries] = [0, 0, 0, 0, 0, 0, 0]
  let [unknownSinceMs, longestUnknownMs, longestStaleMs] = [startMs, 0, 0]
  let silentUntilMs = 0
  let stormUntilMs = startMs + 3 * minuteMs
  let coveredMs = startMs - 61 * minuteMs

  /** Resends a batch that got no response to any live process, although it may have been accepted. */
  async function deliver(batch: LightningBatch) {
    try {
      const process = anyAwake()
      if (!process) throw new Error('Nobody answers')
      await patiently(process.receive(batch, chance() < 0.02))
      for (const { id } of batch.strikes) delivered.add(id)
      if (chance() < 0.5)
        for (const other of processes) if (other !== process) await patiently(other.ringDoorbell())
    } catch {
      retries++
      late.push({ atMs: nowMs + stepMs, batch })
    }
  }

  /** Sends strikes through one process and coverage through another, but never coverage before its strikes. */
  async function deliverInParts({ strikes, coverage }: LightningBatch) {
    if (strikes.length === 0 || chance() < 0.5) return deliver({ strikes, coverage })
    const before = late.length
    await deliver({ strikes, coverage: [] })
    if (late.length === before) await deliver({ strikes: [], coverage })
    else late.push({ atMs: nowMs + stepMs, batch: { strikes, coverage } })
  }

  await deliver({ strikes: [], coverage: [{ source: feed, fromMs: coveredMs, toMs: nowMs + feedAheadMs }] })
  coveredMs = nowMs + feedAheadMs

  for (let step = 0; step < (minutes * minuteMs) / stepMs; step++) {
    nowMs += stepMs
    // Weather.
    if (nowMs > stormUntilMs + 14 * minuteMs) stormUntilMs = nowMs + chance() * 3 * minuteMs
    const born: Strike[] = []
    if (nowMs < stormUntilMs && chance() < 0.2) {
      const at = destination(home, chance() * 360, chance() * 40) ?? home
      const timeMs = nowMs - Math.floor(chance() * stepMs)
      const id = `${seed}-${step}`
      const strike = { id, source: feed, timeMs, ...at, amp: 10, type: 1, positionErrorMiles: 0 } as const
      born.push({ ...strike, timeMs: timeMs + feedAheadMs })
      truth.push({ strike, distance: distanceMiles(home, strike) ?? 0 })
    }
    // The feed, which never reports coverage without the strikes in it.
    const throughMs = nowMs + feedAheadMs
    const message = { strikes: born, coverage: [{ source: feed, fromMs: coveredMs, toMs: throughMs }] }
    coveredMs = throughMs
    if (nowMs > silentUntilMs && chance() < 0.002) silentUntilMs = nowMs + chance() * 90 * secondMs
    const fate = chance()
    if (nowMs < silentUntilMs) late.push({ atMs: silentUntilMs, batch: message })
    // Lost for good, more often if the batch has strikes.
    else if (fate < (born.length > 0 ? 0.08 : 0.001)) gaps++
    else if (fate < 0.02) late.push({ atMs: nowMs + chance() * 40 * secondMs, batch: message })
    else await deliverInParts(message)
    if (fate > 0.97) await deliverInParts(message)
    for (const due of late.filter(({ atMs }) => atMs <= nowMs)) {
      late.splice(late.indexOf(due), 1)
      await deliver(due.batch)
    }
    // User edits.
    if (chance() < 0.004) {
      const radius = edits.at(-1)?.radius === 8 ? 12 : 8
      const editor = anyAwake()
      if (editor)
        await patiently(editor.edit(radius))
          .then(() => edits.push({ atMs: nowMs, radius }))
          .catch(() => {}) // rejected, so nothing has changed
    }
    // Processes.
    for (const process of processes) {
      const blow = chance()
      if (blow < 0.003) {
        crashes++
        process.crash(Math.floor(chance() * 10) * secondMs)
        for (const [screen, server] of connectedTo) if (server === process) screen.disconnect()
      } else if (blow < 0.005) {
        sleeps++
        process.sleep(chance() * 40 * secondMs)
      } else if (blow < 0.007) {
        cuts++
        process.cutOff(chance() * 40 * secondMs)
      }
      await patiently(process.run())
    }
    // Screens.
    for (const screen of screens) {
      if (screen.isConnected && chance() < 0.01) screen.disconnect()
      else if (!screen.isConnected && chance() < 0.3) {
        const process = anyAwake()
        const server = process?.server
        if (!process || !server) continue
        const slow = chance() < 0.2 ? 12 : 0.5
        screen.connect(
          server,
          () => nowMs,
          () => Math.floor(chance() * slow * secondMs),
        )
        connectedTo.set(screen, process)
      }
      screen.receive(nowMs)
    }
    // Compare the truth with what screens show. A message is valid for the length of a lease, and a feed until its
    // staleness limit.
    const unseenMs = usualStaleAfterMs.lightning + leaseMs + stepMs
    const settledMs = editUnreadMs + leaseMs + 2 * stepMs
    const radii = edits.filter((_, index) => (edits[index + 1]?.atMs ?? Infinity) > nowMs - settledMs)
    const firstRadius = Math.min(...radii.map(({ radius }) => radius))
    let anyKnown = false
    for (const screen of screens) {
      const seen = screen.shows(1, nowMs)
      if (seen.length > 0) longestStaleMs = Math.max(longestStaleMs, screen.wordAgeMs(nowMs))
      for (const { ring, shown } of seen) {
        anyKnown ||= shown.show !== 'Unknown'
        if (shown.show === 'Delay') delaySeen++
        if (shown.show !== 'AllClear') continue
        greenSeen++
        const radius = ring === 1 ? firstRadius : (place.radiiMiles[ring - 1] ?? 0)
        const young = truth.find(({ strike, distance }) => {
          const ageMs = nowMs - strike.timeMs
          return distance <= radius && ageMs > unseenMs && ageMs < 10 * minuteMs - stepMs
        })
        if (young) falseClears.push(`ring ${ring} at ${nowMs}, strike ${young.strike.id}`)
      }
    }
    if (anyKnown) unknownSinceMs = nowMs
    longestUnknownMs = Math.max(longestUnknownMs, nowMs - unknownSinceMs)
  }

  // Repair everything and let work in progress finish.
  for (const process of processes) process.heal()
  for (let step = 0; step < 10; step++) {
    nowMs += stepMs
    for (const process of processes) await patiently(process.run())
  }
  const counts = await countFacts(db)
  return {
    seed,
    processes: options.processes,
    feedAheadMs,
    falseClears,
    faultsInRecords: await faultsInRecords(
      db,
      truth.filter(({ strike, distance }) => distance <= 26 && delivered.has(strike.id)),
    ),
    greenSeen,
    delaySeen,
    crashes,
    sleeps,
    pauses: processes.reduce((sum, { pauses }) => sum + pauses, 0),
    cuts,
    gaps,
    retries,
    edits: edits.length - 1,
    ...counts,
    strikes: truth.length,
    longestUnknownSeconds: Math.round(longestUnknownMs / secondMs),
    longestStaleSeconds: Math.round(longestStaleMs / secondMs),
  }
}

async function prepare(db: Db) {
  await sql`truncate strikes, coverage_spans, delays, facts, fact_cursors, lightning_cursors, leases cascade`.execute(
    db,
  )
  await sql`create table if not exists simulated_place (radius float8 not null)`.execute(db)
  await sql`create table if not exists simulated_acts (fact bigint not null)`.execute(db)
  await sql`truncate simulated_place, simulated_acts`.execute(db)
  await sql`insert into simulated_place values (8)`.execute(db)
  await sql`insert into fact_cursors values ('simulation', 0, now())`.execute(db)
}

async function countFacts(db: Db): Promise<{ facts: number; terms: number }> {
  const { rows } = await sql<{ facts: number; terms: number }>`
    select (select count(*) from facts) as facts, (select max(epoch) from leases) as reigns`.execute(db)
  return rows[0] ?? { facts: 0, terms: 0 }
}

/**
 * Checks that every accepted strike is on record exactly once for each ring it hit, and that every fact was published
 * and handled once.
 */
async function faultsInRecords(
  db: Db,
  hits: readonly { strike: Strike; distance: number }[],
): Promise<string[]> {
  const faults: string[] = []
  const delays = await listDelays(
    db,
    'system',
    { locationId: 1 },
    { count: 10_000 },
    sourcesOf({ feeds: 'simulated' }),
  )
  const named = new Map<string, number>()
  for (const { id, ring } of delays) {
    const evidence = await listEvidence(db, id)
    const broken = brokenEntries(evidence)
    if (broken.length > 0) faults.push(`delay ${id}: entries ${broken.join()} do not follow`)
    for (const { facts } of evidence) {
      const { id: extending, strike } = facts as { id?: string; strike?: { id: string } | null }
      const key = `${ring} ${strike?.id ?? extending}`
      named.set(key, (named.get(key) ?? 0) + 1)
    }
  }
  for (const { strike, distance } of hits) {
    const rings = [...(distance <= 8 ? [1] : []), ...(distance <= 16 ? [2] : []), 3]
    for (const ring of rings) {
      const times = named.get(`${ring} ${strike.id}`) ?? 0
      if (times !== 1) faults.push(`strike ${strike.id} stands ${times} times on record of ring ${ring}`)
    }
  }
  const { rows } = await sql<{ kind: string; facts: number; acts: number }>`
    select kind, count(*) as facts, sum((select count(*) from simulated_acts where fact = number))::bigint as acts
    from facts group by kind`.execute(db)
  for (const { kind, facts, acts } of rows) {
    if (facts !== acts) faults.push(`${kind}: ${facts} facts, ${acts} acts`)
  }
  const reported = (kind: string) => rows.find(row => row.kind === kind)?.facts ?? 0
  const closed = delays.filter(({ closed_at }) => closed_at !== null).length
  if (reported('delay opened') !== delays.length)
    faults.push(`${delays.length} delays, ${reported('delay opened')} told`)
  if (reported('delay ended') !== closed) faults.push(`${closed} ended, ${reported('delay ended')} told`)
  return faults
}

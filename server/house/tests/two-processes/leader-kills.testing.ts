import { setTimeout as sleep } from 'node:timers/promises'
import { expect, vi } from 'vitest'
import { getDelay, ingestStrikes, type LocationDelay } from '#contract/weather/lightning'
import { addLocation, type Location } from '#contract/places/locations'
import type { ServerProcess } from '#server/house/process.testing'
import { ask, holderOf, openProcessGroup, type ProcessGroup } from './processes.testing.ts'
import { databaseNow, delaysOnRecord, takenOverAfterMs } from '#server/house/tests/access/records.testing'

export interface KillReport {
  readonly kills: number
  /** The times from a kill until the other process is the leader. */
  readonly takeOverMs: readonly number[]
  /** The times from a kill until a strike that was sent after it is on record. */
  readonly onRecordMs: readonly number[]
  readonly strikes: number
  /** How many batches a dying process did not acknowledge, which were then sent again to another. */
  readonly sentAgain: number
  readonly statesAsked: number
}

/** Longer than a sign-in token is valid. */
const signInEveryMs = 5 * 60_000
const soon = { timeout: 30_000, interval: 100 }
const ago = (ms: number) => new Date(Date.now() - ms).toISOString()
const middle = (numbers: readonly number[]) =>
  numbers.toSorted((one, other) => one - other)[Math.floor(numbers.length / 2)] ?? NaN

export function inWords({ kills, takeOverMs, onRecordMs, ...rest }: KillReport): string {
  const seconds = (all: readonly number[]) =>
    `median ${(middle(all) / 1000).toFixed(1)} s, longest ${(Math.max(...all) / 1000).toFixed(1)} s`
  return [
    `${kills} kills of the leader: the other takes over after ${seconds(takeOverMs)};`,
    `a strike that came after the kill is on record after ${seconds(onRecordMs)};`,
    `${rest.strikes} strikes, ${rest.sentAgain} batches sent again, ${rest.statesAsked} states asked for`,
  ].join(' ')
}

/** Sends strikes at one place after another, so that delays begin before, during and after a kill. */
class Storm {
  readonly #living: () => readonly ServerProcess[]
  readonly #key: string
  readonly #stop = new AbortController()
  readonly #running: Promise<unknown>
  /** Which strikes were acknowledged, by location. */
  readonly struck = new Map<number, string[]>()
  place: Location | undefined
  sentAgain = 0
  #sent = 0

  constructor(living: () => readonly ServerProcess[], key: string) {
    this.#living = living
    this.#key = key
    this.#running = Promise.all([
      this.#repeat(100, async () => this.place && this.strike(this.place)),
      this.#repeat(1000, () => this.#tell({ coverage: [{ from: ago(70 * 60_000), to: ago(0) }] })),
    ])
  }

  /** Resolves when the strike is acknowledged. A batch that was not acknowledged is sent again, as every feed does. */
  async strike({ id: locationId, latitude, longitude }: Location): Promise<string> {
    const id = `strike ${++this.#sent}`
    const time = ago(0)
    const elsewhere = Array.from({ length: 20 }, (_, n) => ({
      id: `${id} elsewhere ${n}`,
      time,
      latitude: 45 + n / 10,
      longitude: -110,
    }))
    await this.#tell({ strikes: [{ id, time, latitude, longitude }, ...elsewhere] })
    this.struck.set(locationId, [...(this.struck.get(locationId) ?? []), id])
    return id
  }

  async end() {
    this.#stop.abort()
    await this.#running
  }

  async #tell(body: object) {
    for (;;) {
      const living = this.#living()
      const process = living[Math.floor(Math.random() * living.length)] as ServerProcess
      try {
        return await ask(process, ingestStrikes, this.#key, { body })
      } catch {
        this.sentAgain++ // this process or the other one has just been killed
        await sleep(50)
      }
    }
  }

  async #repeat(pauseMs: number, act: () => Promise<unknown>) {
    while (!this.#stop.signal.aborted) {
      await act()
      await sleep(pauseMs)
    }
  }
}

async function isOnRecord(group: ProcessGroup, location: Location, strike: string) {
  const records = await delaysOnRecord(group.db, [location.id])
  expect(records.flatMap(({ named }) => named)).toContain(strike)
}

/**
 * Kills the leader of two real processes again and again, under a stream of strikes and coverage through both. Throws
 * if in the end anything acknowledged is not on record exactly once, if an evidence chain is broken, if a fact is
 * missing or duplicated, or if the surviving process reports anything but Delay during a strike.
 */
export async function killLeaders(
  kills: number,
  settings: Readonly<Record<string, string>> = {},
  onKill: (killed: number, tookMs: number) => void = () => {},
): Promise<KillReport> {
  const group = await openProcessGroup()
  const takeOverMs: number[] = []
  const onRecordMs: number[] = []
  let statesAsked = 0
  let storm: Storm | undefined
  try {
    let living = await Promise.all(['one', 'two'].map(name => group.start(name, settings)))
    let token = await group.token('admin@demo.test')
    let signedInMs = performance.now()
    const places: Location[] = []
    const statesAt = async ({ id }: Location) => {
      statesAsked += living.length
      const reported = living.map(each => ask<LocationDelay>(each, getDelay, token, { params: { id } }))
      return (await Promise.all(reported)).map(({ statements }) => statements[0]?.state)
    }
    /**
     * Adds a place, and waits until both processes watch it, because earlier strikes would not belong to its records.
     */
    const addPlace = async () => {
      const where = { latitude: 36 + places.length / 20, longitude: -100 }
      const body = { label: `Place ${places.length}`, ...where, radius1: 2, allClearMinutes: 60 }
      const { location } = await ask<{ location: Location }>(group, addLocation, token, { body })
      places.push(location)
      await vi.waitFor(
        async () => expect(await statesAt(location)).toEqual(living.map(() => 'AllClear')),
        soon,
      )
      return location
    }
    storm = new Storm(() => living, await group.feedKey())
    const firstPlace = await addPlace()
    storm.place = firstPlace
    await vi.waitFor(async () => expect(await statesAt(firstPlace)).toEqual(living.map(() => 'Delay')), soon)

    for (let kill = 0; kill < kills; kill++) {
      if (performance.now() - signedInMs > signInEveryMs) {
        token = await group.token('admin@demo.test')
        signedInMs = performance.now()
      }
      const victim = await holderOf(living, 'keeper')
      const place = await addPlace()
      storm.place = place // its delay begins now
      await sleep(Math.random() * 2000)
      const killedAt = await databaseNow(group.db)
      living = living.filter(each => each !== victim)
      await group.kill(victim)
      const after = await storm.strike(place)
      const asking = (async () => {
        while (takeOverMs.length === kill) {
          expect(await statesAt(place)).toEqual(['Delay'])
          await sleep(200)
        }
      })()
      asking.catch(() => {}) // reported below
      await holderOf(living, 'keeper')
      takeOverMs.push(await takenOverAfterMs(group.db, killedAt))
      await asking
      await vi.waitFor(() => isOnRecord(group, place, after), soon)
      onRecordMs.push((await databaseNow(group.db)).getTime() - killedAt.getTime())
      onKill(kill + 1, takeOverMs.at(-1) ?? NaN)
      living = [...living, await group.start(kill % 2 === 0 ? 'one' : 'two', settings)]
    }

    await storm.end()
    const { struck, sentAgain } = storm
    await vi.waitFor(() => checkRecords(group, struck), soon)
    const strikes = [...struck.values()].flat().length
    return { kills, takeOverMs, onRecordMs, strikes, sentAgain, statesAsked }
  } finally {
    const ended = storm?.end().catch(() => {}) // any error has already been reported
    await Promise.race([ended, sleep(5000)])
    await group.close()
  }
}

/**
 * Expects one delay per place, opened once, with each acknowledged strike once, and every entry linked to the previous
 * one.
 */
async function checkRecords(group: ProcessGroup, struck: ReadonlyMap<number, readonly string[]>) {
  const records = await delaysOnRecord(group.db, [...struck.keys()])
  expect(records.map(({ locationId }) => locationId).toSorted()).toEqual([...struck.keys()].toSorted())
  for (const record of records) {
    const { locationId, isOpen, strikes, named, brokenEntries, facts } = record
    expect(named.toSorted()).toEqual((struck.get(locationId) ?? []).toSorted())
    expect({ strikes, brokenEntries }).toEqual({ strikes: named.length, brokenEntries: [] })
    expect([facts['delay opened'], facts['delay ended'] ?? 0]).toEqual([1, isOpen ? 0 : 1])
    // Some strikes opened the delay; exactly one fact reports each of the others.
    expect(record.openedBy + record.extendedBy).toBe(named.length)
  }
}

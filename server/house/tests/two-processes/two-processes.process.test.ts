import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { getDelay, ingestStrikes, type LocationDelay } from '#contract/weather/lightning'
import { addLocation, updateLocation, type Location } from '#contract/places/locations'
import type { ServerProcess } from '#server/house/process.testing'
import { ask, hasDuty, holderOf, openProcessGroup, type ProcessGroup } from './processes.testing.ts'
import {
  databaseNow,
  delaysOnRecord,
  leaderTerm,
  recordTakeOvers,
  takenOverAfterMs,
} from '#server/house/tests/access/records.testing'

/**
 * Real processes on one PostgreSQL, as behind a load balancer: each gives the same reply, and if one dies, another
 * continues. All tests here share them, because a start takes seconds.
 */
let group: ProcessGroup
/** Does everything. */
let whole: ServerProcess
/** Serves people, and nothing else. */
let desk: ServerProcess
/** Keeps records and runs feeds, and serves no one. */
let engine: ServerProcess
let token: string
let key: string
let location: Location
const struck: string[] = []
const longestTakeOverMs = 10_000

const home = { latitude: 38.5, longitude: -98.5 }
/** Returns a place north of home. */
const milesNorth = (miles: number) => ({ ...home, latitude: home.latitude + miles / 69.05 })
const ago = (ms: number) => new Date(Date.now() - ms).toISOString()

/** Sends a strike through a process. If it is acknowledged, it must be on record in the end. */
async function strikeThrough(process: ServerProcess, id: string, place = home) {
  await ask(process, ingestStrikes, key, { body: { strikes: [{ id, time: ago(0), ...place }] } })
  struck.push(id)
}
const coverThrough = (process: ServerProcess) =>
  ask(process, ingestStrikes, key, { body: { coverage: [{ from: ago(70 * 60_000), to: ago(0) }] } })

async function stateIn(process: ServerProcess): Promise<string | undefined> {
  const { statements } = await ask<LocationDelay>(process, getDelay, token, { params: { id: location.id } })
  return statements[0]?.state
}
const untilBothSay = (state: string) =>
  vi.waitFor(
    async () => expect(await Promise.all([whole, desk].map(stateIn))).toEqual([state, state]),
    20_000,
  )

/** Expects one delay, opened once, with every acknowledged strike exactly once, and nothing broken. */
async function expectWholeRecord() {
  const records = await vi.waitFor(async () => {
    const found = await delaysOnRecord(group.db, [location.id])
    expect(found.flatMap(({ named }) => named).toSorted()).toEqual(struck.toSorted())
    // The record and its evidence are read one after another: the next strike may be written between the two reads.
    expect(found).toMatchObject([{ isOpen: true, strikes: struck.length, brokenEntries: [] }])
    return found
  }, 15_000)
  expect(records[0]?.facts['delay opened']).toBe(1)
  expect(records[0]?.facts['delay ended']).toBeUndefined()
}

/** Returns the processes that can lead records, without the one that is gone. */
const candidatesBut = (gone: ServerProcess) => [whole, engine].filter(each => each !== gone)

beforeAll(async () => {
  group = await openProcessGroup()
  // All start at the same time, on a database without any tables: each tries to create the schema.
  ;[whole, desk, engine] = await Promise.all([
    group.start('whole'),
    group.start('desk', { SKYWARDEN_RUN: 'api' }),
    group.start('engine', { SKYWARDEN_RUN: 'engines,feeds' }),
  ])
  await recordTakeOvers(group.db)
  token = await group.token('admin@demo.test')
  key = await group.feedKey()
})
afterAll(() => group.close())

test('a location added through one is watched by the other, and All Clear needs coverage', async () => {
  const body = { label: 'Field', ...home, radius1: 5, allClearMinutes: 30 }
  location = (await ask<{ location: Location }>(whole, addLocation, token, { body })).location
  await coverThrough(desk)
  await untilBothSay('AllClear')
})

test('a ring edited through one is watched by the other', async () => {
  const eightMilesAway = milesNorth(8)
  await strikeThrough(whole, 'outside', eightMilesAway)
  expect(await stateIn(whole)).toBe('AllClear')
  await ask(desk, updateLocation, token, { body: { id: location.id, label: 'Field', ...home, radius1: 10 } })
  await untilBothSay('Delay') // the earlier strike is inside the ring now
  await expectWholeRecord() // the leader, a third process, may learn of the edit later than these two
  await strikeThrough(whole, 'inside', eightMilesAway)
  await expectWholeRecord()
})

test('strikes through one and coverage through the other start a delay in both', async () => {
  await strikeThrough(desk, 'through the desk')
  await coverThrough(whole)
  expect(await stateIn(whole)).toBe('Delay')
  await strikeThrough(whole, 'through the whole one')
  await coverThrough(desk)
  expect(await stateIn(desk)).toBe('Delay')
})

test('each does what SKYWARDEN_RUN specifies', async () => {
  const [onEngine, onDesk] = [engine, desk].map(each => (path: string) => fetch(each.baseUrl + path))
  expect((await onEngine?.('/readyz'))?.status).toBe(200)
  expect((await onEngine?.('/metrics'))?.status).toBe(200)
  for (const path of ['/', '/api/location', '/identity/auth', '/ingest/strikes']) {
    const reply = await onEngine?.(path)
    expect(reply?.status).toBe(503)
    expect(await reply?.text()).toContain(
      'This process does not serve the API. Use one whose SKYWARDEN_RUN includes api.',
    )
  }
  expect((await onDesk?.('/readyz'))?.status).toBe(200)
  expect(await hasDuty(desk, 'keeper')).toBe(false)
  expect(await hasDuty(desk, 'feeds')).toBe(false)
})

test('a leader that was suspended finds another in its place, and writes nothing more', async () => {
  const sleeper = await holderOf([whole, engine], 'keeper')
  const before = await leaderTerm(group.db)
  const stoppedAt = await databaseNow(group.db)
  sleeper.child.kill('SIGSTOP')
  const beganMs = performance.now()
  await strikeThrough(desk, 'while the keeper sleeps')
  const next = await holderOf(candidatesBut(sleeper), 'keeper')
  expect(await takenOverAfterMs(group.db, stoppedAt)).toBeLessThan(longestTakeOverMs)
  await strikeThrough(desk, 'while another keeps')
  await expectWholeRecord()
  await sleep(12_000 - (performance.now() - beganMs))
  sleeper.child.kill('SIGCONT')
  await strikeThrough(desk, 'after it woke')
  await expectWholeRecord()
  expect(await holderOf([whole, engine, desk], 'keeper')).toBe(next)
  expect(await leaderTerm(group.db)).toBe(before + 1)
})

test('a leader killed in the middle of a delay is replaced within 10 s', async () => {
  const victim = await holderOf([whole, engine], 'keeper')
  await strikeThrough(desk, 'just before the end')
  const before = await leaderTerm(group.db)
  const killedAt = await databaseNow(group.db)
  await group.kill(victim)
  await strikeThrough(desk, 'without a keeper')
  expect(await hasDuty(desk, 'keeper')).toBe(false)
  await holderOf(candidatesBut(victim), 'keeper')
  expect(await leaderTerm(group.db)).toBe(before + 1)
  expect(await takenOverAfterMs(group.db, killedAt)).toBeLessThan(longestTakeOverMs)
  await expectWholeRecord()
  expect(await stateIn(desk)).toBe('Delay')
  if (victim === whole) whole = await group.start('whole')
})

test('whichever dies, acknowledged strikes are in effect in the one that returns', async () => {
  await strikeThrough(whole, 'the last word')
  await group.kill(desk)
  desk = await group.start('desk', { SKYWARDEN_RUN: 'api' })
  await coverThrough(desk)
  expect(await stateIn(desk)).toBe('Delay')
  await expectWholeRecord()
})

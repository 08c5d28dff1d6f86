import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { fillPath } from '#contract/call'
import { createFeedKey, delayEvidence, delayEvidenceCsv, delayHistory } from '#contract/weather/lightning'
import { addLocation } from '#contract/places/locations'
import { testHouse, testSecret, type TestHouse, type TestPerson } from '#server/house/testing'
import { canonical } from '#server/platform/canonical'
import { createSecrets } from '#server/platform/secrets'
import { addEvidence } from './evidence.ts'
import { closeDelays } from '#server/rooms/lightning/store/delays'
import { verifyJson, verifyTable, type Verified } from './verify-evidence.ts'

const key = createSecrets(testSecret).keyFor('delay evidence')
let world: TestHouse
let owner: TestPerson
let json: string
let table: string
/** The evidence of the same delay before it ended, with strikes and a gap. */
let runningJson: string

async function fetched(path: string): Promise<string> {
  const reply = await world.house.http.inject({
    url: path,
    headers: { authorization: `Bearer ${owner.token}` },
  })
  expect(reply.statusCode).toBe(200)
  return reply.body
}

beforeAll(async () => {
  world = await testHouse()
  const customerId = await world.customer()
  const support = await world.person({ role: 'SuperAdmin', customerId })
  owner = await world.person({ role: 'Customer', customerId })
  const place = {
    label: 'Stadium, "North"',
    locationName: 'Here',
    latitude: 40,
    longitude: -100,
    radius1: 8.1,
  }
  const added = await world.ask(addLocation, { body: place }, owner)
  const params = { id: String((added.body.data as { location: { id: number } }).location.id) }
  const made = await world.ask(createFeedKey, { body: { name: 'Feed', provesAbsence: true } }, support)
  const { key: feedKey } = made.body.data as { key: string }
  for (const id of ['one', 'two', 'three']) {
    const time = new Date(Date.now() - 1000).toISOString()
    const strike = { id, time, latitude: 40.03, longitude: -100.01, amp: -12.5, type: 1 }
    const reply = await world.ingest(feedKey, { strikes: [strike] })
    expect(reply.status, JSON.stringify(reply.body)).toBe(200)
    await vi.waitFor(async () => {
      const history = await world.ask(delayHistory, { params, query: {} }, owner)
      const strikes = (history.body.data as { ring: number; strikes: number }[]).find(
        ({ ring }) => ring === 1,
      )
      expect(strikes?.strikes).toBe(['one', 'two', 'three'].indexOf(id) + 1)
    }, 15_000)
  }
  const history = await world.ask(delayHistory, { params, query: {} }, owner)
  const delay = (history.body.data as { id: number; ring: number }[]).find(({ ring }) => ring === 1)
  const id = delay?.id ?? 0
  const { db } = world.house.store
  const last = async () => {
    const { rows } = await sql<{ number: number; hash: string; kind: string }>`
      select number, hash, kind from delay_evidence where delay_id = ${id} order by number desc limit 1`.execute(
      db,
    )
    return new Map(rows.map(row => [id, row]))
  }
  const now = new Date()
  const gap = { at: now, kind: 'gap', facts: { because: 'no data', since: now.toISOString() } } as const
  const ended = { at: now, kind: 'all clear', facts: { provenThrough: now.toISOString() } } as const
  const known = await last()
  await db.transaction().execute(tx => addEvidence(tx, [{ delayId: id, evidence: [gap] }], known))
  runningJson = await fetched(fillPath(delayEvidence.path, { id }))
  const afterGap = await last()
  await db.transaction().execute(async tx => {
    await addEvidence(tx, [{ delayId: id, evidence: [ended] }], afterGap)
    await closeDelays(tx, 'system', [id], now)
  })
  json = await fetched(fillPath(delayEvidence.path, { id }))
  table = await fetched(fillPath(delayEvidenceCsv.path, { id }))
})
afterAll(() => world.close())

type Json = null | boolean | number | string | Json[] | { [name: string]: Json }

/** The path of every primitive in a value. */
function* leaves(value: Json, path: (string | number)[] = []): Generator<(string | number)[]> {
  if (value !== null && typeof value === 'object') {
    for (const [name, inner] of Object.entries(value))
      yield* leaves(inner, [...path, Array.isArray(value) ? Number(name) : name])
  } else yield path
}

const others = (value: Json): Json[] => {
  if (typeof value === 'number') return [value + 1, -value - 1, value + 1e-6, String(value), null]
  if (typeof value === 'boolean') return [!value, null]
  if (value === null) return [0, 'x', false]
  const text = value as string
  return [
    `${text} `,
    text.slice(1),
    text.replace(/\d/, digit => String((Number(digit) + 1) % 10)),
    null,
  ].filter(other => other !== text)
}

function changedAt(value: Json, path: readonly (string | number)[], to: Json): Json {
  const copy = structuredClone(value)
  let inner = copy as { [name: string | number]: Json }
  for (const name of path.slice(0, -1)) inner = inner[name] as typeof inner
  inner[path.at(-1) ?? ''] = to
  return copy
}

const read = (text: string) => JSON.parse(text) as { data: { evidence: Json[]; [name: string]: Json } }
const ofData = (data: Json): Verified | null => verifyJson(JSON.stringify({ data }), key)
const isWhole = (found: Verified | null) => found?.isWhole === true

describe('unmodified evidence', () => {
  it('verifies for an ended and a running delay, as a file and as a table', () => {
    expect(verifyJson(json, key)).toEqual({
      isWhole: true,
      lines: [
        'All 5 entries are intact, and everything else in the file follows from them.',
        'Sealed by this server.',
      ],
    })
    expect(isWhole(verifyJson(runningJson, key))).toBe(true)
    expect(verifyTable(table, key)?.lines).toEqual(verifyJson(json, key)?.lines)
  })
})

describe('modified evidence', () => {
  it('fails when any single value changes', () => {
    for (const text of [json, runningJson]) {
      const { data } = read(text)
      let count = 0
      for (const path of leaves(data)) {
        const now = path.reduce<Json>(
          (value, name) => (value as { [name: string | number]: Json })[name] as Json,
          data,
        )
        for (const other of others(now)) {
          count++
          expect(
            isWhole(ofData(changedAt(data, path, other))),
            `${path.join('.')} = ${JSON.stringify(other)}`,
          ).toBe(false)
        }
      }
      expect(count).toBeGreaterThan(200)
    }
  })

  it('fails when parts are missing, added, swapped, truncated or empty', () => {
    for (const text of [json, runningJson]) {
      const { data } = read(text)
      const { evidence } = data
      for (let length = 0; length < evidence.length; length++)
        expect(isWhole(ofData({ ...data, evidence: evidence.slice(0, length) })), `cut to ${length}`).toBe(
          false,
        )
      for (let index = 0; index < evidence.length; index++)
        expect(isWhole(ofData({ ...data, evidence: evidence.toSpliced(index, 1) })), `without ${index}`).toBe(
          false,
        )
      expect(isWhole(ofData({ ...data, evidence: evidence.toReversed() }))).toBe(false)
      expect(isWhole(ofData({ ...data, evidence: [...evidence, ...evidence.slice(-1)] }))).toBe(false)
      expect(isWhole(ofData({ ...data, note: 'All clear at noon' }))).toBe(false)
      for (const name of Object.keys(data['delay'] as object)) {
        const { [name]: _, ...rest } = data['delay'] as { [name: string]: Json }
        expect(isWhole(ofData({ ...data, delay: rest })), name).toBe(false)
      }
    }
    const { data } = read(json)
    expect(ofData({ ...data, entries: 0, evidence: [] })?.lines).toEqual([
      'There are no entries: this file proves nothing.',
    ])
    expect(ofData({ ...data, evidence: data.evidence.slice(0, 2) })?.lines).toContain(
      'Only 2 of 5 entries are present: the file was truncated.',
    )
  })

  it('with recomputed hashes lacks the deployment’s seal', () => {
    const { data } = read(json)
    const rows = (data.evidence as { at: string; kind: string; facts: { [name: string]: Json } }[]).map(
      (entry, index) => ({ ...entry, number: index + 1 }),
    )
    const rechained = (id: number, entries: typeof rows) => {
      let previous = '0'.repeat(64)
      return entries.map(({ at, kind, facts, number }) => {
        const row = { delay_id: id, number, at, kind, facts, previous_hash: previous }
        previous = createHash('sha256').update(canonical(row)).digest('hex')
        return { at, kind, facts, previousHash: row.previous_hash, hash: previous }
      })
    }
    const delay = data['delay'] as { [name: string]: Json; id: number }
    const moved = rows.map(row =>
      row.kind === 'opened'
        ? {
            ...row,
            facts: { ...row.facts, delay: { ...(row.facts['delay'] as object), locationLabel: 'Elsewhere' } },
          }
        : row,
    )
    const forged = {
      ...data,
      delay: { ...delay, locationLabel: 'Elsewhere' },
      evidence: rechained(delay.id, moved) as unknown as Json[],
    }
    // Consistent in itself: only the deployment's key reveals the forgery.
    expect(verifyJson(JSON.stringify({ data: forged }), null)?.lines.at(-1)).toBe(
      "The seal was not checked: this server's key is not available.",
    )
    expect(ofData(forged)?.lines).toEqual([
      "The seal is not this server's: the file was changed, or comes from another server.",
    ])
    const cut = rows.filter(({ kind }) => kind !== 'all clear')
    const shortened = {
      ...data,
      delay: { ...delay, closed: null },
      entries: cut.length,
      evidence: data.evidence.slice(0, cut.length),
    }
    expect(isWhole(verifyJson(JSON.stringify({ data: shortened }), null))).toBe(true)
    expect(isWhole(ofData(shortened))).toBe(false)
  })

  it('in the older format is reported as such and does not verify', () => {
    const { data } = read(json)
    const { entries: _, ...older } = data
    expect(ofData(older)?.isWhole).toBe(false)
    expect(ofData(older)?.lines[0]).toBe(
      'This file has an older format, in which only the entries are chained.',
    )
    expect(verifyTable(table.replaceAll(/,delayId,entries,facts,seal/g, ''), key)?.isWhole).toBe(false)
  })

  it('fails when any character of the table changes', () => {
    const start = table.indexOf('\r\n') + 2
    for (let at = start; at < table.length; at++) {
      const sign = table[at] === '7' ? '8' : '7'
      const forged = table.slice(0, at) + sign + table.slice(at + 1)
      expect(isWhole(verifyTable(forged, key)), `${at}: ${table.slice(at - 20, at + 20)}`).toBe(false)
    }
    const lines = table.trimEnd().split('\r\n')
    for (let length = 1; length < lines.length; length++)
      expect(
        isWhole(verifyTable(`${lines.slice(0, length).join('\r\n')}\r\n`, key)),
        `cut to ${length}`,
      ).toBe(false)
  })

  it('that became something else is not recognized as evidence', () => {
    for (const text of ['', '{}', '[]', 'null', '{"data":{}}', '{"data":{"evidence":[]}}', 'a,b\n1,2'])
      expect(isWhole(verifyTable(text, key) ?? verifyJson(text, key)), text).toBe(false)
  })
})

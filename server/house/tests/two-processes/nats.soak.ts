import { request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ingestStrikes } from '#contract/weather/lightning'
import { live } from '#contract/live'
import { addLocation } from '#contract/places/locations'
import { inWords, killLeaders } from './leader-kills.testing.ts'
import { findNats, makeNats, type NatsServer } from './nats.testing.ts'
import type { ServerProcess } from '#server/house/process.testing'
import { ask, openProcessGroup, type ProcessGroup } from './processes.testing.ts'

const program = findNats()
if (program === undefined)
  process.stdout.write('SKIPPED: there is no nats-server here. On Debian: apt-get install -y nats-server\n')

const place = { latitude: 37.5, longitude: -99.5 }

/** Records what a stream reports as the newest strike of a delay, and when. */
function listenTo({ baseUrl }: ServerProcess, token: string) {
  const received: { readonly instant: string; readonly ms: number }[] = []
  const headers = { authorization: `Bearer ${token}` }
  const asked = request(new URL(live.path, baseUrl), { headers, agent: false }, reply => {
    reply.on('data', (piece: Buffer) => {
      for (const [, instant = ''] of piece.toString().matchAll(/"kind":"delay".*?"lastStrike":"([^"]+)"/g))
        received.push({ instant, ms: performance.now() })
    })
  })
  asked.on('error', () => {}) // we end it ourselves
  asked.end()
  return { heard: received, end: () => asked.destroy() }
}

describe.skipIf(program === undefined)('over NATS', () => {
  let nats: NatsServer
  let group: ProcessGroup
  let [token, key] = ['', '']

  beforeAll(async () => {
    nats = await makeNats(program ?? '')
    await nats.start()
    group = await openProcessGroup()
  })
  afterAll(async () => {
    await group.close()
    await nats.kill()
  })

  /**
   * Returns the times from sending strikes through one process until the other's stream reports them, in milliseconds,
   * sorted.
   */
  async function waits(from: ServerProcess, to: ServerProcess, count: number): Promise<number[]> {
    const stream = listenTo(to, token)
    await sleep(500)
    const sentMs = new Map<string, number>()
    for (let sent = 0; sent < count; sent++) {
      const time = new Date().toISOString()
      sentMs.set(time, performance.now())
      await ask(from, ingestStrikes, key, { body: { strikes: [{ id: `at ${time}`, time, ...place }] } })
      await sleep(50 + Math.random() * 400)
    }
    await sleep(3000)
    stream.end()
    // Of several strikes that are read together, only the newest is reported.
    return [...sentMs]
      .map(([time, ms]) => (stream.heard.find(({ instant }) => instant >= time)?.ms ?? Infinity) - ms)
      .toSorted((one, other) => one - other)
  }

  function tell(name: string, sorted: readonly number[]) {
    const at = (share: number) => Math.round(sorted[Math.floor((sorted.length - 1) * share)] ?? NaN)
    process.stdout.write(
      `${name}: strike through one to stream of the other, median ${at(0.5)} ms, p90 ${at(0.9)} ms, longest ${at(1)} ms\n`,
    )
  }

  test('reports a strike at once, within seconds while NATS is gone, and at once when it is back', async () => {
    const settings = { NATS_URL: nats.url }
    const [one, two] = await Promise.all([group.start('one', settings), group.start('two', settings)])
    token = await group.token('admin@demo.test')
    key = await group.feedKey()
    await ask(group, addLocation, token, { body: { label: 'Field', ...place, radius1: 2 } })
    const before = await waits(one, two, 40)
    tell('NATS', before)
    await nats.kill()
    const without = await waits(one, two, 40)
    tell('NATS killed', without)
    expect((await one.ready()).failing).toEqual([])
    // A process starts and stops without NATS.
    const third = await group.start('three', settings)
    expect((await third.ready()).failing).toEqual([])
    expect(await third.stop()).toBe(0)
    await nats.start()
    await sleep(5000)
    const again = await waits(one, two, 40)
    tell('NATS back', again)
    for (const process of [one, two]) expect(await process.stop()).toBe(0)

    const [first, second] = await Promise.all([group.start('one'), group.start('two')])
    const byPostgres = await waits(first, second, 40)
    tell('PostgreSQL alone', byPostgres)
    // There is a second between two reads of the log; a busy machine takes longer.
    expect(without.at(-1)).toBeLessThan(3000)
    expect(again[20]).toBeLessThan(without[20] ?? 0)
    expect([...before, ...again, ...byPostgres].every(Number.isFinite)).toBe(true)
  })

  test('loses and duplicates nothing when the leader is killed five times', async () => {
    const report = await killLeaders(5, { NATS_URL: nats.url })
    process.stdout.write(`Over NATS: ${inWords(report)}\n`)
    expect(Math.max(...report.takeOverMs)).toBeLessThan(10_000)
  })
})

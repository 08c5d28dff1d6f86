import { brotliCompressSync } from 'node:zlib'
import { pino } from 'pino'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { silentLog, type Log } from '#server/platform/log'
import { BoundedMap } from './bounded-map.ts'
import { createBudget, createSample } from './budget.ts'
import { startCollector, type Collector } from './collector.testing.ts'
import { createTraces, type Span } from './index.ts'
import { harmless } from './harmless.ts'
import { otlpBodyOf, spanIdOf, traceIdOf } from './otlp.ts'
import { createSender, mostWaiting, type Sender } from './sender.ts'

const soon = { timeout: 45_000, interval: 20 }
const at = (ms: number) => new Date(Date.UTC(2026, 10, 16, 18) + ms)
const span = (number: number, more: Partial<Span> = {}): Span => ({
  trace: 'strike 1',
  key: `step ${number}`,
  name: 'step',
  from: at(0),
  to: at(5),
  details: {},
  ...more,
})

describe('ids', () => {
  it('follow from what is traced, and differ between installations', () => {
    expect(traceIdOf('house', 'strike 7')).toMatch(/^[0-9a-f]{32}$/)
    expect(spanIdOf('house', 'strike 7')).toMatch(/^[0-9a-f]{16}$/)
    expect(traceIdOf('house', 'strike 7')).toBe(traceIdOf('house', 'strike 7'))
    expect(traceIdOf('house', 'strike 7')).not.toBe(traceIdOf('other', 'strike 7'))
    expect(traceIdOf('house', 'strike 7')).not.toBe(traceIdOf('house', 'strike 8'))
  })
})

describe('the format', () => {
  it('is the JSON of OTLP', () => {
    const origin = { house: 'h', serviceName: 'skywarden', version: '1.2.3', instance: 'one' }
    const details = { customerId: 5, isTold: true, ageMs: 0.5, channel: 'email', alarmId: null }
    const links = ['strike 2']
    const sent = span(1, { parent: 'strike 1', details, links, isFailed: true })
    expect(JSON.parse(otlpBodyOf([sent], origin))).toEqual({
      resourceSpans: [
        {
          resource: {
            attributes: [
              { key: 'service.name', value: { stringValue: 'skywarden' } },
              { key: 'service.version', value: { stringValue: '1.2.3' } },
              { key: 'service.instance.id', value: { stringValue: 'one' } },
            ],
          },
          scopeSpans: [
            {
              scope: { name: 'skywarden' },
              spans: [
                {
                  traceId: traceIdOf('h', 'strike 1'),
                  spanId: spanIdOf('h', 'step 1'),
                  parentSpanId: spanIdOf('h', 'strike 1'),
                  name: 'step',
                  kind: 1,
                  startTimeUnixNano: '1794852000000000000',
                  endTimeUnixNano: '1794852000005000000',
                  attributes: [
                    { key: 'skywarden.customer_id', value: { intValue: '5' } },
                    { key: 'skywarden.is_told', value: { boolValue: true } },
                    { key: 'skywarden.age_ms', value: { doubleValue: 0.5 } },
                    { key: 'skywarden.channel', value: { stringValue: 'email' } },
                  ],
                  links: [{ traceId: traceIdOf('h', 'strike 2'), spanId: spanIdOf('h', 'strike 2') }],
                  status: { code: 2 },
                },
              ],
            },
          ],
        },
      ],
    })
  })
})

describe('the sender', () => {
  let collector: Collector
  let sender: Sender<Span>
  let lines: { level: number; msg: string; because?: string }[]
  let log: Log

  const figures = async (of = sender) =>
    Object.fromEntries(
      (await of.figures[0]!.read()).map(({ labels, value }) => [labels?.['state'], value] as const),
    )
  const make = (more: { patienceMs?: number; farewellMs?: number; isHeld?: () => boolean } = {}) =>
    createSender<Span>({
      url: `${collector.url}/v1/traces`,
      headers: { authorization: 'Bearer of the collector' },
      bodyOf: spans => otlpBodyOf(spans, { house: 'h', serviceName: 's', version: '1', instance: 'i' }),
      log,
      isHeld: () => false,
      ...more,
    })
  const offer = (count: number, from = 0) => {
    for (let number = 0; number < count; number++) sender.offer(span(from + number))
  }

  beforeEach(async () => {
    collector = await startCollector()
    lines = []
    log = pino({ level: 'info' }, { write: (line: string) => void lines.push(JSON.parse(line)) })
    sender = make()
  })
  afterEach(async () => {
    await sender.stop()
    collector.close()
  })

  it('sends what was added together in one request, with the operator’s headers', async () => {
    offer(3)
    await vi.waitFor(async () => expect(await figures()).toEqual({ sent: 3, dropped: 0, waiting: 0 }), soon)
    expect(collector.requests).toHaveLength(1)
    expect(collector.requests[0]).toMatchObject({
      path: '/v1/traces',
      headers: { 'content-type': 'application/json', authorization: 'Bearer of the collector' },
    })
    expect(collector.spans).toHaveLength(3)
  })

  it('does not decompress a collector’s answer, because a few bytes may expand to very many', async () => {
    const answer = { partialSuccess: { rejectedSpans: 1, errorMessage: 'x'.repeat(1_000_000) } }
    collector.answer = brotliCompressSync(JSON.stringify(answer))
    offer(1)
    await vi.waitFor(async () => expect(await figures()).toEqual({ sent: 1, dropped: 0, waiting: 0 }), soon)
    expect(collector.requests[0]?.headers['accept-encoding']).toBe('identity')
  })

  it('keeps what a failing collector does not accept, and logs one line when the failure begins and one when it ends', async () => {
    collector.mood = 503
    offer(2)
    await vi.waitFor(() => expect(collector.requests.length).toBeGreaterThanOrEqual(2), soon)
    offer(1, 2)
    collector.mood = 'well'
    // The collector has the spans before the sender has its answer.
    await vi.waitFor(async () => expect(await figures()).toEqual({ sent: 3, dropped: 0, waiting: 0 }), soon)
    expect(collector.spans).toHaveLength(3)
    expect(lines.map(({ level, because }) => [level, because])).toEqual([
      [40, 'HTTP 503'],
      [30, undefined],
    ])
    expect(JSON.stringify(lines)).not.toContain('Bearer')
  })

  it('drops what a collector refuses for good, and counts it', async () => {
    collector.mood = 401
    offer(4)
    await vi.waitFor(async () => expect(await figures()).toEqual({ sent: 0, dropped: 4, waiting: 0 }), soon)
  })

  it('counts the spans that a collector reports as refused', async () => {
    collector.answer = { partialSuccess: { rejectedSpans: '2' } }
    offer(5)
    await vi.waitFor(async () => expect(await figures()).toEqual({ sent: 3, dropped: 2, waiting: 0 }), soon)
  })

  it('does not follow a redirect with the operator’s headers', async () => {
    collector.mood = 307
    offer(1)
    await vi.waitFor(() => expect(lines).toHaveLength(1), soon)
    expect(new Set(collector.requests.map(({ path }) => path))).toEqual(new Set(['/v1/traces']))
  })

  it('drops the oldest spans when too many wait for a hanging collector', async () => {
    collector.mood = 'hanging'
    sender = make({ patienceMs: 600_000 })
    offer(10)
    await vi.waitFor(() => expect(collector.requests).toHaveLength(1), soon)
    offer(mostWaiting + 500, 10)
    expect((await figures())['waiting']).toBe(mostWaiting + 10)
    expect((await figures())['dropped']).toBe(500)
    collector.mood = 'well'
    collector.cutOff()
    await vi.waitFor(async () => expect((await figures())['waiting']).toBe(0), soon)
    // The ten spans in the hanging requests are older than all others.
    expect(await figures()).toEqual({ sent: mostWaiting, dropped: 510, waiting: 0 })
    const ids = new Set(collector.spans.map(({ spanId }) => spanId))
    expect(ids.has(spanIdOf('h', `step ${mostWaiting + 509}`))).toBe(true)
    expect(ids.has(spanIdOf('h', 'step 509'))).toBe(false)
  })

  it('does not wait longer than it must for an answer', async () => {
    collector.mood = 'hanging'
    sender = make({ patienceMs: 50, farewellMs: 50 })
    offer(1)
    await vi.waitFor(() => expect(lines.map(({ because }) => because)).toEqual(['No response in time']), soon)
  })

  it('sends what is left when it stops', async () => {
    offer(2)
    await sender.stop()
    expect(collector.spans).toHaveLength(2)
  })

  it('does not wait for a hanging collector when it stops', async () => {
    collector.mood = 'hanging'
    sender = make({ patienceMs: 600_000, farewellMs: 50 })
    offer(2)
    await sender.stop()
    expect(await figures()).toEqual({ sent: 0, dropped: 2, waiting: 0 })
  })

  it('continues without a collector', async () => {
    collector.close()
    offer(2)
    await vi.waitFor(() => expect(lines.map(({ because }) => because)).toEqual(['ECONNREFUSED']), soon)
    await sender.stop()
    expect((await figures())['dropped']).toBe(2)
  })

  it('sends nothing from a rehearsal', async () => {
    sender = make({ isHeld: () => true })
    offer(2)
    await sender.stop()
    expect(collector.requests).toEqual([])
  })
})

describe('what is traced', () => {
  it('is at most a hundred things at once, and twenty a second', () => {
    let nowMs = 0
    const mayTrace = createBudget({ monotonicMs: () => nowMs })
    const count = (times: number) => Array.from({ length: times }, mayTrace).filter(Boolean).length
    expect(count(500)).toBe(100)
    nowMs += 1000
    expect(count(500)).toBe(20)
    nowMs += 3_600_000
    expect(count(500)).toBe(100)
  })

  it('is traced to its end, or not at all', () => {
    const isSampled = createSample(createBudget({ monotonicMs: () => 0 }, { atOnce: 1 }))
    expect([isSampled('one'), isSampled('two'), isSampled('one'), isSampled('two')]).toEqual([
      true,
      false,
      true,
      false,
    ])
  })

  it('is forgotten, the oldest first', () => {
    const map = new BoundedMap<number, string>(2)
    map.set(1, 'a').set(2, 'b').set(1, 'c').set(3, 'd')
    expect([...map]).toEqual([
      [1, 'c'],
      [3, 'd'],
    ])
    const config = { url: 'http://127.0.0.1:1', headers: {}, serviceName: 's' }
    const traces = createTraces({ config, house: '', version: '', log: silentLog, isHeld: () => true })
    for (let number = 0; number < 5001; number++) traces.remember(`fact ${number}`, { trace: 't' })
    expect([traces.contextOf('fact 0'), traces.contextOf('fact 5000')]).toEqual([undefined, { trace: 't' }])
  })
})

describe('a watcher', () => {
  it('never throws into what it watches, and nor does what it returns', () => {
    const lines: { step?: string }[] = []
    const log = pino({ level: 'info' }, { write: (line: string) => void lines.push(JSON.parse(line)) })
    class Watcher {
      readonly #seen = ['a strike']
      seen() {
        return this.#seen.length
      }
      broken(): object {
        throw new Error('A fault of ours')
      }
      deciding() {
        return { ofDelay: (): object => this.broken() }
      }
    }
    const watcher = harmless(new Watcher(), log)
    expect(watcher.seen()).toBe(1)
    expect(watcher.broken()).toBeUndefined()
    expect({ kept: true, ...watcher.deciding().ofDelay() }).toEqual({ kept: true })
    expect(lines.map(({ step }) => step)).toEqual(['broken', 'ofDelay'])
  })
})

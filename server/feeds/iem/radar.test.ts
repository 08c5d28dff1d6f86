import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { continentalUsPlace, type ReceivedRadar } from '#domain/radar/grid'
import { hourMs, minuteMs, secondMs } from '#server/platform/clock'
import {
  breaksOff,
  errorPage,
  playParts,
  playServer,
  refuses,
  sends,
  type Answer,
  type PlayedParts,
  type PlayedServer,
} from '#server/feeds/feed.testing'
import { parseModelRun, parseNewestComposite } from './parse-times.ts'
import { startIemRadar } from './radar.ts'
import { iemStampOf } from './wants.ts'

const startMs = Date.UTC(2026, 6, 1, 0, 32)
const onTheHour = Date.UTC(2026, 6, 1)
const stepMs = 5 * minuteMs
const png = Buffer.from('a picture')

let server: PlayedServer
let played: PlayedParts
let received: ReceivedRadar[]
let feed: ReturnType<typeof startIemRadar>
/** What the simulated IEM serves: the newest run, faults, and a composite every five minutes unless it is stuck. */
let stuckMs: number | null
let quorum: string
let runMs: number
let faults: { readonly pattern: RegExp; readonly answer: Answer }[]

const json = (value: unknown) => sends('application/json', JSON.stringify(value))
const newestMs = () => stuckMs ?? Math.floor((played.nowMs() - 2 * minuteMs) / stepMs) * stepMs
const instant = (ms: number) => new Date(ms).toISOString().replace('.000Z', 'Z')

function answer(path: string): Answer | undefined {
  const fault = faults.find(({ pattern }) => pattern.test(path))
  if (fault) return fault.answer
  if (path.endsWith('/n0q_0.json'))
    return json({ meta: { valid: instant(newestMs()), radar_quorum: quorum } })
  if (path.endsWith('/refd_1080.json')) return json({ model_init_utc: instant(runMs), forecast_minute: 1080 })
  const day = String.raw`/archive/data/\d{4}/\d\d/\d\d/GIS`
  return new RegExp(String.raw`^${day}/(uscomp/n0q_\d{12}|hrrr/\d\d/refd_\d{4})\.png$`).test(path)
    ? sends('image/png', png, { etag: `"${path}"` })
    : undefined
}

function begin(remembered?: Map<string, unknown>) {
  played = playParts(server, played.nowMs(), remembered)
  played.bus.subscribe('radar-grid-heard', each => void received.push(each))
  feed = startIemRadar(played.parts, {
    unpack: async (_, bytes) => {
      if (!png.equals(bytes)) throw new Error('The image cannot be read: it is not a PNG')
      return Uint8Array.of(7)
    },
  })
}

/** Runs this many turns, which are ten seconds apart unless a test checks more closely. */
const turns = (count: number, eachMs = 10 * secondMs) => played.turns(feed, count, eachMs)

beforeAll(async () => {
  server = await playServer()
})
afterAll(() => server.close())
beforeEach(() => {
  received = []
  faults = []
  stuckMs = null
  quorum = '144/147'
  runMs = onTheHour - 2 * hourMs
  server.asked.length = 0
  server.answer = answer
  played = playParts(server, startMs)
  begin()
})

const minutesOf = (product: ReceivedRadar['product']) =>
  received.filter(each => each.product === product).map(({ validMs }) => (validMs - onTheHour) / minuteMs)
const pictures = () => server.asked.filter(path => path.endsWith('.png'))
const last = () => played.health.at(-1)

describe('IEM radar images', () => {
  it('are published newest first, then what a nowcast needs, then two hours back and the whole run', async () => {
    await turns(100)
    // Composites that appear in these seventeen minutes are published in between.
    const composites = minutesOf('composite')
    expect(composites.filter(minutes => minutes <= 30)).toEqual(
      Array.from({ length: 24 }, (_, index) => 30 - 5 * index),
    )
    expect(composites.filter(minutes => minutes > 30)).toEqual([35, 40, 45])
    expect(minutesOf('model')).toEqual(Array.from({ length: 62 }, (_, index) => 45 + 15 * index))
    expect(received.slice(0, 13).map(({ product }) => product)).toEqual([
      ...Array(4).fill('composite'),
      ...Array(8).fill('model'),
      'composite',
    ])
    expect(received[0]).toMatchObject({ source: 'iem', origin: 'observed', place: continentalUsPlace })
    expect(received[0]).toMatchObject({ validMs: startMs - 2 * minuteMs, issuedMs: startMs - 2 * minuteMs })
    expect(received[4]).toMatchObject({ origin: 'model', issuedMs: runMs, place: { stepDegrees: 0.04 } })
    expect(pictures()[0]).toBe('/archive/data/2026/07/01/GIS/uscomp/n0q_202607010030.png')
    expect(pictures()[4]).toBe('/archive/data/2026/06/30/GIS/hrrr/22/refd_0165.png')
    expect(pictures()).toContain('/archive/data/2026/06/30/GIS/uscomp/n0q_202606302355.png')
    expect(last()).toEqual({
      delivering: true,
      detail: 'Newest image from 00:45 UTC, made from 144 of 147 radars; model run of 22:00 UTC',
      deliveredMs: expect.any(Number) as number,
    })
  })

  it('are requested at most six times a minute, and new ones checked for once', async () => {
    for (let minute = 0; minute < 12; minute++) {
      const before = server.asked.length
      await turns(60, secondMs)
      const asked = server.asked.slice(before)
      expect(asked.filter(path => path.endsWith('.png')).length).toBeLessThanOrEqual(6)
      expect(asked.filter(path => path.endsWith('n0q_0.json'))).toHaveLength(1)
      expect(asked.filter(path => path.endsWith('refd_1080.json')).length).toBe(minute % 5 === 0 ? 1 : 0)
    }
    expect(new Set(pictures()).size).toBe(pictures().length)
  })

  it('are published one by one from then on, a new one before all others, and a new run completely', async () => {
    await turns(20)
    received = []
    played.advance(5 * minuteMs)
    await turns(1)
    expect(minutesOf('composite')).toEqual([35])
    await turns(90)
    received = []
    runMs += hourMs
    played.advance(10 * minuteMs)
    await turns(80)
    expect(received[0]?.product).toBe('composite')
    const model = received.filter(({ product }) => product === 'model')
    expect(model.length).toBeGreaterThan(60)
    expect(new Set(model.map(({ issuedMs }) => issuedMs))).toEqual(new Set([runMs]))
  })

  it('are not requested again by a process that takes over, nor by one that gets the feeds back', async () => {
    await turns(100)
    const [first, firstFeed] = [played, feed]
    server.asked.length = 0
    begin(first.remembered)
    stuckMs = newestMs()
    await turns(12)
    expect(pictures()).toEqual([])
    expect(last()?.delivering).toBe(true)
    stuckMs += stepMs
    await turns(7)
    expect(pictures()).toHaveLength(1)
    first.advance(played.nowMs() - first.nowMs())
    ;[played, feed] = [first, firstFeed]
    await turns(7)
    expect(pictures()).toHaveLength(1)
  })

  it('are published once, even if the stored state was lost and the server reports no change', async () => {
    const unchanged: Answer = (request, response) =>
      request.headers['if-none-match']
        ? response.writeHead(304).end()
        : sends('image/png', png, { etag: '"a"' })(request, response)
    faults = [{ pattern: /\.png$/, answer: unchanged }]
    await turns(1)
    played.remembered.clear()
    await turns(2)
    expect(minutesOf('composite')).toEqual([30, 25])
  })

  it('are published again if they could not be stored, even if the server reports no change', async () => {
    let isFull = true
    played.bus.subscribe('radar-grid-heard', () => {
      if (isFull) throw new Error('The disk is full')
    })
    const unchanged: Answer = (request, response) =>
      request.headers['if-none-match']
        ? response.writeHead(304).end()
        : sends('image/png', png, { etag: '"a"' })(request, response)
    faults = [{ pattern: /\.png$/, answer: unchanged }]
    await turns(1)
    const before = minutesOf('composite').length
    isFull = false
    await turns(30)
    expect(minutesOf('composite').slice(before)).toContain(30)
  })

  it.each<[string, Answer, string]>([
    ['a server error', refuses(502), 'status 502'],
    ['an error page with status 200', errorPage, 'text/html'],
    ['half an answer', breaksOff('application/json', Buffer.from('{"meta":{}}')), 'The source'],
    ['a response without a time', json({ meta: {} }), 'cannot be read'],
    ['a time in the future', json({ meta: { valid: instant(startMs + 58 * minuteMs) } }), 'future'],
    [
      'too few radars',
      json({ meta: { valid: instant(startMs - 2 * minuteMs), radar_quorum: '50/147' } }),
      'Only 50',
    ],
  ])('are not published when it receives %s instead of the newest time', async (_, wrong, words) => {
    faults = [{ pattern: /n0q_0\.json$/, answer: wrong }]
    await turns(2)
    expect(minutesOf('composite')).toEqual([])
    expect(last()).toMatchObject({ delivering: false, detail: expect.stringContaining(words) })
    faults = []
    played.advance(5 * minuteMs)
    await turns(2)
    expect(minutesOf('composite')[0]).toBe(35)
    expect(last()?.delivering).toBe(true)
  })

  it('made of too few radars are not published later either', async () => {
    quorum = '12/147'
    await turns(1)
    quorum = '140/147'
    played.advance(5 * minuteMs)
    await turns(10)
    expect(minutesOf('composite').slice(0, 3)).toEqual([35, 25, 20])
  })

  it.each<[string, Answer]>([
    ['missing', refuses(404)],
    ['an error page', errorPage],
    ['broken off', breaksOff('image/png', png)],
    ['no picture', sends('image/png', 'nonsense')],
  ])(
    'that are %s are left out and requested less and less often, and the others are published',
    async (_, wrong) => {
      faults = [{ pattern: /n0q_202607010025/, answer: wrong }]
      await turns(60)
      expect(minutesOf('composite')).not.toContain(25)
      expect(minutesOf('composite').length).toBeGreaterThan(22)
      expect(pictures().filter(path => path.includes('202607010025')).length).toBeLessThanOrEqual(6)
      faults = []
      await turns(60)
      expect(minutesOf('composite')).toContain(25)
    },
  )

  it('are published without the model if that is unavailable, which is reported', async () => {
    faults = [{ pattern: /hrrr/, answer: refuses(503) }]
    await turns(30)
    expect(minutesOf('composite').length).toBeGreaterThan(22)
    expect(last()).toMatchObject({ delivering: true, detail: expect.stringContaining('model: ') })
    faults = []
    runMs = startMs - 7 * hourMs
    played.advance(5 * minuteMs)
    await turns(1)
    expect(last()?.detail).toContain('The newest model run is from 17:32 UTC')
  })

  it('that stay the same for a quarter of an hour are reported as not delivering', async () => {
    stuckMs = newestMs()
    await turns(30)
    played.advance(15 * minuteMs)
    await turns(1)
    expect(last()).toMatchObject({
      delivering: false,
      detail: expect.stringMatching(/^The newest image is 2\d minutes old/),
    })
  })

  it('from a cache that are older than the previous ones are ignored, and hide no newer one', async () => {
    await turns(1)
    faults = [{ pattern: /n0q_202607010035/, answer: refuses(404) }]
    played.advance(5 * minuteMs)
    await turns(1)
    stuckMs = startMs - 2 * minuteMs
    await turns(8)
    faults = []
    await turns(12)
    expect(minutesOf('composite').filter(minutes => minutes >= 30)).toEqual([30, 35])
  })

  it('are no longer published once it is stopped', async () => {
    let release = () => {}
    const arrived = new Promise<void>(resolve => {
      faults = [
        {
          pattern: /\.png$/,
          answer: (request, response) => {
            release = () => sends('image/png', png)(request, response)
            resolve()
          },
        },
      ]
    })
    await played.run()
    await arrived
    await feed.stop()
    release()
    await feed.settled()
    expect(received).toEqual([])
  })
})

describe('the time of the newest image', () => {
  it('is read with the number of radars, if given', () => {
    const text =
      '{"meta": {"vcp": null, "product": "N0Q", "site": "USCOMP", "valid": "2026-09-25T05:55:00Z", "radar_quorum": "144/147"}}'
    const validMs = Date.UTC(2026, 8, 25, 5, 55)
    expect(parseNewestComposite(text, validMs)).toEqual({ validMs, radars: { seen: 144, of: 147 } })
    expect(parseNewestComposite(text.replace('144/147', '?'), validMs).radars).toBeNull()
    expect(() => parseNewestComposite(text.replace('05:55', '05:57'), validMs)).toThrow('five minutes')
    expect(iemStampOf(validMs)).toBe('202609250555')
  })

  it.each(['', 'null', '[]', '{"model_init_utc":7}', '{"model_init_utc":"yesterday"}'])(
    'is rejected with a reason if it is %s',
    text => {
      expect(() => parseModelRun(text, startMs)).toThrow(/^The time of the newest model run/)
      expect(() => parseNewestComposite(text, startMs)).toThrow(/^The time of the newest radar image/)
    },
  )
})

import { describe, expect, it } from 'vitest'
import type { Advisory, AdvisoryList } from '#domain/advisories/advisory'
import { hourMs, minuteMs } from '#server/platform/clock'
import { countryAt } from '#server/platform/country-at'
import { AdvisoryBook } from './engine.ts'
import { mapOutlines } from './map-outlines.ts'

const nowMs = Date.UTC(2026, 6, 1, 18)
const square: Advisory['outlines'] = [
  [
    [-98, 35],
    [-97, 35],
    [-97, 36],
    [-98, 36],
    [-98, 35],
  ],
]

function advisory(id: string, change: Partial<Advisory> = {}): Advisory {
  return {
    id,
    source: 'test',
    continuity: id,
    status: 'Actual',
    messageType: 'Alert',
    event: 'Severe Thunderstorm Warning',
    severity: 'Severe',
    urgency: 'Immediate',
    certainty: 'Observed',
    senderName: 'NWS',
    headline: null,
    description: '',
    instruction: null,
    areaDescription: '',
    sentMs: nowMs - minuteMs,
    onsetMs: nowMs - minuteMs,
    expiresMs: nowMs + hourMs,
    endsMs: null,
    replaces: [],
    outlines: square,
    ...change,
  }
}

const list = (advisories: readonly Advisory[], asOfMs = nowMs): AdvisoryList => ({
  source: 'test',
  asOfMs,
  advisories,
})

function bookWith(...advisories: Advisory[]): AdvisoryBook {
  const book = new AdvisoryBook()
  book.receive(list(advisories))
  return book
}

const inside = { latitude: 35.5, longitude: -97.5 }
const at = (book: AdvisoryBook, timeMs = nowMs) => book.at(inside, timeMs)?.map(({ id }) => id)

describe('alerts at a place', () => {
  it('are those whose outline contains it, including its edge, the worst first', () => {
    const book = bookWith(
      advisory('minor', { severity: 'Minor' }),
      advisory('extreme', { severity: 'Extreme' }),
      advisory('elsewhere', { outlines: [square[0]?.map(([x, y]) => [x + 5, y] as const) ?? []] }),
    )
    expect(at(book)).toEqual(['extreme', 'minor'])
    expect(book.at({ latitude: 35, longitude: -97.5 }, nowMs)).toHaveLength(2)
    expect(book.at({ latitude: 34.99, longitude: -97.5 }, nowMs)).toEqual([])
  })

  it('end with the event, or with the message if the event has no end', () => {
    const book = bookWith(
      advisory('event', { endsMs: nowMs + 30 * minuteMs }),
      advisory('message', { expiresMs: nowMs + 90 * minuteMs }),
    )
    book.receive(
      list(
        [advisory('event', { endsMs: nowMs + 30 * minuteMs }), advisory('message')],
        nowMs + 29 * minuteMs,
      ),
    )
    expect(at(book, nowMs + 29 * minuteMs)).toEqual(['event', 'message'])
    expect(at(book, nowMs + 31 * minuteMs)).toEqual(['message'])
  })

  it('that were replaced, canceled or only tests are not in force', () => {
    const book = bookWith(
      advisory('old'),
      advisory('new', { replaces: ['old'] }),
      advisory('called off', { continuity: 'event', sentMs: nowMs - 5 * minuteMs }),
      advisory('cancel', { continuity: 'event', messageType: 'Cancel' }),
      advisory('test', { status: 'Test' }),
    )
    expect(at(book)).toEqual(['new'])
  })

  it('are unknown before a list was received and when the last one is old, which differs from none', () => {
    const book = new AdvisoryBook()
    expect(at(book)).toBeUndefined()
    book.receive(list([]))
    expect(at(book)).toEqual([])
    expect(at(book, nowMs + 4 * minuteMs)).toEqual([])
    expect(at(book, nowMs + 5 * minuteMs)).toBeUndefined()
  })

  it('are unknown where no service is responsible, as at sea', () => {
    const book = new AdvisoryBook(countryAt)
    book.receive({ source: 'nws', asOfMs: nowMs, advisories: [] })
    expect(book.at({ latitude: 35.5, longitude: -97.5 }, nowMs)).toEqual([])
    expect(book.at({ latitude: 57, longitude: 2 }, nowMs)).toBeUndefined()
    expect(book.at({ latitude: 33, longitude: -72 }, nowMs)).toBeUndefined()
  })

  it('are as of the older of two sources for the whole map, and unknown while one of them is silent', () => {
    const book = bookWith(advisory('here'))
    book.receive({ source: 'other', asOfMs: nowMs - 2 * minuteMs, advisories: [advisory('there')] })
    const all = book.all(nowMs)
    expect(all?.asOfMs).toBe(nowMs - 2 * minuteMs)
    expect(all?.advisories.map(({ id }) => id).toSorted()).toEqual(['here', 'there'])
    expect(book.all(nowMs + 4 * minuteMs)).toBeUndefined()
  })

  it('depend on their own country’s service, whether or not the other one is silent', () => {
    const toronto = { latitude: 43.65, longitude: -79.38 }
    const paris = { latitude: 48.85, longitude: 2.35 }
    const book = new AdvisoryBook(point => (point === toronto ? 'CA' : point === paris ? null : 'US'))
    const hear = (source: string, asOfMs: number) => book.receive({ source, asOfMs, advisories: [] })
    hear('nws', nowMs)
    expect(book.at(inside, nowMs)).toEqual([])
    expect(book.at(toronto, nowMs)).toBeUndefined()
    hear('eccc', nowMs)
    expect(book.at(toronto, nowMs)).toEqual([])
    expect(book.at(paris, nowMs)).toBeUndefined()
    hear('nws', nowMs + 6 * minuteMs)
    expect(book.at(inside, nowMs + 6 * minuteMs)).toEqual([])
    expect(book.at(toronto, nowMs + 6 * minuteMs)).toBeUndefined()
    hear('eccc', nowMs + 12 * minuteMs)
    expect(book.at(inside, nowMs + 12 * minuteMs)).toBeUndefined()
    expect(book.at(toronto, nowMs + 12 * minuteMs)).toEqual([])
  })

  it('from a silent service are hidden, and the map is unknown while a place depends on it', () => {
    const book = new AdvisoryBook()
    book.receive({ source: 'eccc', asOfMs: nowMs, advisories: [advisory('snow', { source: 'eccc' })] })
    book.receive({ source: 'nws', asOfMs: nowMs, advisories: [] })
    const laterMs = nowMs + 6 * minuteMs
    expect(at(book)).toEqual(['snow'])
    book.receive({ source: 'nws', asOfMs: laterMs, advisories: [] })
    expect(at(book, laterMs)).toEqual([])
    expect(book.all(laterMs, ['nws'])).toEqual({ asOfMs: laterMs, advisories: [] })
    expect(book.all(laterMs, ['nws', 'eccc'])).toBeUndefined()
    expect(new AdvisoryBook().all(nowMs, ['nws'])).toBeUndefined()
  })

  it('ignore an older list that arrives late', () => {
    const book = bookWith(advisory('one'))
    book.receive(list([], nowMs - minuteMs))
    expect(at(book)).toEqual(['one'])
  })
})

describe('the map of the country', () => {
  it('keeps a drawn area as it is, and simplifies a long coast', () => {
    expect(mapOutlines(advisory('one'))).toEqual(square)
    const coast = Array.from({ length: 5001 }, (_, corner): [number, number] => {
      const angle = (2 * Math.PI * corner) / 5000
      return [-90 + Math.cos(angle), 40 + Math.sin(angle)]
    })
    const long = advisory('two', { outlines: [coast] })
    const [shown] = mapOutlines(long)
    expect(shown?.length).toBeLessThanOrEqual(80)
    expect(shown?.length).toBeGreaterThan(20)
    expect(shown?.[0]).toEqual(shown?.at(-1))
    expect(mapOutlines(long)[0]).toBe(shown)
  })
})

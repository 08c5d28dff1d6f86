import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { AdvisoryList } from '#domain/advisories/advisory'
import type { Point } from '#domain/geo/distance'
import {
  breaksOff,
  errorPage,
  playParts,
  playServer,
  refuses,
  sends,
  type Answer,
  type PlayedServer,
} from '#server/feeds/feed.testing'
import { hourMs, minuteMs } from '#server/platform/clock'
import { alertPage, regionAlert } from './eccc.testing.ts'
import { startEccc } from './index.ts'

const startMs = Date.UTC(2026, 2, 5, 22, 0, 10)
const toronto: Point = { latitude: 43.65, longitude: -79.38 }
const norman: Point = { latitude: 35.22, longitude: -97.44 }
const iso = (ms: number) => new Date(ms).toISOString()

let server: PlayedServer
beforeAll(async () => void (server = await playServer()))
afterAll(() => server.close())
beforeEach(() => void server.asked.splice(0))

function open(
  places: readonly Point[] = [toronto, norman],
  remembered?: Map<string, unknown>,
  atMs = startMs,
) {
  const played = playParts(server, atMs, remembered)
  const lists: AdvisoryList[] = []
  played.bus.subscribe('advisories-heard', list => void lists.push(list))
  startEccc(played.parts, { places: () => places })
  return { ...played, lists }
}

const page = (features: readonly object[], change: object = {}) =>
  sends('application/geo+json', JSON.stringify(alertPage(features, change)))
const play = (answer: Answer) => void (server.answer = () => answer)

describe('Canadian alerts', () => {
  it('are requested once a minute while somebody has a place there, and never otherwise', async () => {
    play(page([regionAlert('1')]))
    const nobody = open([norman])
    await nobody.run()
    expect(server.asked).toEqual([])
    expect(nobody.health).toEqual([{ delivering: null, detail: 'Waiting for a location in Canada' }])

    const { run, advance, lists, health } = open()
    for (let turn = 0; turn < 4; turn++, advance(minuteMs / 2)) await run()
    expect(server.asked).toHaveLength(2)
    expect(lists.at(-1)).toMatchObject({ source: 'eccc', asOfMs: startMs + minuteMs })
    expect(lists.at(-1)?.advisories.map(({ event }) => event)).toEqual(['Freezing Rain Warning'])
    expect(health.at(-1)).toMatchObject({ delivering: true, detail: '1 active alert' })
  })

  it('are merged from several pages into one list', async () => {
    const all = Array.from({ length: 3 }, (_, index) =>
      regionAlert(`${index}`, { feature_id: `fea1-${index}` }),
    )
    server.answer = path => {
      const offset = Number(new URL(path, server.baseUrl).searchParams.get('offset') ?? 0)
      return page(all.slice(offset, offset + 2), {
        numberMatched: 3,
        links: offset === 0 ? [{ rel: 'next', href: 'https://elsewhere.example/' }] : [],
      })
    }
    const { run, lists } = open()
    await run()
    expect(lists[0]?.advisories).toHaveLength(3)
    expect(server.asked).toHaveLength(2)
  })

  it.each<[string, (offset: number) => Answer]>([
    [
      'a second page fails',
      offset => (offset === 0 ? page([regionAlert('1')], { numberMatched: 2 }) : refuses(503)),
    ],
    ['a second page is empty', offset => page(offset === 0 ? [regionAlert('1')] : [], { numberMatched: 2 })],
    [
      'the list changes between pages',
      offset => page([regionAlert(`${offset}`)], { numberMatched: offset === 0 ? 2 : 3 }),
    ],
    [
      'there is always another page',
      offset => page([regionAlert(`${offset}`)], { numberMatched: null, links: [{ rel: 'next' }] }),
    ],
  ])('are unknown when %s', async (_, answer) => {
    server.answer = path => answer(Number(new URL(path, server.baseUrl).searchParams.get('offset') ?? 0))
    const { run, lists, health } = open()
    await run()
    expect(lists).toEqual([])
    expect(health.at(-1)).toMatchObject({ delivering: false })
    expect(server.asked.length).toBeLessThanOrEqual(5)
  })

  it.each<[string, Answer]>([
    ['an error', refuses(502)],
    ['a page of HTML', errorPage],
    [
      'half of it',
      breaksOff('application/geo+json', Buffer.from(JSON.stringify(alertPage([regionAlert('1')])))),
    ],
    ['a list of an hour ago', page([], { timeStamp: iso(startMs - hourMs) })],
    ['a list from the future', page([], { timeStamp: iso(startMs + hourMs) })],
  ])('are not published when it receives %s', async (_, answer) => {
    play(answer)
    const { run, lists, health } = open()
    await run()
    expect(lists).toEqual([])
    expect(health.at(-1)).toMatchObject({ delivering: false, detail: expect.stringMatching(/\w/) })
  })

  it('are ignored if the list is older than the last one', async () => {
    play(page([regionAlert('1')]))
    const { run, advance, lists, health } = open()
    await run()
    advance(minuteMs)
    play(page([], { timeStamp: iso(startMs - 2 * minuteMs) }))
    await run()
    expect(lists).toHaveLength(1)
    expect(health.at(-1)?.detail).toBe('The list of alerts is older than the last one')
  })

  it('keep their event id through updates and takeovers, and get another for the next event', async () => {
    play(page([regionAlert('1')]))
    const first = open()
    await first.run()
    const anew = { publication_datetime: iso(startMs), status_en: 'continued' }
    play(page([regionAlert('1', anew)], { timeStamp: iso(startMs + minuteMs) }))
    const second = open([toronto], first.remembered, startMs + minuteMs)
    await second.run()
    const [one] = first.lists[0]?.advisories ?? []
    const [two] = second.lists[0]?.advisories ?? []
    expect(two?.id).not.toBe(one?.id)
    expect(two?.continuity).toBe(one?.continuity)

    const turns = [
      [regionAlert('1', { ...anew, status_en: 'ended' })],
      [regionAlert('1', { publication_datetime: iso(startMs + 2 * minuteMs) })],
    ]
    for (const [turn, features] of turns.entries()) {
      second.advance(minuteMs)
      play(page(features, { timeStamp: iso(startMs + (2 + turn) * minuteMs) }))
      await second.run()
    }
    expect(second.lists.map(({ advisories }) => advisories.length)).toEqual([1, 0, 1])
    expect(second.lists[2]?.advisories[0]?.continuity).not.toBe(one?.continuity)
  })
})

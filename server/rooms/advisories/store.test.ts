import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Advisory } from '#domain/advisories/advisory'
import { hourMs } from '#server/platform/clock'
import type { Store } from '#server/platform/store/index'
import { freshStore } from '#server/platform/store/testing'
import { AdvisoryBook } from './engine.ts'
import { findAdvisories, lastLists, saveList } from './store.ts'

let store: Store
beforeAll(async () => void (store = await freshStore()))
afterAll(() => store.close())

const nowMs = Date.UTC(2026, 6, 1, 18)
const square = (west: number): Advisory['outlines'] => [
  [
    [west, 35],
    [west + 1, 35],
    [west + 1, 36],
    [west, 36],
    [west, 35],
  ],
]
const advisory = (id: string, outlines: Advisory['outlines']): Advisory => ({
  id,
  source: 'nws',
  continuity: id,
  status: 'Actual',
  messageType: 'Alert',
  event: 'Gale Warning',
  severity: 'Severe',
  urgency: 'Expected',
  certainty: 'Likely',
  senderName: 'NWS',
  headline: null,
  description: '',
  instruction: null,
  areaDescription: '',
  sentMs: nowMs,
  onsetMs: nowMs,
  expiresMs: nowMs + hourMs,
  endsMs: null,
  replaces: [],
  outlines,
})
const list = (...advisories: Advisory[]) => ({ source: 'nws', asOfMs: nowMs, advisories })

it('stores an alert’s area when it arrives later and issues it again, but not the others', async () => {
  const book = new AdvisoryBook()
  async function hear(...advisories: Advisory[]) {
    const received = list(...advisories)
    const change = await store.db.transaction().execute(tx => saveList(tx, received, book.movedIn(received)))
    book.receive(received)
    return { issued: change.issued.map(({ id }) => id), ended: change.ended.map(({ id }) => id) }
  }
  expect(await hear(advisory('sea', []), advisory('land', square(-98)))).toEqual({
    issued: ['sea', 'land'],
    ended: [],
  })
  expect(await hear(advisory('sea', square(-80)), advisory('land', square(-98)))).toEqual({
    issued: ['sea'],
    ended: [],
  })
  const [found] = await findAdvisories(store.db, ['sea'])
  expect(found?.advisory.outlines).toEqual(square(-80))
  expect(book.at({ latitude: 35.5, longitude: -79.5 }, nowMs)?.map(({ id }) => id)).toEqual(['sea'])
  expect(await hear(advisory('land', square(-98)))).toEqual({ issued: [], ended: ['sea'] })
  const [last] = await lastLists(store.db)
  expect(last?.advisories.map(({ id }) => id)).toEqual(['land'])
})

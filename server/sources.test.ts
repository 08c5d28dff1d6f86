import { expect, it } from 'vitest'
import type { Source } from '#domain/feeds/source'
import type { Db } from '#server/platform/store/index'
import { sourcesOf } from '#server/sources'

const db = {} as Db // never queried: the keys are passed in
const norman = { latitude: 35.2, longitude: -97.4 }
const key: Source = {
  id: 'key 7',
  name: 'Feed key “North”',
  kind: 'lightning',
  area: { kind: 'world' },
  staleAfterMs: 60_000,
  usualLatencyMs: null,
  positionErrorMiles: 0.3,
  provesAbsence: true,
  license: null,
  isConfigured: true,
}

it('simulated sources that are not in use are known, and prove nothing', () => {
  const [on, off] = [sourcesOf({ feeds: 'simulated' }), sourcesOf({ feeds: 'none' })]
  expect([on.isOn('simulated'), off.isOn('simulated'), off.isOn('key 7')]).toEqual([true, false, true])
  expect(on.provingAt('lightning', norman)).toMatchObject([{ id: 'simulated', staleAfterMs: 20_000 }])
  expect(off.find('lightning', 'simulated')).toMatchObject({ isConfigured: false })
  expect(off.proving('lightning')).toEqual([])
})

it('a source whose silence proves nothing still sees its places', () => {
  const sources = sourcesOf({ feeds: ['iem'] })
  expect(sources.seeingAt('storm cells', norman)).toMatchObject([{ id: 'iem' }])
  expect(sources.provingAt('storm cells', norman)).toEqual([])
  expect(sources.seeingAt('storm cells', { latitude: 61.2, longitude: -149.9 })).toEqual([])
  expect(sourcesOf({ feeds: 'none' }).seeingAt('storm cells', norman)).toEqual([])
})

it('a list stays the same until a key is added, changed or removed', async () => {
  let keys: Source[] = []
  const sources = sourcesOf({ feeds: 'none' }, async () => keys.map(one => ({ ...one })))
  const lists = [sources.proving('lightning')]
  for (const next of [[], [key], [key], [{ ...key, staleAfterMs: 20_000 }], []]) {
    keys = next
    await sources.load(db)
    lists.push(sources.proving('lightning'))
  }
  const isSame = lists.slice(1).map((list, index) => list === lists[index])
  expect(isSame).toEqual([true, false, true, false, false])
  expect(lists.at(-1)).toEqual([])
})

it('a read that began earlier and finished later does not bring back a revoked key', async () => {
  const slow = Promise.withResolvers<Source[]>()
  const answers = [slow.promise, Promise.resolve([])]
  const sources = sourcesOf({ feeds: 'none' }, async () => answers.shift() ?? [])
  const earlier = sources.load(db)
  await sources.load(db)
  slow.resolve([key])
  await earlier
  expect(sources.proving('lightning')).toEqual([])
})

it('a key applies to lightning alone', async () => {
  const sources = sourcesOf({ feeds: 'none' }, async () => [key])
  await sources.load(db)
  expect(sources.provingAt('lightning', norman)).toEqual([key])
  expect(sources.provingAt('storm cells', norman)).toEqual([])
  expect(sources.named(key.name)).toBe(sources.find('lightning', 'key 7'))
})

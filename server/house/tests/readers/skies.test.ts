import { afterAll, beforeAll, expect, it } from 'vitest'
import { acceptSatellite } from '#contract/weather/satellite'
import { satelliteWords } from '#domain/lightning/proof'
import { hourMs, minuteMs, secondMs } from '#server/platform/clock'
import { appendToLog } from '#server/rooms/lightning/store/log'
import type { Belief, ReaderKind } from './believing.testing.ts'
import { Country } from './play.testing.ts'
import { Town } from './town.testing.ts'

/** A spot that the satellite sees. */
const inAmerica = 80
let country: Country
let town: Town
let sees: 'network' | 'inner ring' | 'satellite' | 'both' | 'nothing' = 'network'

beforeAll(async () => {
  country = await Country.open(1, {
    SKYWARDEN_FEEDS: 'glm',
    FEEDS_CONTACT: 'ops@example.org',
    FEEDS_FROM: 'http://127.0.0.1:9',
  })
  // It has an outer ring.
  town = await Town.open(country, 2, inAmerica)
})
afterAll(async () => {
  await town.close()
  await country.close()
})

/** What the sources that see anything report now. */
async function report() {
  if (sees === 'network' || sees === 'both') await town.cover(false, false)
  if (sees === 'inner ring') await town.cover(true, false)
  if (sees === 'satellite' || sees === 'both') {
    const nowMs = town.nowMs
    const span = { source: 'glm', fromMs: nowMs - hourMs, toMs: nowMs - 5 * secondMs, heardMs: nowMs }
    await country.store.db.transaction().execute(tx => appendToLog(tx, [], [span]))
  }
}

/** Lets minutes pass, of which only the last ones are played. */
async function pass(minutes: number) {
  const playedMinutes = Math.min(minutes, 1.5)
  if (minutes > playedMinutes) country.time.advance((minutes - playedMinutes) * minuteMs)
  for (let step = 0; step < playedMinutes * 12; step++) {
    await report()
    await country.step()
    await town.ask()
  }
}

/** What each reader believes, and whether it knows that only a satellite proves it. */
const beliefs = () =>
  Object.fromEntries(
    town.readers.map(({ reader }) => [
      reader.kind,
      `${reader.believes(town.nowMs)}${reader.isBySatellite?.(town.nowMs) ? ' by satellite' : ''}`,
    ]),
  )
const all = (belief: string, others: Readonly<Record<string, Belief>> = {}) => ({
  ...Object.fromEntries(town.readers.map(({ reader }) => [reader.kind, belief])),
  ...others,
})

/** Those who always know what is true now. */
const places = ['screen', 'wall', 'widget', 'siren page', 'Home Assistant', 'MCP client'] as const
const clearOf = (kinds: readonly string[]) => kinds.map(kind => beliefs()[kind])

it('in one sky, readers of every kind have the same answer, with the same marks', async () => {
  await pass(1)
  await town.strike(3, 90)
  await pass(1.5)
  expect(beliefs()).toEqual(all('danger'))

  // The outer ring is switched off in mid-delay: nobody’s delay ends.
  await town.edits['outer ring']()
  await pass(1)
  expect(beliefs()).toEqual(all('danger'))

  await pass(28.5)
  expect(beliefs()).toEqual(all('clear'))

  // A siren cannot say that nothing is known, and nobody writes to people while they have no delay.
  sees = 'nothing'
  await pass(1.5)
  await pass(10)
  expect(beliefs()).toEqual(all('unknown', { siren: 'clear' }))
})

it('nobody is told All Clear while one of their rings is unknown', async () => {
  sees = 'network'
  await pass(1)
  await town.strike(3, 90)
  await pass(0.5)
  sees = 'nothing'
  await pass(11)
  // No strike is in it, and nothing has proven that.
  await town.edits['outer ring']()
  sees = 'inner ring'
  await pass(3)
  expect(clearOf(['screen', 'wall', 'MCP client', 'push phone'])).toEqual(
    Array.from({ length: 4 }, () => 'unknown'),
  )
})

it('an All Clear that only a satellite proves says so everywhere', async () => {
  await town.as('admin', (house, admin) =>
    house.reply(
      acceptSatellite,
      { params: { id: String(town.coachLocationId) }, body: { accept: true, words: satelliteWords } },
      admin,
    ),
  )
  sees = 'satellite'
  await town.strike(3, 90)
  await pass(10.5)
  expect(clearOf(['screen', 'wall', 'MCP client', 'push phone'])).toEqual(
    Array.from({ length: 4 }, () => 'clear by satellite'),
  )
  await pass(20)
  expect(clearOf(places)).toEqual(places.map(() => 'clear by satellite'))
})

it('screens are told when a network falls silent and only the satellite still proves what they show', async () => {
  sees = 'both'
  await pass(31)
  expect(clearOf(places)).toEqual(places.map(() => 'clear'))
  sees = 'satellite'
  await pass(2)
  expect(clearOf(places)).toEqual(places.map(() => 'clear by satellite'))
})

it('neither an edit nor a restart after it ends what a siren’s ring has promised', async () => {
  const ofSirens = () => clearOf(['siren', 'siren page'])
  await town.edits['link of a group']()
  await town.strike(11, 90)
  await pass(1)
  expect(ofSirens()).toEqual(['danger', 'danger'])
  await town.edits['link of a group']()
  await pass(0.5)
  expect(ofSirens()).toEqual(['danger', 'danger'])
  await country.restart(0)
  await pass(1.5)
  expect(ofSirens()).toEqual(['danger', 'danger'])
})

const turn = (kinds: readonly ReaderKind[], isOn: boolean) => {
  for (const believer of town.readers)
    if (kinds.includes(believer.reader.kind)) believer.turn(isOn, town.nowMs)
}

it('a danger outlasts its countdown for programs that were told of it and are out of reach', async () => {
  sees = 'network'
  await pass(61)
  await town.strike(3, 90)
  await pass(1.5)
  turn(['CAP sign', 'webhook receiver'], false)
  await pass(20)
  await town.strike(3, 90)
  await pass(11)
  expect(clearOf(['widget', 'CAP sign', 'webhook receiver'])).toEqual(['danger', 'danger', 'danger'])
  turn(['CAP sign', 'webhook receiver'], true)
})

it('an All Clear that waits for a phone does not outlast the danger that takes it back', async () => {
  await pass(61)
  await town.strike(3, 90)
  await pass(1.5)
  turn(['push phone', 'text phone'], false)
  await pass(10)
  await town.strike(3, 90)
  await pass(8)
  await town.strike(3, 90)
  await pass(4)
  turn(['push phone', 'text phone'], true)
  await pass(1)
  expect(clearOf(['screen', 'push phone', 'text phone'])).not.toContain('clear')
})

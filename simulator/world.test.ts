import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { strikeTypes } from '#domain/lightning/strike'
import { milesBetween } from './weather/plane.ts'
import { strikeReachRadii } from './weather/strikes.ts'
import { createWorld } from './world.ts'

const minuteMs = 60_000
const instant = fc.integer({ min: Date.UTC(1960, 0), max: Date.UTC(2110, 0) })
const stormy = Date.UTC(2026, 6, 15, 22)

describe('one seed, one world', () => {
  test('two instances give the same answers, in any order of requests', () => {
    const one = createWorld(42)
    const moment = fc.record({
      timeMs: instant,
      latitude: fc.double({ min: 24, max: 50, noNaN: true }),
      longitude: fc.double({ min: -125, max: -66, noNaN: true }),
    })
    fc.assert(
      fc.property(fc.array(moment, { minLength: 1, maxLength: 6 }), moments => {
        const other = createWorld(42)
        const answers = (world: typeof one, { timeMs, latitude, longitude }: (typeof moments)[number]) => [
          world.at(latitude, longitude, timeMs),
          world.strikesBetween(timeMs, timeMs + 20_000),
          world.cellsAt(timeMs),
        ]
        const forwards = moments.map(each => answers(one, each))
        const backwards = moments.toReversed().map(each => answers(other, each))
        expect(backwards.toReversed()).toEqual(forwards)
      }),
      { numRuns: 15 },
    )
  })

  test('another seed gives another world', () => {
    const ids = (seed: number) =>
      createWorld(seed)
        .strikesBetween(stormy, stormy + minuteMs)
        .map(({ id }) => id)
    const first = new Set(ids(1))
    expect(first.size).toBeGreaterThan(50)
    expect(ids(2).filter(id => first.has(id))).toEqual([])
  })

  test('the answers are the same on every machine', () => {
    const world = createWorld(1)
    const reported = world
      .strikesBetween(stormy, stormy + minuteMs)
      .slice(0, 4)
      .map(({ id, timeMs, latitude, longitude, amp, type }) =>
        [id, timeMs, latitude, longitude, amp, type].join(' '),
      )
    expect(reported).toMatchInlineSnapshot(`
      [
        "178415280-1.495597.216.1-8 1784152800080 34.98109 -91.05542 -4.9 4",
        "178415280-1.495597.23.0-2 1784152800202 24.06406 -80.71815 -8.3 4",
        "178415280-1.495597.150.1-0 1784152800267 31.79168 -91.56064 -3.3 4",
        "178415280-1.495597.184.2-0 1784152800394 33.91413 -88.03302 2.1 4",
      ]
    `)
    expect(world.reflectivityAt(35.2226, -97.4395, stormy).toFixed(6)).toMatchInlineSnapshot(`"38.212122"`)
    expect(world.at(35.2226, -97.4395, stormy).temperatureF.toFixed(6)).toMatchInlineSnapshot(`"64.948431"`)
  })
})

describe('strikes', () => {
  const world = createWorld(7)

  test('do not depend on how requests divide the time', () => {
    fc.assert(
      fc.property(instant, fc.array(fc.nat(3 * minuteMs), { maxLength: 5 }), (fromMs, cuts) => {
        const toMs = fromMs + 3 * minuteMs
        const ends = [fromMs, ...cuts.map(cut => fromMs + cut).sort((one, other) => one - other), toMs]
        const pieces = ends.slice(1).flatMap((end, index) => world.strikesBetween(ends[index] ?? end, end))
        expect(pieces).toEqual(world.strikesBetween(fromMs, toMs))
      }),
      { numRuns: 40 },
    )
  })

  test('are in order, inside the span, and each has its own id', () => {
    const strikes = world.strikesBetween(stormy, stormy + 10 * minuteMs)
    expect(strikes.length).toBeGreaterThan(1000)
    expect(new Set(strikes.map(({ id }) => id)).size).toBe(strikes.length)
    const stray = strikes.filter(
      ({ timeMs }, index) =>
        timeMs < (strikes[index - 1]?.timeMs ?? stormy) ||
        timeMs >= stormy + 10 * minuteMs ||
        !Number.isInteger(timeMs),
    )
    expect(stray).toEqual([])
  })

  test('include the first instant but not the last; an empty or reversed span has none', () => {
    const [strike] = world.strikesBetween(stormy, stormy + minuteMs)
    if (!strike) throw new Error('a July afternoon has strikes')
    expect(world.strikesBetween(strike.timeMs, strike.timeMs + 1)).toContainEqual(strike)
    expect(world.strikesBetween(strike.timeMs - 1, strike.timeMs)).not.toContainEqual(strike)
    expect(world.strikesBetween(stormy, stormy)).toEqual([])
    expect(world.strikesBetween(stormy + minuteMs, stormy)).toEqual([])
  })

  test('are within reach of a living cell and inside its echo, where it is strong enough to separate charges', () => {
    const moment = fc.integer({ min: Date.UTC(2026, 0), max: Date.UTC(2027, 0) })
    fc.assert(
      fc.property(moment, fromMs => {
        for (const strike of world.strikesBetween(fromMs, fromMs + 5000)) {
          const home = world.cellsAt(strike.timeMs).find(cell => strike.id.includes(`-${cell.id}-`))
          if (!home) throw new Error(`no cell for ${strike.id}`)
          const miles = milesBetween(home, strike.latitude, strike.longitude)
          expect(miles).toBeLessThan(home.radiusMiles * strikeReachRadii + 0.3)
          expect(world.reflectivityAt(strike.latitude, strike.longitude, strike.timeMs)).toBeGreaterThan(30)
        }
      }),
      { numRuns: 30 },
    )
  })

  test('come from the core as it is now: in strong echo, fewer as it weakens, and none once it has decayed', () => {
    const hourMs = 60 * minuteMs
    const perMinute = { strong: { strikes: 0, cells: 0 }, weak: { strikes: 0, cells: 0 } }
    for (let hour = 0; hour < 24; hour++) {
      const timeMs = Date.UTC(2026, hour % 12, 3 + hour) + hour * hourMs
      const strikes = world.strikesBetween(timeMs, timeMs + minuteMs)
      for (const { latitude, longitude, timeMs: atMs } of strikes)
        expect(world.reflectivityAt(latitude, longitude, atMs)).toBeGreaterThan(37.5)
      for (const cell of world.cellsAt(timeMs)) {
        const count = strikes.filter(({ id }) => id.includes(`-${cell.id}-`)).length
        if (cell.maxReflectivityDbz < 39) expect(count).toBe(0)
        const kind = cell.maxReflectivityDbz < 43 ? 'weak' : 'strong'
        if (cell.maxReflectivityDbz < 40) continue
        perMinute[kind].strikes += count
        perMinute[kind].cells++
      }
    }
    const { strong, weak } = perMinute
    expect(weak.cells).toBeGreaterThan(50)
    expect(weak.strikes / weak.cells).toBeLessThan((0.35 * strong.strikes) / strong.cells)
  })

  test('four in five are cloud pulses, most to the ground are negative, all have plausible currents', () => {
    const strikes = world.strikesBetween(stormy, stormy + 10 * minuteMs)
    const ground = strikes.filter(({ type }) => type !== 4)
    expect(Math.abs(ground.length / strikes.length - 0.2)).toBeLessThan(0.04)
    expect(new Set(strikes.map(({ type }) => type))).toEqual(new Set(strikeTypes))
    expect(ground.filter(({ amp }) => Number(amp) < 0).length / ground.length).toBeGreaterThan(0.85)
    const odd = strikes.filter(
      ({ amp, positionErrorMiles, source }) =>
        !(Math.abs(Number(amp)) > 0 && Math.abs(Number(amp)) < 400) ||
        !(positionErrorMiles >= 0.1 && positionErrorMiles <= 0.3) ||
        source !== 'simulated',
    )
    expect(odd).toEqual([])
  })
})

test.each([1970, 2026, 2100])('there is a plausible number of storms over the country in %d too', year => {
  const world = createWorld(3)
  const counts: number[] = []
  const perSecond: number[] = []
  for (let month = 0; month < 12; month++) {
    for (let hour = 1; hour < 24; hour += 4) {
      const timeMs = Date.UTC(year, month, 1 + ((hour * 7) % 28), hour)
      counts.push(world.cellsAt(timeMs).length)
      perSecond.push(world.strikesBetween(timeMs, timeMs + minuteMs).length / 60)
    }
  }
  const typical = (values: number[]) => values.sort((one, other) => one - other)[values.length / 2]
  expect(typical(counts)).toBeGreaterThan(30)
  expect(Math.max(...counts)).toBeLessThan(600)
  expect(typical(perSecond)).toBeGreaterThan(2)
  expect(typical(perSecond)).toBeLessThan(15)
  expect(Math.max(...perSecond)).toBeLessThan(50)
})

import { describe, expect, it } from 'vitest'
import {
  cellCount,
  dbzOf,
  echoAt,
  middleOf,
  noCoverage,
  type RadarGrid,
  type RadarProduct,
} from '#domain/radar/grid'
import { createModelErrors } from './radar-model-errors.ts'
import { createRadarGrids, radarGrids } from './radar-grids.ts'
import { createWorld, demoPlaces } from '#simulator/world'

const hourMs = 3_600_000
const nowMs = Date.UTC(2026, 6, 15, 22)
const seed = 2026
const draw = createRadarGrids(seed)
const world = createWorld(seed)
const of = (product: RadarProduct, validMs = nowMs, issuedMs = nowMs) => draw({ product, validMs, issuedMs })
const composite = of('composite')
const echoes = ({ echoes: all }: RadarGrid) => all.filter(echo => echo !== 0 && echo !== noCoverage).length

describe('the composite', () => {
  /** Returns whether a place is near the limit of radar coverage: in the last sixty miles or so, echoes fade. */
  const isNearEnd = (latitude: number, longitude: number) =>
    Array.from({ length: 16 }, (_, way) => (way * Math.PI) / 8).some(
      way =>
        echoAt(composite, latitude + Math.cos(way), longitude + 1.2 * Math.sin(way)) === noCoverage ||
        echoAt(composite, latitude + Math.cos(way) / 2, longitude + 0.6 * Math.sin(way)) === noCoverage,
    )

  it('agrees with the world within 1 dBZ, except at the edge of what a radar shows', () => {
    const { place } = composite
    let [compared, edges] = [0, 0]
    for (let sample = 0; sample < 60_000; sample++) {
      const [column, row] = [(sample * 7919) % place.columns, (sample * 6101) % place.rows]
      const { latitude, longitude } = middleOf(place, column, row)
      const echo = echoAt(composite, latitude, longitude)
      if (echo === noCoverage || isNearEnd(latitude, longitude)) continue
      const truth = world.reflectivityAt(latitude, longitude, nowMs)
      const shown = dbzOf(echo) ?? 0
      if (truth === 0 || shown === 0) {
        // One of the two echoes is slightly above the weakest one that is shown, the other slightly below.
        expect(Math.max(truth, shown)).toBeLessThan(6.5)
        if (truth !== shown) edges++
        continue
      }
      compared++
      expect(Math.abs(shown - truth)).toBeLessThan(1)
    }
    expect(compared).toBeGreaterThan(2000)
    expect(edges).toBeLessThan(compared / 100)
  })

  it('fades out toward the edge of radar coverage: no echo is cut off', () => {
    const { place, echoes: all } = composite
    let [ends, strong] = [0, 0]
    for (let cell = 0; cell < all.length - 1; cell++) {
      if ((all[cell] === noCoverage) === (all[cell + 1] === noCoverage) || (cell + 1) % place.columns === 0)
        continue
      ends++
      const dbz = dbzOf(Math.min(all[cell] as number, all[cell + 1] as number)) ?? 0
      if (dbz >= 20) strong++
    }
    expect(ends).toBeGreaterThan(500)
    expect(strong).toBeLessThan(ends / 200)
  })

  it('shows every storm at its position, if a radar covers it', () => {
    const seen = world
      .cellsAt(nowMs)
      .filter(
        ({ latitude, longitude }) =>
          echoAt(composite, latitude, longitude) !== noCoverage && !isNearEnd(latitude, longitude),
      )
    expect(seen.length).toBeGreaterThan(50)
    for (const cell of seen) {
      const dbz = dbzOf(echoAt(composite, cell.latitude, cell.longitude)) ?? 0
      expect(Math.abs(dbz - world.reflectivityAt(cell.latitude, cell.longitude, nowMs))).toBeLessThan(5)
    }
  })

  it('covers the whole country, and not the open sea', () => {
    for (const { latitude, longitude } of demoPlaces) {
      expect(echoAt(composite, latitude, longitude)).not.toBe(noCoverage)
    }
    // These places in Nevada, Montana and Texas are far from every office, but still covered.
    for (const [latitude, longitude] of [
      [39.5, -116.9],
      [47, -107],
      [30.3, -103.7],
    ] as const)
      expect(echoAt(composite, latitude, longitude)).not.toBe(noCoverage)
    expect(echoAt(composite, 30, -70)).toBe(noCoverage)
    expect(echoAt(composite, 33, -125)).toBe(noCoverage)
  })

  it('is the same every time, in any order, and different five minutes later', () => {
    const [again] = radarGrids(seed, [{ product: 'composite', validMs: nowMs, issuedMs: nowMs }])
    expect(Buffer.compare(again?.grid.echoes ?? new Uint8Array(), composite.echoes)).toBe(0)
    expect(Buffer.compare(of('composite', nowMs + 300_000).echoes, composite.echoes)).not.toBe(0)
  })
})

describe('precipitation type', () => {
  const winterMs = Date.UTC(2026, 0, 20, 22)
  const { ground } = of('composite', winterMs)
  if (!ground) throw new Error('a simulated frame tells how cold the ground is')
  const temperatureF = (latitude: number, longitude: number) => {
    const { place, halfDegrees } = ground
    const column = Math.floor((longitude - place.west) / place.stepDegrees)
    const row = Math.floor((place.north - latitude) / place.stepDegrees)
    return (halfDegrees[row * place.columns + column] as number) / 2 - 20
  }

  it('follows from the world’s temperature where it rains or snows', () => {
    const cells = world.cellsAt(winterMs)
    let compared = 0
    for (let sample = 0; sample < 20_000; sample++) {
      const latitude = 28 + ((sample * 7919) % 2000) / 100
      const longitude = -120 + ((sample * 6101) % 5000) / 100
      const dbz = world.reflectivityAt(latitude, longitude, winterMs)
      // Near a storm cell, its cold outflow also matters, so these places are left out.
      if (dbz < 23 || dbz > 36) continue
      if (cells.some(cell => Math.abs(cell.latitude - latitude) < 0.5)) continue
      compared++
      const truth = world.at(latitude, longitude, winterMs).temperatureF
      expect(Math.abs(temperatureF(latitude, longitude) - truth)).toBeLessThan(1.5)
    }
    expect(compared).toBeGreaterThan(100)
  })

  it('changes from rain to snow along a ragged line, never a straight one', () => {
    const wanderings: number[] = []
    const freezing = (longitude: number) => {
      for (let latitude = 49; latitude > 28; latitude -= 0.02)
        if (temperatureF(latitude, longitude) >= 34) return latitude
      return NaN
    }
    // In windows of three degrees, measures how far the line deviates from a straight one, in miles.
    for (let west = -100; west < -76; west += 3) {
      const steps = Array.from({ length: 13 }, (_, step) => step / 12)
      const line = steps.map(step => 69 * freezing(west + 3 * step))
      const mean = line.reduce((sum, each) => sum + each, 0) / line.length
      const slope =
        line.reduce((sum, each, at) => sum + (each - mean) * ((steps[at] ?? 0) - 0.5), 0) /
        steps.reduce((sum, step) => sum + (step - 0.5) ** 2, 0)
      wanderings.push(
        Math.max(...line.map((each, at) => Math.abs(each - mean - slope * ((steps[at] ?? 0) - 0.5)))),
      )
    }
    expect(Math.min(...wanderings)).toBeGreaterThan(5)
  })
})

describe('model forecasts', () => {
  const errorAt = createModelErrors(seed)
  const meanMiles = (leadHours: number) => {
    const runs = Array.from({ length: 200 }, (_, run) => nowMs + run * hourMs)
    const miles = runs.map(issuedMs => {
      const { northDegrees, eastDegrees } = errorAt(issuedMs + leadHours * hourMs, issuedMs)
      return 69 * Math.hypot(northDegrees, eastDegrees)
    })
    return miles.reduce((sum, each) => sum + each, 0) / miles.length
  }

  it('become less accurate further ahead', () => {
    const growing = [0, 1, 6, 18, 72].map(meanMiles)
    expect(growing).toEqual(growing.toSorted((one, other) => one - other))
    expect(growing[0]).toBe(0)
    expect(growing[1]).toBeLessThan(10)
    expect(growing[3]).toBeGreaterThan(25)
  })

  it('without a lead time are the truth in coarser cells', () => {
    const model = of('model')
    expect(model.place).toMatchObject({ columns: 1500, rows: 675, stepDegrees: 0.04 })
    const { latitude, longitude } = middleOf(model.place, 700, 300)
    expect(
      Math.abs(
        (dbzOf(echoAt(model, latitude, longitude)) ?? 0) - world.reflectivityAt(latitude, longitude, nowMs),
      ),
    ).toBeLessThan(1)
  })

  it('days ahead are coarse and smooth, and cover everything', () => {
    const days = of('extended', nowMs + 60 * hourMs)
    expect(days.place).toMatchObject({ columns: 300, rows: 135 })
    expect(days.echoes).not.toContain(noCoverage)
    expect(echoes(days)).toBeGreaterThan(1000)
  })

  it('has widespread rain everywhere in the world', () => {
    const everywhere = of('international')
    expect(everywhere.echoes.length).toBe(cellCount(everywhere.place))
    expect(echoes(everywhere)).toBeGreaterThan(10_000)
  })
})

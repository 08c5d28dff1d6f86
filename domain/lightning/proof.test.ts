import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Proven } from './proven.ts'
import { ringStateBy } from './proof.ts'
import { quietRing, ringState, withStrike } from './ring.ts'

const minuteMs = 60_000
const nowMs = 1_000 * minuteMs
const ring = quietRing({ radiusMiles: 10, allClearMinutes: 30 })
const whole: Proven = [{ fromMs: nowMs - 60 * minuteMs, toMs: nowMs, holdsUntilMs: nowMs + minuteMs }]

describe('a place covered only by a satellite', () => {
  it('is Unknown until an administrator accepts that, and states why', () => {
    const proof = { networks: [], withSatellites: null, satellitesSee: true }
    expect(ringStateBy(ring, proof, nowMs)).toMatchObject({
      state: 'Unknown',
      because: 'satellite not accepted',
    })
  })

  it('is All Clear by satellite only after acceptance', () => {
    const proof = { networks: [], withSatellites: whole, satellitesSee: true }
    expect(ringStateBy(ring, proof, nowMs)).toMatchObject({ state: 'AllClear', satelliteOnly: true })
  })

  it('is in delay after a flash, accepted or not', () => {
    const struck = withStrike(ring, nowMs - 5 * minuteMs)
    for (const withSatellites of [null, whole])
      expect(ringStateBy(struck, { networks: [], withSatellites, satellitesSee: true }, nowMs)).toMatchObject(
        { state: 'Delay', stale: withSatellites === null },
      )
  })
})

describe('a satellite in addition to a network', () => {
  it('is not mentioned while the network alone proves All Clear', () => {
    const state = ringStateBy(ring, { networks: whole, withSatellites: whole, satellitesSee: true }, nowMs)
    expect(state).toEqual(ringState(ring, whole, nowMs))
  })

  it('fills a gap in the network if accepted, and the state includes that', () => {
    const gap: Proven = [
      { fromMs: nowMs - 60 * minuteMs, toMs: nowMs - 20 * minuteMs, holdsUntilMs: nowMs - 19 * minuteMs },
    ]
    expect(
      ringStateBy(ring, { networks: gap, withSatellites: whole, satellitesSee: true }, nowMs),
    ).toMatchObject({ state: 'AllClear', satelliteOnly: true })
    expect(
      ringStateBy(ring, { networks: gap, withSatellites: null, satellitesSee: true }, nowMs),
    ).toMatchObject({ state: 'Unknown', because: 'feed silent' })
  })
})

const spans = fc
  .array(fc.tuple(fc.integer({ min: 0, max: 90 }), fc.integer({ min: 1, max: 40 })), { maxLength: 4 })
  .map(some => {
    let atMs = nowMs - 100 * minuteMs
    return some.map(([gap, length]) => {
      const fromMs = atMs + (gap + 1) * minuteMs
      atMs = fromMs + length * minuteMs
      return { fromMs, toMs: atMs, holdsUntilMs: atMs + minuteMs }
    })
  })

it('without acceptance, no ring is All Clear unless a network proves it', () => {
  fc.assert(
    fc.property(spans, fc.boolean(), fc.option(fc.integer({ min: 0, max: 60 })), (networks, sees, struck) => {
      const one = struck === null ? ring : withStrike(ring, nowMs - struck * minuteMs)
      const state = ringStateBy(one, { networks, withSatellites: null, satellitesSee: sees }, nowMs)
      expect(state.state === 'AllClear').toBe(ringState(one, networks, nowMs).state === 'AllClear')
    }),
  )
})

import { describe, expect, it } from 'vitest'
import { hasInstrumentSamples, instrumentSample } from '#server/feeds/instrument-samples.testing'
import { parseXweather } from './parse.ts'

const seconds = Date.UTC(2026, 6, 4, 18, 5, 9) / 1000
const record = (id: string, ob: object = {}, loc: object = { lat: 40, long: -83 }) => ({
  id,
  loc,
  ob: { timestamp: seconds, pulse: { type: 'ic', peakamp: 8200 }, ...ob },
})
const read = (response: unknown, rest: object = {}) =>
  parseXweather(JSON.stringify({ success: true, error: null, response, ...rest }))

describe('the strikes of Xweather', () => {
  it('have their place, time, current and type', () => {
    expect(read([record('a')])).toEqual({
      isComplete: true,
      strikes: [
        {
          id: 'a',
          timeMs: seconds * 1000,
          kind: 'place',
          latitude: 40,
          longitude: -83,
          errorMiles: 0.5,
          amp: 8.2,
          type: 4,
        },
      ],
    })
  })

  it('are an empty list if there is no data', () => {
    const none = { success: false, error: { code: 'warn_no_data', description: 'No data' }, response: [] }
    expect(parseXweather(JSON.stringify(none))).toEqual({ strikes: [], isComplete: true })
  })

  it('are unknown after any other error', () => {
    const error = { code: 'invalid_client', description: 'The client is invalid.' }
    expect(() => read([], { success: false, error })).toThrow('Xweather refused: The client is invalid.')
    expect(() => read([], { success: false })).toThrow('Xweather refused: no reason')
    expect(() => read(null)).toThrow('it has no response')
    expect(() => parseXweather('<html>')).toThrow('it is not JSON')
  })

  it('may be cut off, or have one that cannot be read', () => {
    const many = Array.from({ length: 1000 }, (_, index) => record(String(index)))
    expect(read(many)).toMatchObject({ isComplete: false })
    expect(read(many.slice(1)).isComplete).toBe(true)
    const broken = read([
      record('a'),
      record('b', { timestamp: 0 }),
      record('c', {}, { lat: 99, long: 0 }),
      null,
    ])
    // One without a usable time is in the answer because it is recent.
    expect(broken.strikes.map(({ id, timeMs }) => [id, timeMs === null])).toEqual([
      ['a', false],
      ['b', true],
    ])
    expect(broken.isComplete).toBe(false)
  })

  it('may lack a current or a type', () => {
    expect(read([record('a', { pulse: null })]).strikes).toMatchObject([{ amp: null, type: 1 }])
  })
})

it.skipIf(!hasInstrumentSamples)('a real response', () => {
  const { strikes, isComplete } = parseXweather(instrumentSample('lightning-network/xweather-lightning.json'))
  expect(isComplete).toBe(true)
  expect(strikes).toMatchObject([
    { timeMs: Date.UTC(2026, 7, 22, 22, 19, 19), latitude: 34.9618, longitude: -89.8295, amp: -7, type: 3 },
    { timeMs: Date.UTC(2026, 7, 22, 22, 18, 20, 500), amp: 12, type: 3 },
  ])
})

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { cautionsOf, doubtsOf, type DoubtInput } from './doubts.ts'
import { doubtedMeasures, tracked, type DoubtedMeasure, type DoubtedValues, type Tracks } from './track.ts'

const minuteMs = 60_000
const surroundings = {
  sunElevationDegrees: 45,
  elevationFeet: 1000,
  neighbor: null,
  isDryByRadar: null,
} satisfies Partial<DoubtInput>

/** Sends messages one after another, as the engine does, and returns the doubts of the last. */
function play(
  messages: readonly (readonly [timeMs: number, values: DoubtedValues])[],
  more: Partial<DoubtInput> = {},
) {
  let tracks: Tracks = {}
  let doubts: ReturnType<typeof doubtsOf> = {}
  for (const [timeMs, values] of messages) {
    doubts = doubtsOf({ ...surroundings, ...more, timeMs, values, tracks })
    const next: Partial<Record<DoubtedMeasure, Tracks[DoubtedMeasure]>> = { ...tracks }
    for (const measure of doubtedMeasures) {
      const value = values[measure]
      if (value !== undefined) next[measure] = tracked(tracks[measure], value, timeMs, measure in doubts)
    }
    tracks = next as Tracks
  }
  return doubts
}
const one = (values: DoubtedValues, more: Partial<DoubtInput> = {}) => play([[0, values]], more)
/** The same values every five minutes, except for some that move. */
const steady = (hours: number, values: DoubtedValues, moving: (step: number) => DoubtedValues) =>
  Array.from({ length: hours * 12 + 1 }, (_, step) => {
    return [step * 5 * minuteMs, { ...values, ...moving(step) }] as const
  })

describe('doubts', () => {
  it('doubts values that no weather produces', () => {
    expect(one({ temperatureF: 200 })).toHaveProperty('temperatureF')
    expect(one({ temperatureF: 100, humidityPercent: 40, stationPressureHpa: 980 })).toEqual({})
  })
  it('doubts a jump, and believes it when it lasts ten minutes', () => {
    const before = [0, { temperatureF: 70 }] as const
    expect(play([before, [minuteMs, { temperatureF: 90 }]])).toHaveProperty('temperatureF')
    const stays = Array.from(
      { length: 12 },
      (_, step) => [(step + 1) * minuteMs, { temperatureF: 90 }] as const,
    )
    expect(play([before, ...stays.slice(0, 9)])).toHaveProperty('temperatureF')
    expect(play([before, ...stays])).toEqual({})
  })
  it('believes an outflow that cools by 20 degrees in ten minutes', () => {
    const cooling = Array.from({ length: 11 }, (_, step) => {
      return [step * minuteMs, { temperatureF: 95 - 2 * step }] as const
    })
    for (let end = 1; end <= cooling.length; end++) expect(play(cooling.slice(0, end))).toEqual({})
  })
  it('never doubts wind for rising suddenly', () => {
    expect(
      play([
        [0, { windMph: 3, gustMph: 5 }],
        [16_000, { windMph: 60, gustMph: 90 }],
      ]),
    ).toEqual({})
  })
  it('doubts the gust, not the wind, if they disagree', () => {
    expect(Object.keys(one({ windMph: 20.89, gustMph: 1.12 }))).toEqual(['gustMph'])
    expect(one({ windMph: 5, gustMph: 4.5 })).toEqual({})
  })
  it('doubts a value that stays while others change', () => {
    const moving = (step: number) => ({
      humidityPercent: 40 + (step % 7),
      stationPressureHpa: 980 + step / 100,
    })
    expect(play(steady(7, { temperatureF: 71.3 }, moving)).temperatureF).toMatch(/same for 7 hours/)
    expect(play(steady(5, { temperatureF: 71.3 }, moving))).toEqual({})
  })
  it('names a station whose values never change', () => {
    const frozen = { temperatureF: 71.3, humidityPercent: 40, stationPressureHpa: 980 }
    expect(play(steady(7, frozen, () => ({}))).temperatureF).toMatch(/lost its outdoor unit/)
    expect(play(steady(7, { temperatureF: 71.3 }, () => ({})))).toEqual({})
  })
  it('doubts an anemometer that rests for a day, unless it is calm nearby', () => {
    const moving = (step: number) => ({ temperatureF: 60 + (step % 9) })
    const resting = steady(25, { windMph: 0 }, moving)
    expect(play(resting).windMph).toMatch(/not turned for 2\d hours/)
    expect(play(resting, { neighbor: { windMph: 1 } })).toEqual({})
    const turning = steady(25, {}, step => ({ ...moving(step), windMph: step === 100 ? 2 : 0 }))
    expect(play(turning)).toEqual({})
  })
  it('marks a thermometer that may be in the sun, and uses it: one cooler station does not make it safe', () => {
    const hot = { temperatureF: 102, solarWattsPerM2: 850, windMph: 2 }
    const neighbor = { temperatureF: 88, windMph: 3 }
    const marked = (values: DoubtedValues, more: Partial<DoubtInput> = { neighbor }) =>
      cautionsOf({ ...surroundings, ...more, timeMs: 0, values })
    expect(marked(hot).temperatureF).toMatch(/14 °F warmer than nearby/)
    expect(one(hot, { neighbor })).toEqual({})
    expect(marked({ ...hot, windMph: 12 })).toEqual({})
    expect(marked({ ...hot, solarWattsPerM2: 200 })).toEqual({})
    expect(marked(hot, {})).toEqual({})
  })
  it('doubts sea-level pressure that is sent as station pressure in the mountains', () => {
    expect(one({ stationPressureHpa: 1013 }, { elevationFeet: 5280 }).stationPressureHpa).toMatch(/too high/)
    expect(one({ stationPressureHpa: 834 }, { elevationFeet: 5280 })).toEqual({})
    expect(one({ stationPressureHpa: 834 }, { elevationFeet: null })).toEqual({})
  })
  it('doubts rain on a dry radar and sunlight at night', () => {
    expect(one({ rainInchesPerHour: 0.4 }, { isDryByRadar: true })).toHaveProperty('rainInchesPerHour')
    expect(one({ rainInchesPerHour: 0.4 }, { isDryByRadar: null })).toEqual({})
    const rainTodayInches = { isDryByRadar: true, dryRainInches: 0.2 }
    expect(one({ rainTodayInches: 0.3 }, rainTodayInches)).toEqual({})
    expect(
      cautionsOf({ ...surroundings, ...rainTodayInches, timeMs: 0, values: { rainTodayInches: 0.1 } }),
    ).toHaveProperty('rainTodayInches', expect.stringMatching(/^Without 0.20 in /))
    expect(one({ rainInchesPerHour: 0.4 }, { isDryByRadar: true, dryRainMs: -30 * minuteMs })).toHaveProperty(
      'rainInchesPerHour',
    )
    // The past hour's rain, sent as a rate. Nothing has been counted since radar saw the last shower leave.
    expect(one({ rainInchesPerHour: 0.4 }, { isDryByRadar: true, dryRainMs: null })).toEqual({})
    expect(one({ solarWattsPerM2: 400 }, { sunElevationDegrees: -20 })).toHaveProperty('solarWattsPerM2')
  })
  it('doubts a WBGT that the air around it rules out', () => {
    const air = { temperatureF: 92, humidityPercent: 60 }
    expect(one({ ...air, wbgtF: 88 })).toEqual({})
    expect(one({ ...air, wbgtF: 82 })).toEqual({}) // in the shade
    expect(one({ ...air, wbgtF: 70 }).wbgtF).toMatch(/lower than it can be/)
    expect(one({ ...air, wbgtF: 113 }).wbgtF).toMatch(/21 °F above the temperature/)
    expect(one({ wbgtF: 70 })).toEqual({})
    expect(one({ temperatureF: 92, wbgtF: 70 })).toEqual({})
    expect(one({ temperatureF: 77, humidityPercent: 100, wbgtF: 60 })).toHaveProperty('wbgtF')
  })
  it('believes thick smoke', () => {
    expect(one({ pm25: 1200 })).toEqual({})
    expect(one({ pm25: 5001 })).toHaveProperty('pm25')
  })
  it('gives a reason for every doubt, and never doubts a missing value', () => {
    const value = fc.option(fc.double({ min: -1e6, max: 1e6 }), { nil: undefined })
    const values = fc.record(Object.fromEntries(doubtedMeasures.map(measure => [measure, value])))
    fc.assert(
      fc.property(fc.array(values, { maxLength: 6 }), fc.integer({ min: 1, max: 4e7 }), (sent, gapMs) => {
        const doubts = play(sent.map((each, index) => [index * gapMs, each as DoubtedValues]))
        const last = (sent.at(-1) ?? {}) as DoubtedValues
        for (const [measure, because] of Object.entries(doubts)) {
          expect(last[measure as DoubtedMeasure]).toBeDefined()
          expect(because).toMatch(/^[A-Z].*\.$/)
        }
        for (const measure of doubtedMeasures)
          if (Number.isNaN(last[measure])) expect(doubts).toHaveProperty(measure)
      }),
    )
  })
})

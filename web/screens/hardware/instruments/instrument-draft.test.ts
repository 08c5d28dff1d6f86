import {
  addBodyOf,
  correctionText,
  emptyInstrumentDraft,
  instrumentDraftInWords,
  instrumentDraftOf,
  instrumentProblems,
  newCorrection,
  updateBodyOf,
} from './instrument-draft.ts'
import { givenInstrument } from './instruments.testing.ts'
import { addInstrument, updateInstrument } from '#contract/devices/instruments'
import { calibratedMeasures } from '#domain/instruments/calibration'
import { describe, expect, it, test } from 'vitest'

const placed = { ...emptyInstrumentDraft, name: ' Roof ', latitude: '35.2', longitude: '-97.44' }

describe('a new instrument', () => {
  it('needs a name and a position', () => {
    expect(Object.keys(instrumentProblems(emptyInstrumentDraft, 'ecowitt'))).toEqual([
      'Name',
      'Latitude',
      'Longitude',
    ])
    expect(instrumentProblems(placed, 'ecowitt')).toEqual({})
    expect(instrumentProblems({ ...placed, latitude: 'north' }, 'ecowitt')).toHaveProperty('Latitude')
  })
  it.each([
    ['latitude', 'Latitude', ['-90', '90'], ['90.01', '-91']],
    ['longitude', 'Longitude', ['-180', '180'], ['180.01', '-181']],
    ['elevationFeet', 'ElevationFeet', ['', '-1500', '29100'], ['-1501', '29101']],
    ['windHeightFeet', 'WindHeightFeet', ['', '1', '500'], ['0', '501']],
  ] as const)('has its %s in the same range as on the server', (field, name, inside, outside) => {
    for (const [texts, isGood] of [
      [inside, true],
      [outside, false],
    ] as const)
      for (const text of texts) {
        const draft = { ...placed, [field]: text }
        expect(addInstrument.body.safeParse(addBodyOf(draft, 'ecowitt')).success).toBe(isGood)
        expect(instrumentProblems(draft, 'ecowitt')).toEqual(
          isGood ? {} : { [name]: [expect.stringMatching(/^must be from -?\d+ to \d+$/)] },
        )
      }
  })
  it('needs what its make needs', () => {
    expect(Object.keys(instrumentProblems(placed, 'purpleair'))).toEqual(['Address'])
    expect(Object.keys(instrumentProblems(placed, 'tempest-cloud'))).toEqual(['Serial', 'ApiKey'])
    expect(Object.keys(instrumentProblems(placed, 'xweather', true))).toEqual([])
  })
  it('is sent with unknown heights as unknown, never zero', () => {
    const body = addBodyOf(placed, 'ecowitt')
    expect(body).toMatchObject({ name: 'Roof', elevationFeet: null, windHeightFeet: null, address: null })
    expect(body).not.toHaveProperty('apiKey')
    expect(addInstrument.body.safeParse(body).success).toBe(true)
  })
})

describe('an instrument’s settings', () => {
  const correction = { measure: 'temperatureF', factor: 1, offset: -0.5, since: '2026-07-04' } as const
  it('are sent back unchanged', () => {
    const mapping = [{ path: 'a.b', measure: 'temperatureF' as const, unit: '°C' }]
    const one = givenInstrument({ calibration: [correction], mapping, windHeightFeet: 20 })
    const body = updateBodyOf(instrumentDraftOf(one), one.version)
    expect(updateInstrument.body.parse(body)).toMatchObject({
      version: 1,
      calibration: [correction],
      mapping,
      windHeightFeet: 20,
      elevationFeet: 1170,
    })
  })
  it('name the field of a correction that is not a number', () => {
    const calibration = [{ measure: 'temperatureF', factor: '', offset: 'x', since: '' } as const]
    expect(Object.keys(instrumentProblems({ ...placed, calibration }, 'ecowitt'))).toEqual([
      'Calibration[0].Factor',
      'Calibration[0].Offset',
      'Calibration[0].Since',
    ])
  })
  it('are described in words', () => {
    const draft = instrumentDraftOf(givenInstrument({ organizationLocationId: 4, calibration: [correction] }))
    const words = Object.fromEntries(instrumentDraftInWords(draft, () => 'Stadium'))
    expect(words).toMatchObject({
      Location: 'Stadium',
      'Starts delays': 'On',
      Corrections: 'Temperature × 1 + -0.5 °F since 2026-07-04',
    })
  })
})

test('a new correction is for a value that has none', () => {
  const first = newCorrection([], '2026-07-04')
  expect(first).toEqual({ measure: 'temperatureF', factor: '1', offset: '0', since: '2026-07-04' })
  const all = calibratedMeasures.map(measure => ({ measure, factor: '1', offset: '0', since: '2026-07-04' }))
  expect(newCorrection(all, '2026-07-04')).toBeUndefined()
  expect(newCorrection(all.slice(1), '2026-07-04')?.measure).toBe('temperatureF')
})

test('a correction shows what it does', () => {
  const draft = { measure: 'temperatureF', factor: '1', offset: '0.5', since: '' } as const
  expect(correctionText(draft, 72.1)).toBe('72.1 °F as sent becomes 72.6 °F')
  expect(correctionText({ ...draft, factor: 'x' }, 72.1)).toBeNull()
  expect(correctionText(draft, null)).toBeNull()
})

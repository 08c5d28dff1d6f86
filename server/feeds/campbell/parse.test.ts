import { describe, expect, it } from 'vitest'
import { hasInstrumentSamples, instrumentSample } from '#server/feeds/instrument-samples.testing'
import { parseCampbell } from './parse.ts'

const toa5 = (names: string[], units: string[], ...rows: string[]) =>
  [
    '"TOA5","roof","CR6","1234","CR6.Std.10","CPU:x.CR6","1","Ten_min"',
    `"TIMESTAMP","RECORD",${names.map(name => `"${name}"`).join(',')}`,
    `"TS","RN",${units.map(unit => `"${unit}"`).join(',')}`,
    `"","",${names.map(() => '"Smp"').join(',')}`,
    ...rows,
  ].join('\r\n')
const names = [
  'AirTC_Avg',
  'RH',
  'WS_ms_S_WVT',
  'WindDir_D1_WVT',
  'WS_ms_Max',
  'BP_mbar',
  'Rain_mm_Tot',
  'BattV_Min',
]
const units = ['Deg C', '%', 'meters/second', 'Deg', 'meters/second', 'mbar', 'mm', 'Volts']

describe('a Campbell logger', () => {
  it('has the values of its latest record, by the usual names', () => {
    const found = parseCampbell(
      toa5(
        names,
        units,
        '"2026-07-04 18:00:00",1,29,50,4,200,9,979,0,12.6',
        '"2026-07-04 18:10:00",2,30,51,10,225,20,980,2.54,12.5',
      ),
    )
    expect(found.measures).toEqual({
      temperatureF: 86,
      humidityPercent: 51,
      windMph: expect.closeTo(22.37, 2),
      windFromDegrees: 225,
      gustMph: expect.closeTo(44.74, 2),
      stationPressureHpa: 980,
      rainInchesPerHour: expect.closeTo(0.6, 6),
    })
    expect(found).toMatchObject({
      sentMs: null,
      recordMs: Date.UTC(2026, 6, 4, 18, 10),
      health: { volts: 12.5, isBatteryLow: false, model: 'CR6', firmware: 'CR6.Std.10' },
    })
  })

  it.each([
    ['WBGT_Avg', 'Deg C', 86],
    ['WBGT_C', '', 86],
    ['WBGT_F', 'Deg F', 30],
    ['WBGT', '', undefined],
    ['WBGT_C_Max', 'Deg C', undefined],
  ])('has the WBGT of its globe by the name %s in %s', (name, unit, wbgtF) => {
    const found = parseCampbell(toa5([name], [unit], '"2026-07-04 18:00:00",1,30'))
    expect(found.measures.wbgtF).toBe(wbgtF)
  })

  it('needs a mapping for other names, and for values without a unit', () => {
    const found = parseCampbell(
      toa5(
        ['PTemp', 'Mystery', 'WIND_SPEED', 'AirTC_Min', 'RH'],
        ['Deg C', 'mV', '', 'Deg C', ''],
        '"2026-07-04 18:00:00",1,30,1,5,2,51',
      ),
    )
    expect(found.measures).toEqual({ humidityPercent: 51 })
    expect(found.ignored).toEqual(['PTemp', 'Mystery', 'WIND_SPEED', 'AirTC_Min'])
  })

  it.each(['"NAN"', '-7999', '7999', '', '"INF"'])('leaves out %s', missing => {
    const found = parseCampbell(
      toa5(['AirTC', 'RH'], ['Deg C', '%'], `"2026-07-04 18:00:00",1,${missing},51`),
    )
    expect(found.measures).toEqual({ humidityPercent: 51 })
  })

  it('has no values in a header alone, or in a line that was cut off', () => {
    expect(parseCampbell(toa5(['RH'], ['%'])).measures).toEqual({})
    expect(
      parseCampbell(toa5(['AirTC', 'RH'], ['Deg C', '%'], '"2026-07-04 18:00:00",1,30')).measures,
    ).toEqual({})
  })

  it('may send JSON', () => {
    const head = {
      environment: { model: 'CR1000X' },
      fields: [
        { name: 'AirTC_Avg', units: 'Deg C', process: 'Avg' },
        { name: 'BattV', units: 'Volts', process: 'Smp' },
      ],
    }
    const data = [{ time: '2026-07-04T18:00:00', no: 1, vals: [30, 11.2] }]
    expect(parseCampbell(JSON.stringify({ head, data }))).toMatchObject({
      measures: { temperatureF: 86 },
      health: { volts: 11.2, isBatteryLow: true, model: 'CR1000X' },
    })
    expect(() => parseCampbell('{"head":{}}')).toThrow('it has no fields or data')
    expect(() => parseCampbell('hello')).toThrow('it has no TOA5 header')
  })
})

describe.skipIf(!hasInstrumentSamples)('real tables', () => {
  it('with kilometers per hour and kilopascals', () => {
    const lines = instrumentSample('campbell/toa5-met-1hr.dat').split('\n').slice(0, 5)
    expect(parseCampbell(lines.join('\n')).measures).toEqual({
      temperatureF: expect.closeTo(48.3, 1),
      gustMph: expect.closeTo(12.6, 1),
      windFromDegrees: 12.23,
      humidityPercent: 84.9,
      stationPressureHpa: expect.closeTo(1001, 1),
      solarWattsPerM2: 470.8,
    })
  })

  it('with values that are missing', () => {
    const found = parseCampbell(instrumentSample('campbell/toa5-with-7999.dat'))
    expect(found.measures.temperatureF).toBeCloseTo(6.3, 1)
    expect(JSON.stringify(found.measures)).not.toContain('7999')
  })

  it('in JSON, with scanning errors corrected', () => {
    const scan = instrumentSample('campbell/csijson-cr800-manual.json.txt')
    const found = parseCampbell(`{"head": {${scan}`.replace('battfivoltfiMin', 'batt_volt_Min'))
    expect(found.health.volts).toBe(13.28)
    expect(found.ignored).toEqual(['PTemp'])
  })
})

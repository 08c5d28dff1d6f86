import { describe, expect, it } from 'vitest'
import { hasInstrumentSamples, instrumentSample } from '#server/feeds/instrument-samples.testing'
import { parseStationJson } from './parse.ts'

const read = (value: object) => parseStationJson(JSON.stringify(value))
const dateTime = Date.UTC(2026, 6, 4, 18, 5, 9) / 1000
const expected = {
  temperatureF: expect.closeTo(86, 3),
  windMph: expect.closeTo(22.369, 3),
  gustMph: expect.closeTo(44.739, 3),
  stationPressureHpa: expect.closeTo(980, 3),
  seaLevelPressureHpa: expect.closeTo(1013, 3),
  rainInchesPerHour: expect.closeTo(1, 3),
  rainTodayInches: expect.closeTo(2, 3),
}

describe('weewx', () => {
  it.each([
    [
      'US',
      {
        outTemp_F: '86.0',
        windSpeed_mph: '22.369',
        windGust_mph: '44.739',
        pressure_inHg: String(980 / 33.8638866667),
        barometer_inHg: String(1013 / 33.8638866667),
        rainRate_inch_per_hour: '1.0',
        dayRain_in: '2.0',
      },
    ],
    [
      'METRIC',
      {
        outTemp_C: '30.0',
        windSpeed_kph: '36',
        windGust_kph: '72',
        pressure_mbar: '980',
        barometer_mbar: '1013',
        rainRate_cm_per_hour: '2.54',
        dayRain_cm: '5.08',
      },
    ],
    [
      'METRICWX',
      {
        outTemp_C: 30,
        windSpeed_mps: 10,
        windGust_mps: 20,
        pressure_hPa: 980,
        barometer_mbar: 1013,
        rainRate_mm_per_hour: 25.4,
        dayRain_mm: 50.8,
      },
    ],
    [
      'METRIC without units in the names',
      {
        usUnits: '16.0',
        outTemp: 30,
        windSpeed: 36,
        windGust: 72,
        pressure: 980,
        barometer: 1013,
        rainRate: 2.54,
        dayRain: 5.08,
      },
    ],
  ])('sends its values in %s', (_system, packet) => {
    const found = read({ dateTime: String(dateTime), ...packet, inTemp_F: '70' })
    expect(found.sentMs).toBe(dateTime * 1000)
    expect(found.measures).toEqual(expected)
    expect(found.ignored).toEqual(['inTemp_F'])
  })

  it('sends what needs no unit', () => {
    expect(read({ outHumidity: '51', windDir: 225, UV: 7, radiation_Wpm2: 640, pm2_5: 9 }).measures).toEqual({
      humidityPercent: 51,
      windFromDegrees: 225,
      uvIndex: 7,
      solarWattsPerM2: 640,
      pm25: 9,
    })
  })

  it('sends strikes since its last message', () => {
    const strike = { dateTime, lightning_strike_count: 2, lightning_distance_km: 10, outHumidity: 50 }
    expect(read(strike).lightning?.strikes).toMatchObject([
      { id: String(dateTime), timeMs: dateTime * 1000, miles: expect.closeTo(6.21, 2) },
    ])
    expect(read({ ...strike, lightning_strike_count: 0 }).lightning?.strikes).toEqual([])
    expect(read({ ...strike, lightning_distance_km: 63 }).lightning?.strikes).toEqual([])
  })

  it('has no value without a unit', () => {
    const found = read({ outTemp: 30, outHumidity: 51 })
    expect(found.measures).toEqual({ humidityPercent: 51 })
    expect(found.ignored).toEqual(['outTemp'])
  })
})

describe('CumulusMX', () => {
  const packet = {
    OutdoorTemp: '30.0',
    OutdoorHum: '51',
    WindAverage: '36',
    Recentmaxgust: '72',
    Bearing: '225',
    Pressure: '1013',
    RainRate: '25.4',
    RainToday: '50.8',
    TempUnit: '°C',
    WindUnit: 'km/h',
    PressUnit: 'hPa',
    RainUnit: 'mm',
    DataStopped: false,
  }

  it('states its units, and sends the pressure at sea level', () => {
    const { stationPressureHpa: _none, ...rest } = expected
    expect(read(packet).measures).toEqual({ ...rest, humidityPercent: 51, windFromDegrees: 225 })
  })

  it('sends text by the template of its set-up page, with dashes for what is missing', () => {
    const sent = { temp: '30.0', hum: '---', wspeed: '36', rfall: '50.8', SensorContactLost: '0' }
    const units = { tempunit: 'C', windunit: 'km/h', pressunit: 'hPa', rainunit: 'mm' }
    expect(read({ ...sent, ...units })).toMatchObject({
      measures: {
        temperatureF: 86,
        windMph: expect.closeTo(22.37, 2),
        rainTodayInches: expect.closeTo(2, 6),
      },
      health: { troubles: [] },
      ignored: [],
    })
    expect(read({ ...sent, ...units, SensorContactLost: '1' }).measures).toEqual({})
  })

  it('may send both pressures by their own names', () => {
    const both = { stationPressure: 980, seaLevelPressure: 1013, PressUnit: 'hPa' }
    expect(read(both).measures).toEqual({ stationPressureHpa: 980, seaLevelPressureHpa: 1013 })
  })

  it('may use the names of its gauges', () => {
    const gauges = {
      temp: '86.0',
      hum: '51',
      wspeed: '5',
      wgust: '9',
      bearing: '90',
      press: '29.92',
      rfall: '0.5',
    }
    const units = { tempunit: 'F', windunit: 'mph', pressunit: 'in', rainunit: 'in' }
    expect(read({ ...gauges, ...units, SensorContactLost: '0' }).measures).toEqual({
      temperatureF: 86,
      humidityPercent: 51,
      windMph: 5,
      gustMph: 9,
      windFromDegrees: 90,
      seaLevelPressureHpa: expect.closeTo(1013.2, 1),
      rainTodayInches: 0.5,
    })
  })

  it.each([{ DataStopped: true }, { SensorContactLost: '1' }])('has no value with %j', lost => {
    const found = read({ ...packet, ...lost })
    expect(found.measures).toEqual({})
    expect(found.health.troubles).toEqual(['station lost'])
  })
})

describe('Home Assistant', () => {
  it('sends states as text, and some are unavailable', () => {
    const found = read({
      temperature_f: '88.2',
      humidity: 'unavailable',
      wind_speed_mph: 'unknown',
      gustMph: 12,
    })
    expect(found.measures).toEqual({ temperatureF: 88.2, gustMph: 12 })
    expect(found.understood).toEqual(['temperature_f', 'humidity', 'wind_speed_mph', 'gustMph'])
  })

  it('sends an entity with its units', () => {
    const attributes = { temperature: 30, temperature_unit: '°C', wind_speed: 10, wind_speed_unit: 'm/s' }
    expect(read({ state: 'sunny', attributes }).measures).toEqual({
      temperatureF: 86,
      windMph: expect.closeTo(22.37, 2),
    })
  })
})

it('is refused without a known field', () => {
  expect(() => read({ hello: 1, __proto__: 2 })).toThrow('it has no known field')
  expect(() => parseStationJson('[1]')).toThrow('it is not a JSON object')
})

it.skipIf(!hasInstrumentSamples)('a real packet of weewx', () => {
  const found = parseStationJson(instrumentSample('cumulus-weewx/weewx-mqtt-sparse-loop.json'))
  expect(found.sentMs).toBe(Date.UTC(2026, 6, 4, 21, 25, 18))
  expect(found.measures).toEqual({
    temperatureF: 94.8,
    humidityPercent: 44.1,
    windMph: 0,
    rainInchesPerHour: 0,
    solarWattsPerM2: 442.99,
    uvIndex: 2.22,
  })
})

import { startMessage } from '#domain/instruments/draft'
import type { InstrumentMeasure, InstrumentMessage } from '#domain/instruments/message'
import { fieldNumber } from '#domain/instruments/missing'
import { knownWithin } from '#domain/units/known'

const make = 'a Vaisala WXT'
const field = /^([A-Z][a-z])=([+-]?\d{1,7}(?:\.\d{1,4})?)([A-Za-z])$/
const speeds = { M: 'm/s', K: 'km/h', S: 'mph', N: 'kn' }
/** What each field measures, and its unit by the letter after the number. `#` means that the value is invalid. */
const meanings: ReadonlyMap<string, readonly [InstrumentMeasure, Readonly<Record<string, string>>]> = new Map<
  string,
  readonly [InstrumentMeasure, Readonly<Record<string, string>>]
>([
  ['Dm', ['windFromDegrees', { D: '°' }]],
  ['Sm', ['windMph', speeds]],
  ['Sx', ['gustMph', speeds]],
  ['Ta', ['temperatureF', { C: '°C', F: '°F' }]],
  ['Ua', ['humidityPercent', { P: '%' }]],
  ['Pa', ['stationPressureHpa', { H: 'hPa', P: 'Pa', B: 'bar', M: 'mmHg', I: 'inHg' }]],
  ['Ri', ['rainInchesPerHour', { M: 'mm/h', I: 'in/h' }]],
  ['Rc', ['rainCounterInches', { M: 'mm', I: 'in' }]],
  ['Sr', ['solarWattsPerM2', { W: 'W/m²' }]],
])

/**
 * Parses one line of a WXT transmitter: `0R0,Dm=051D,Sm=0.1M,Ta=27.9C`. Any field may be missing; a damaged one is
 * dropped.
 */
export function parseVaisala(line: string): InstrumentMessage {
  const [address = '', ...fields] = line.slice(0, 2000).trim().split(',')
  if (!/^[A-Za-z0-9][Rr]\d$/.test(address))
    throw new Error(`This is not a message from ${make}: it does not start with an address such as 0R0`)
  const draft = startMessage()
  for (const text of fields.slice(0, 100)) {
    const [name = ''] = text.split('=', 1)
    const [, found = '', number, letter = ''] = field.exec(text) ?? []
    const [measure, units] = meanings.get(found) ?? []
    if (measure && units && Object.hasOwn(units, letter)) {
      draft.understand(name)
      draft.setIn(measure, units[letter] ?? '', fieldNumber(number))
    } else if (found === 'Vs' && letter === 'V') {
      draft.understand(name)
      draft.describe({ volts: knownWithin(fieldNumber(number), 1, 60) })
    } else if (meanings.has(name)) draft.understand(name)
    else draft.ignore(name)
  }
  return draft.finish({ sentMs: null })
}

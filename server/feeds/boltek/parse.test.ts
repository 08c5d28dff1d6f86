import { describe, expect, it } from 'vitest'
import { hasInstrumentSamples, instrumentSample } from '#server/feeds/instrument-samples.testing'
import { parseBoltekLine } from './parse.ts'

const codes = (text: string) => Array.from(text, character => character.charCodeAt(0))
const hex = (value: number) => value.toString(16).toUpperCase().padStart(2, '0')
const summed = (text: string) => `${text}*${hex(codes(text).reduce((total, code) => total + code, 0) & 0xff)}`
const xored = (text: string) =>
  `${text}*${hex(
    codes(text)
      .slice(1)
      .reduce((total, code) => total ^ code, 0),
  )}`
const strikesOf = (line: string) => parseBoltekLine(line)?.lightning?.strikes

describe('a Boltek detector', () => {
  it.each([
    ['sum', summed],
    ['XOR', xored],
  ])('reports a strike with a checksum by %s', (_kind, sign) => {
    expect(strikesOf(`${sign('$WIMLI,020,022,135.5')}\r\n`)).toEqual([
      { id: '020 022 135.5', timeMs: null, kind: 'bearing', miles: 20, errorMiles: 5, bearingDegrees: 135.5 },
    ])
  })

  it.each([
    ['002', '002', 1],
    ['010', '022', 12],
    ['200', '210', 30],
    ['100', '300', 30],
  ])('is %s miles away, uncorrected %s, give or take %s', (corrected, uncorrected, errorMiles) => {
    expect(strikesOf(summed(`$WIMLI,${corrected},${uncorrected},090.0`))).toMatchObject([{ errorMiles }])
  })

  it.each([
    '$WIMLI,020,022,135.5*00',
    '$WIMLI,020,022,135.5',
    '$GPGGA,1*00',
    '',
    'x'.repeat(500),
    summed('$WIMLI,02x,022,135.5'),
  ])('reports nothing with the damaged line %s', line => {
    expect(parseBoltekLine(line)).toBeNull()
  })

  it.each(['$WIMLI,,022,135.5', '$WIMLI,301,301,135.5', '$WIMLI,020,022,400.0', '$WIMLI'])(
    'reports no strike with %s',
    line => {
      expect(strikesOf(summed(line))).toEqual([])
    },
  )

  it('reports noise, and that it is alive', () => {
    expect(parseBoltekLine(summed('$WIMLN'))?.health.troubles).toEqual(['electrical noise'])
    expect(parseBoltekLine(summed('$WIMSU,0,0,0,0,1,1,'))).toMatchObject({
      lightning: { strikes: [], count: null },
      health: { troubles: [] },
    })
  })
})

describe.skipIf(!hasInstrumentSamples)('real lines', () => {
  it('of strikes', () => {
    const found = instrumentSample('boltek/ld-wimli-lines.txt').trim().split('\n').flatMap(strikesOf)
    const bearings = [66.6, 285.5, 89.3, 172.3, 99.4]
    expect(found).toMatchObject(bearings.map(bearingDegrees => ({ miles: 254, bearingDegrees })))
  })

  it('of status and noise', () => {
    const [status = '', noise = ''] = instrumentSample('boltek/ld250-status-and-noise.txt').trim().split('\n')
    expect(parseBoltekLine(status)).toMatchObject({ health: { troubles: [] }, lightning: { strikes: [] } })
    expect(parseBoltekLine(noise)?.health.troubles).toEqual(['electrical noise'])
  })
})

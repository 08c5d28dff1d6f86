import { startMessage } from '#domain/instruments/draft'
import type { InstrumentMessage, SensedStrike } from '#domain/instruments/message'
import { fieldNumber } from '#domain/instruments/missing'

const sentence = /^(\$(WIM(?:LI|LN|ST|SU))((?:,[\d.]*)*))\*([\da-f]{2})$/i
const farthestMiles = 300

/**
 * Parses one line from a Boltek detector. Null if the sentence is damaged or of another kind. The line has no time, so
 * a strike gets its time of receipt.
 */
export function parseBoltekLine(line: string): InstrumentMessage | null {
  const found = line.length > 120 ? null : sentence.exec(line.trim())
  if (!found) return null
  const [, summed = '', kind = '', values = '', checksum = ''] = found
  const isNoise = kind.toUpperCase() === 'WIMLN'
  // A noise sentence has no values that could be damaged, and the published example's checksum matches no rule.
  // Accepting it can only make the detector look worse than it is.
  if (!isNoise && !fits(summed, checksum)) return null
  const fields = values.split(',').slice(1)
  const strike = kind.toUpperCase() === 'WIMLI' ? strikeIn(fields) : null
  const draft = startMessage()
  draft.understand(kind.toUpperCase())
  if (isNoise) draft.trouble('electrical noise')
  return draft.finish({ sentMs: null, lightning: { strikes: strike ? [strike] : [], count: null } })
}

/** Detectors send the sum of all characters including the `$`; emulators send NMEA's XOR of those after it. */
function fits(text: string, checksum: string): boolean {
  const codes = Array.from(text, character => character.charCodeAt(0))
  const sum = codes.reduce((total, code) => total + code, 0) & 0xff
  const xor = codes.slice(1).reduce((total, code) => total ^ code, 0)
  return [sum, xor].includes(Number.parseInt(checksum, 16))
}

function strikeIn([corrected, uncorrected, bearing]: readonly string[]): SensedStrike | null {
  const [miles, raw, degrees] = [fieldNumber(corrected), fieldNumber(uncorrected), fieldNumber(bearing)]
  if (miles === null || miles > farthestMiles || degrees === null || degrees > 360) return null
  return {
    id: `${corrected} ${uncorrected} ${bearing}`,
    timeMs: null,
    kind: 'bearing',
    miles,
    errorMiles: errorMiles(miles, raw),
    bearingDegrees: degrees % 360,
  }
}

/**
 * The maker publishes no error estimate. A single antenna mistakes a weak strike nearby for a strong one far away, so
 * the distance is only rough: the error is a quarter of it, or as much as the detector's own correction changed it. An
 * error above 30 miles would make every distant storm appear to be overhead.
 */
function errorMiles(miles: number, raw: number | null): number {
  return Math.min(30, Math.max(1, miles / 4, raw === null ? 0 : Math.abs(raw - miles)))
}

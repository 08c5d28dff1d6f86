import { unitsFor, type MappedMeasure } from '#domain/instruments/measure-units'

/** How programs spell units, in lower case and without signs, and how we spell them. */
const spellings: ReadonlyMap<string, readonly string[]> = new Map(
  Object.entries({
    f: ['°F'],
    degf: ['°F'],
    fahrenheit: ['°F'],
    c: ['°C'],
    degc: ['°C'],
    degreec: ['°C'],
    degreesc: ['°C'],
    celsius: ['°C'],
    k: ['K'],
    mph: ['mph'],
    mileperhour: ['mph'],
    mileshour: ['mph'],
    kph: ['km/h'],
    kmh: ['km/h'],
    kmhr: ['km/h'],
    kmperhour: ['km/h'],
    kilometershour: ['km/h'],
    ms: ['m/s'],
    mps: ['m/s'],
    mpers: ['m/s'],
    metersecond: ['m/s'],
    meterssecond: ['m/s'],
    meterpersecond: ['m/s'],
    kn: ['kn'],
    kt: ['kn'],
    kts: ['kn'],
    knot: ['kn'],
    knots: ['kn'],
    hpa: ['hPa'],
    mb: ['hPa'],
    mbar: ['hPa'],
    millibar: ['hPa'],
    millibars: ['hPa'],
    kpa: ['kPa'],
    pa: ['Pa'],
    inhg: ['inHg'],
    mmhg: ['mmHg'],
    // Cumulus writes `in` for pressure as well as for rain.
    in: ['in', 'in/h', 'inHg'],
    inch: ['in', 'in/h'],
    inches: ['in', 'in/h'],
    mm: ['mm', 'mm/h'],
    cm: ['cm', 'cm/h'],
    inh: ['in/h'],
    inhr: ['in/h'],
    inperhour: ['in/h'],
    inchperhour: ['in/h'],
    mmh: ['mm/h'],
    mmhr: ['mm/h'],
    mmperhour: ['mm/h'],
    cmperhour: ['cm/h'],
    wm2: ['W/m²'],
    wpm2: ['W/m²'],
    wattsm2: ['W/m²'],
    wattpermetersquared: ['W/m²'],
    percent: ['%'],
    pct: ['%'],
    deg: ['°'],
    degrees: ['°'],
    degreecompass: ['°'],
    uvindex: ['index'],
    ugm3: ['µg/m³'],
    microgrampermetercubed: ['µg/m³'],
    km: ['km'],
    mi: ['mi'],
    mile: ['mi'],
    miles: ['mi'],
  }),
)

/** Returns our spelling of a unit that the measure may be in; null for any other unit. */
export function unitNamed(measure: MappedMeasure, written: unknown): string | null {
  if (typeof written !== 'string' || written.length > 40) return null
  const units = unitsFor(measure)
  if (units.includes(written)) return written
  const plain = written
    .toLowerCase()
    .replaceAll('²', '2')
    .replaceAll('³', '3')
    .replaceAll(/[µμ]/g, 'u')
    .replaceAll(/[^a-z0-9]/g, '')
  return spellings.get(plain)?.find(unit => units.includes(unit)) ?? null
}

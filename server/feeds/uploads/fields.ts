import type { MessageBuilder } from '#domain/instruments/draft'
import type { UnitOf } from '#domain/instruments/measure-units'
import type { InstrumentMeasure } from '#domain/instruments/message'
import { fieldNumber } from '#domain/instruments/missing'
import type { FormFields } from './form.ts'

/** A field's name (in lower case for uploads), what it measures, and in which unit. */
export type FieldRule = {
  [Measure in InstrumentMeasure]: readonly [name: string, measure: Measure, unit: UnitOf<Measure>]
}[InstrumentMeasure]

/** Fields by their names in lower case: the same field is `UV` at one maker and `uv` at another. */
export interface UploadFields {
  has(name: string): boolean
  number(name: string): number | null
  text(name: string): string | null
  /** Returns a field's name as it was sent. */
  sentName(name: string): string | undefined
  names(): Iterable<string>
}

export function uploadFields(fields: FormFields): UploadFields {
  const found = new Map<string, { readonly sent: string; readonly value: string }>()
  for (const [sent, value] of fields) found.set(sent.toLowerCase(), { sent, value })
  return {
    has: name => found.has(name),
    number: name => fieldNumber(found.get(name)?.value),
    text: name => found.get(name)?.value || null,
    sentName: name => found.get(name)?.sent,
    names: () => found.keys(),
  }
}

/** Reads the fields in the order of the rules: for each measure, the first known value is used. */
export function readMeasures(draft: MessageBuilder, fields: UploadFields, rules: readonly FieldRule[]) {
  for (const [name, measure, unit] of rules) {
    const sent = fields.sentName(name)
    if (sent === undefined) continue
    draft.understand(sent)
    draft.setIn(measure, unit, fields.number(name))
  }
}

/** Lists the fields that are neither in a rule nor known by another name. */
export function ignoreOthers(draft: MessageBuilder, fields: UploadFields, known: ReadonlySet<string>) {
  for (const name of fields.names()) {
    const sent = fields.sentName(name) ?? name
    if (known.has(name)) draft.understand(sent)
    else if (!draft.understands(sent)) draft.ignore(sent)
  }
}

/** The fields that stations of every make send under the same names, the better field first. */
export const sharedRules: readonly FieldRule[] = [
  ['tempf', 'temperatureF', '°F'],
  ['humidity', 'humidityPercent', '%'],
  ['windspdmph_avg2m', 'windMph', 'mph'],
  ['windspeedmph', 'windMph', 'mph'],
  ['windgustmph_10m', 'gustMph', 'mph'],
  ['windgustmph', 'gustMph', 'mph'],
  ['winddir_avg2m', 'windFromDegrees', '°'],
  ['winddir', 'windFromDegrees', '°'],
  ['solarradiation', 'solarWattsPerM2', 'W/m²'],
  ['uv', 'uvIndex', 'index'],
]

/** The values of a tipping gauge. */
export const gaugeRules: readonly FieldRule[] = [
  ['rainratein', 'rainInchesPerHour', 'in/h'],
  ['hourlyrainin', 'rainInchesPerHour', 'in/h'],
  ['rainin', 'rainInchesPerHour', 'in/h'],
  ['dailyrainin', 'rainTodayInches', 'in'],
  ['totalrainin', 'rainCounterInches', 'in'],
  ['yearlyrainin', 'rainCounterInches', 'in'],
]

/** The values that a console itself measures: its pressure, as measured and reduced to sea level. */
export const consolePressureRules: readonly FieldRule[] = [
  ['baromabsin', 'stationPressureHpa', 'inHg'],
  ['baromrelin', 'seaLevelPressureHpa', 'inHg'],
]

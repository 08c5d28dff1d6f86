import { shownMeasure, valueName } from './measure-text.ts'
import type { Instrument } from '#contract/devices/instruments'
import type { FieldMapping } from '#domain/instruments/mapping'
import {
  convertMeasure,
  mappedMeasures,
  unitsFor,
  type MappedMeasure,
} from '#domain/instruments/measure-units'

/** A field of the last message, or one that is mapped but missing from it. */
export interface MappingRow {
  readonly path: string
  /** The value as it was sent; null if the last message does not have the field. */
  readonly sent: string | null
  readonly measure: MappedMeasure | null
  readonly unit: string
}

/** Returns the fields of the last message with their chosen meaning, and chosen fields that no longer arrive. */
export function mappingRows(
  fields: NonNullable<Instrument['received']>['fields'],
  mapping: readonly FieldMapping[],
): MappingRow[] {
  const chosen = (path: string) => mapping.find(each => each.path === path)
  const row = (path: string, sent: string | null): MappingRow => {
    const { measure, unit } = chosen(path) ?? { measure: null, unit: '' }
    return { path, sent, measure, unit }
  }
  const gone = mapping.filter(({ path }) => fields.every(field => field.path !== path))
  return [...fields.map(({ path, value }) => row(path, value)), ...gone.map(({ path }) => row(path, null))]
}

/** Returns the mapping after a field was assigned a value. Frees any other field with that value. */
export function chooseField(
  mapping: readonly FieldMapping[],
  path: string,
  measure: MappedMeasure | null,
  unit?: string,
): FieldMapping[] {
  const others = mapping.filter(each => each.path !== path && each.measure !== measure)
  if (measure === null) return others
  return [...others, { path, measure, unit: unit ?? unitsFor(measure)[0] ?? '' }]
}

/** Shows how a field's value is interpreted: `72.1 °F`. Null if it is not a number or has no meaning yet. */
export function previewOf({ sent, measure, unit }: MappingRow): string | null {
  if (measure === null || sent === null || sent.trim() === '') return null
  const value = convertMeasure(measure, unit, Number(sent))
  return value === null || !Number.isFinite(value) ? null : shownMeasure(measure, value)
}

export const measureChoices = mappedMeasures.map(measure => ({ value: measure, label: valueName(measure) }))

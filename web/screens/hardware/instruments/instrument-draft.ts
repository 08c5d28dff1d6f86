import { shownMeasure, unitName, valueName } from './measure-text.ts'
import type { Asked } from '#contract/call'
import type { addInstrument, Calibration, Instrument, updateInstrument } from '#contract/devices/instruments'
import type { FieldMapping } from '#domain/instruments/mapping'
import { calibratedMeasures } from '#domain/instruments/calibration'
import { makeOf, type MakeId } from '#domain/instruments/makes'
import { degreesFault } from '#web/parts/fields/degrees.ts'
import { feetFault, feetOf, windHeights } from '#web/parts/fields/feet.ts'
import { onOrOff, type Described } from '#web/parts/leaving/differences.ts'

export type CalibratedMeasure = (typeof calibratedMeasures)[number]

/** A correction as entered in the form. */
export interface CorrectionDraft {
  readonly measure: CalibratedMeasure
  readonly factor: string
  readonly offset: string
  /** The day the correction was determined, such as 2026-07-04. */
  readonly since: string
}

/** An instrument as entered in the form. Numbers are strings, because a person may still be typing one. */
export interface InstrumentDraft {
  readonly name: string
  readonly placeId: number | null
  readonly latitude: string
  readonly longitude: string
  /** The elevation in feet above sea level; empty if unknown. */
  readonly elevationFeet: string
  /** The height of the anemometer above ground; empty if unknown. */
  readonly windHeightFeet: string
  readonly raisesDelays: boolean
  readonly address: string
  readonly serial: string
  /** If empty, the stored key is kept. */
  readonly apiKey: string
  readonly calibration: readonly CorrectionDraft[]
  readonly mapping: readonly FieldMapping[]
}

export const emptyInstrumentDraft: InstrumentDraft = {
  name: '',
  placeId: null,
  latitude: '',
  longitude: '',
  elevationFeet: '',
  windHeightFeet: '',
  raisesDelays: true,
  address: '',
  serial: '',
  apiKey: '',
  calibration: [],
  mapping: [],
}

const textOf = (value: number | null) => (value === null ? '' : String(value))

export function instrumentDraftOf(instrument: Instrument): InstrumentDraft {
  return {
    name: instrument.name,
    placeId: instrument.organizationLocationId,
    latitude: String(instrument.latitude),
    longitude: String(instrument.longitude),
    elevationFeet: textOf(instrument.elevationFeet),
    windHeightFeet: textOf(instrument.windHeightFeet),
    raisesDelays: instrument.raisesDelays,
    address: instrument.address ?? '',
    serial: instrument.serial ?? '',
    apiKey: '',
    calibration: instrument.calibration.map(each => ({
      ...each,
      factor: String(each.factor),
      offset: String(each.offset),
    })),
    mapping: instrument.mapping,
  }
}

type Problems = Readonly<Record<string, readonly string[]>>
const required = ['is required']

function numberFault(text: string): readonly string[] | undefined {
  if (text.trim() === '') return required
  return Number.isFinite(Number(text)) ? undefined : ['must be a number']
}

/** Errors found before calling the server, keyed like the server's errors. */
export function instrumentProblems(draft: InstrumentDraft, make: MakeId, hasApiKey = false): Problems {
  const { needs, isStation } = makeOf(make)
  const [latitude, longitude] = [degreesFault(draft.latitude, 90), degreesFault(draft.longitude, 180)]
  const elevation = feetFault(draft.elevationFeet)
  const windHeight = isStation ? feetFault(draft.windHeightFeet, windHeights) : undefined
  return {
    ...(draft.name.trim() === '' && { Name: required }),
    ...(latitude && { Latitude: latitude }),
    ...(longitude && { Longitude: longitude }),
    ...(elevation && { ElevationFeet: elevation }),
    ...(windHeight && { WindHeightFeet: windHeight }),
    ...(needs.includes('address') && draft.address.trim() === '' && { Address: required }),
    ...(needs.includes('serial') && draft.serial.trim() === '' && { Serial: required }),
    ...(needs.includes('apiKey') && !hasApiKey && draft.apiKey.trim() === '' && { ApiKey: required }),
    ...correctionProblems(draft.calibration),
  }
}

function correctionProblems(corrections: readonly CorrectionDraft[]): Problems {
  const problems: Record<string, readonly string[]> = {}
  corrections.forEach(({ factor, offset, since }, index) => {
    const at = `Calibration[${index}]`
    const [factorFault, offsetFault] = [numberFault(factor), numberFault(offset)]
    if (factorFault) problems[`${at}.Factor`] = factorFault
    if (offsetFault) problems[`${at}.Offset`] = offsetFault
    if (since === '') problems[`${at}.Since`] = required
  })
  return problems
}

const filled = (text: string) => (text.trim() === '' ? null : text.trim())

function settingsIn(draft: InstrumentDraft) {
  return {
    name: draft.name.trim(),
    latitude: Number(draft.latitude),
    longitude: Number(draft.longitude),
    elevationFeet: feetOf(draft.elevationFeet),
    organizationLocationId: draft.placeId,
    address: filled(draft.address),
    serial: filled(draft.serial),
    windHeightFeet: feetOf(draft.windHeightFeet),
    raisesDelays: draft.raisesDelays,
    mapping: draft.mapping.map(each => ({ ...each })),
    ...(draft.apiKey.trim() !== '' && { apiKey: draft.apiKey.trim() }),
  }
}

export function addBodyOf(draft: InstrumentDraft, make: MakeId): Asked<typeof addInstrument>['body'] {
  return { make, ...settingsIn(draft) }
}

export function updateBodyOf(
  draft: InstrumentDraft,
  version: number,
): Asked<typeof updateInstrument>['body'] {
  const calibration = draft.calibration.map(({ measure, factor, offset, since }): Calibration => ({
    measure,
    factor: Number(factor),
    offset: Number(offset),
    since,
  }))
  return { version, ...settingsIn(draft), calibration }
}

/** Returns a correction that has no effect, for a value that does not have one yet. */
export function newCorrection(
  corrections: readonly CorrectionDraft[],
  today: string,
): CorrectionDraft | undefined {
  const free = calibratedMeasures.find(each => corrections.every(({ measure }) => measure !== each))
  return free && { measure: free, factor: '1', offset: '0', since: today }
}

/** Returns what a correction does to a value: `72.1 °F × 1 + 0.5 = 72.6 °F`. Null while it is being typed. */
export function correctionText(
  { measure, factor, offset }: CorrectionDraft,
  sent: number | null,
): string | null {
  const [times, plus] = [Number(factor), Number(offset)]
  if (sent === null || !Number.isFinite(times) || !Number.isFinite(plus)) return null
  return `${shownMeasure(measure, sent)} as sent becomes ${shownMeasure(measure, sent * times + plus)}`
}

export function instrumentDraftInWords(draft: InstrumentDraft, placeName: (id: number) => string): Described {
  return [
    ['Name', draft.name],
    ['Location', draft.placeId === null ? '' : placeName(draft.placeId)],
    ['Latitude', draft.latitude],
    ['Longitude', draft.longitude],
    ['Elevation (ft)', draft.elevationFeet],
    ['Height of the anemometer (ft)', draft.windHeightFeet],
    ['Starts delays', onOrOff(draft.raisesDelays)],
    ['Address', draft.address],
    ['Serial number', draft.serial],
    [
      'Corrections',
      draft.calibration
        .map(
          ({ measure, factor, offset, since }) =>
            `${valueName(measure)} × ${factor} + ${offset} ${unitName(measure)} since ${since}`,
        )
        .join('; '),
    ],
    [
      'Fields',
      draft.mapping.map(({ path, measure, unit }) => `${path}: ${valueName(measure)} (${unit})`).join('; '),
    ],
  ]
}

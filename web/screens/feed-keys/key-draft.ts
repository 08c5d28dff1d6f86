import type { Asked } from '#contract/call'
import type { createFeedKey } from '#contract/weather/lightning'
import type { Area } from '#domain/geo/area'

/** A new key as entered in the form. Numbers are strings, because a person may still be typing one. */
export interface KeyDraft {
  readonly name: string
  readonly area: Area['kind']
  readonly south: string
  readonly west: string
  readonly north: string
  readonly east: string
  readonly staleAfterSeconds: string
  readonly positionErrorMiles: string
  readonly license: string
  readonly provesAbsence: boolean
}

export const emptyKeyDraft: KeyDraft = {
  name: '',
  area: 'continental-us',
  south: '',
  west: '',
  north: '',
  east: '',
  staleAfterSeconds: '20',
  positionErrorMiles: '0.3',
  license: '',
  provesAbsence: false,
}

export const edges = ['south', 'north', 'west', 'east'] as const
export type Edge = (typeof edges)[number]

type NumberField = Edge | 'staleAfterSeconds' | 'positionErrorMiles'

/** The server's names of the fields. */
export const wireNames: Readonly<Record<NumberField, string>> = {
  south: 'Area.South',
  north: 'Area.North',
  west: 'Area.West',
  east: 'Area.East',
  staleAfterSeconds: 'StaleAfterSeconds',
  positionErrorMiles: 'PositionErrorMiles',
}

/** Checks made before sending, because an empty field would be sent as zero. The server checks the rest. */
export function keyProblems(draft: KeyDraft): Readonly<Record<string, readonly string[]>> {
  const fields: readonly NumberField[] = [
    ...(draft.area === 'box' ? edges : []),
    'staleAfterSeconds',
    'positionErrorMiles',
  ]
  const wrong = fields.filter(field => !/^-?\d+(\.\d+)?$/.test(draft[field].trim()))
  return Object.fromEntries(wrong.map(field => [wireNames[field], ['must be a number']]))
}

function areaOf({ area, south, west, north, east }: KeyDraft): Area {
  if (area !== 'box') return { kind: area }
  return { kind: area, south: Number(south), west: Number(west), north: Number(north), east: Number(east) }
}

export function keyBodyOf(draft: KeyDraft): Asked<typeof createFeedKey>['body'] {
  const license = draft.license.trim()
  return {
    name: draft.name,
    provesAbsence: draft.provesAbsence,
    area: areaOf(draft),
    staleAfterSeconds: Number(draft.staleAfterSeconds),
    positionErrorMiles: Number(draft.positionErrorMiles),
    license: license === '' ? null : license,
  }
}

import { distanceSensed } from './distance-steps.ts'
import { isSecretName, shortText, startMessage } from './draft.ts'
import { itemAt, pathOf, stepsOf } from './json-path.ts'
import { convertMeasure, unitsFor, type MappedMeasure } from './measure-units.ts'
import type { InstrumentMessage, SensedStrike } from './message.ts'
import { fieldNumber } from './missing.ts'
import { kmFromMiles } from '#domain/units/convert'

/** The meaning of one field of an instrument's JSON, as chosen by a person. */
export interface FieldMapping {
  /** A path such as `data.sensors[0].temp` or `["pm2.5"]`. */
  readonly path: string
  readonly measure: MappedMeasure
  readonly unit: string
}

const mostMappings = 50
const mostPaths = 200
/** Limits the search, because a message may have thousands of values that cannot be displayed. */
const mostVisited = 5000
const mostDepth = 8

/** What is wrong with a mapping, for the person who made it; null if nothing is. */
export function mappingProblem(mapping: readonly FieldMapping[]): string | null {
  if (mapping.length === 0) return 'Choose at least one field.'
  if (mapping.length > mostMappings) return `Choose at most ${mostMappings} fields.`
  for (const { path, measure, unit } of mapping) {
    if (stepsOf(path) === null) return `"${path.slice(0, 60)}" is not the path of a field.`
    if (!unitsFor(measure).includes(unit)) return `"${unit.slice(0, 20)}" is not a unit of this value.`
  }
  const measures = mapping.map(({ measure }) => measure)
  return new Set(measures).size < measures.length ? 'Two fields are chosen for the same value.' : null
}

/**
 * Reads any JSON using a mapping. Throws if none of the mapped fields is present, since the mapping was made for a
 * different message. A strike gets the time when it was received.
 */
export function mapMessage(json: unknown, mapping: readonly FieldMapping[]): InstrumentMessage {
  const draft = startMessage()
  let strike: SensedStrike | null = null
  let found = 0
  for (const { path, measure, unit } of mapping.slice(0, mostMappings)) {
    const steps = stepsOf(path)
    const item = steps && itemAt(json, steps)
    if (!item) continue
    found++
    draft.understand(path)
    const value = fieldNumber(item.value)
    if (measure !== 'strikeDistance') draft.setIn(measure, unit, value)
    else strike = strikeAt(convertMeasure(measure, unit, value)) ?? strike
  }
  if (found === 0) throw new Error('The message has none of the mapped fields')
  for (const { path } of pathsIn(json)) if (!draft.understands(path)) draft.ignore(path)
  const hasDistance = mapping.some(({ measure }) => measure === 'strikeDistance')
  const lightning = hasDistance ? { strikes: strike ? [strike] : [], count: null } : null
  return draft.finish({ sentMs: null, lightning })
}

function strikeAt(miles: number | null): SensedStrike | null {
  const km = kmFromMiles(miles)
  // Rounded, because certain whole numbers of kilometers mean 'out of range'.
  const position = distanceSensed(km === null ? null : Math.round(km * 1000) / 1000)
  return position && { id: 'received', timeMs: null, ...position }
}

/** Every field of a message with its value, for the person who makes a mapping. Omits secrets. */
export function pathsIn(json: unknown): { path: string; value: string }[] {
  const found: { path: string; value: string }[] = []
  let visited = 0
  function visit(value: unknown, steps: readonly (string | number)[]) {
    if (found.length >= mostPaths || ++visited > mostVisited || steps.length > mostDepth) return
    if (typeof value === 'object' && value !== null) {
      // Avoids copying a large list just to look at its first items.
      if (Array.isArray(value)) {
        for (let index = 0; index < Math.min(value.length, mostPaths); index++)
          visit(value[index], [...steps, index])
      } else {
        for (const name in value)
          if (Object.hasOwn(value, name) && !isSecretName(name))
            visit((value as Record<string, unknown>)[name], [...steps, name])
      }
      return
    }
    const path = steps.length > 0 ? pathOf(steps) : null
    if (path !== null) found.push({ path, value: shortText(String(value)) ?? '' })
  }
  visit(json, [])
  return found
}

import type { Advisory, Severity } from '#domain/advisories/advisory'
import { endsEvent, vtecOf, type Vtec } from '#domain/advisories/vtec'
import type { Outline } from '#domain/geo/outline'
import { outlinesOf } from './geometry.ts'
import {
  documentOf,
  fieldsOf,
  instantOf,
  isFields,
  listOf,
  textOf,
  textsOf,
  type JsonFields,
} from './json.ts'

/** An alert as listed. Its area may have to be assembled from zones. */
export interface ParsedAlert {
  /** The alert without its area. */
  readonly advisory: Advisory
  /** The area as the forecaster drew it; null for an alert that applies to whole zones. */
  readonly drawn: readonly Outline[] | null
  /** Zone names, as in 'forecast/OKZ025'. */
  readonly zones: readonly string[]
  /** Counties, by SAME code. */
  readonly sameCodes: readonly string[]
}

/** An event that a message ends, in addition to the messages that it names. */
interface Ending {
  readonly event: string
  readonly sentMs: number
  readonly places: ReadonlySet<string>
}

export interface ParsedAlerts {
  /** When the service's list last changed; null if not given. */
  readonly updatedMs: number | null
  readonly alerts: readonly ParsedAlert[]
}

const severities: readonly Severity[] = ['Extreme', 'Severe', 'Moderate', 'Minor']
const urgencies: readonly Advisory['urgency'][] = ['Immediate', 'Expected', 'Future', 'Past']
const certainties: readonly Advisory['certainty'][] = ['Observed', 'Likely', 'Possible', 'Unlikely']
/** Statuses of messages not intended for the public, regardless of their event. */
const nobodys: ReadonlySet<string> = new Set(['Test', 'System', 'Draft'])

function oneOf<Known extends string>(known: readonly Known[], value: unknown): Known | 'Unknown' {
  return known.find(each => each === value) ?? 'Unknown'
}

/** Returns the ids in references. Old ids began with the alert's URL, new ones are bare; references use both. */
function idsIn(references: unknown): string[] {
  return listOf(references).flatMap(each => textOf(fieldsOf(each).identifier) ?? [])
}

const idInText = /urn:oid:[\w.-]+|NWS-[\w-]+/g

function replacedBy({ references, parameters }: JsonFields): string[] {
  const expired = textsOf(fieldsOf(parameters).expiredReferences).flatMap(text => text.match(idInText) ?? [])
  return [...new Set([...idsIn(references), ...expired])]
}

/** Returns the year of the event's first message: numbers restart every year. */
function yearOf({ references, sent }: JsonFields, nowMs: number): number {
  const sentMs = listOf(references).flatMap(each => instantOf(fieldsOf(each).sent) ?? [])
  return new Date(Math.min(...sentMs, instantOf(sent) ?? nowMs)).getUTCFullYear()
}

/** Returns the ID of the first message of a chain, if there is no event number. */
function firstOf({ references }: JsonFields, id: string): string {
  const known = listOf(references)
    .map(each => ({ id: textOf(fieldsOf(each).identifier), sentMs: instantOf(fieldsOf(each).sent) }))
    .filter(each => each.id !== null)
    .sort((one, other) => (one.sentMs ?? Infinity) - (other.sentMs ?? Infinity))
  return known[0]?.id ?? id
}

function statusOf(value: unknown, codes: readonly Vtec[]): Advisory['status'] {
  if (nobodys.has(String(value)) || codes.some(({ productClass }) => productClass === 'T')) return 'Test'
  return value === 'Exercise' ? 'Exercise' : 'Actual'
}

/**
 * Returns the ID, without which the alert could not be told apart from others. Throws if there is none: leaving the
 * alert out would make it look absent.
 */
function idOf(properties: JsonFields, feature: JsonFields): string {
  const id = textOf(properties.id) ?? textOf(properties['@id']) ?? textOf(feature.id)
  if (id === null) throw new Error('an alert has no id')
  return id
}

const zonePath = /\/zones\/([a-z]{1,20})\/([A-Z0-9]{1,10})$/

function zoneOf(url: string): string[] {
  const [, type, id] = zonePath.exec(url) ?? []
  return type !== undefined && id !== undefined ? [`${type}/${id}`] : []
}

interface Read {
  readonly alert: ParsedAlert
  readonly codes: readonly Vtec[]
  readonly places: ReadonlySet<string>
}

function readAlert(feature: unknown, source: string, nowMs: number): Read {
  const { properties, geometry } = fieldsOf(feature)
  if (!isFields(properties)) throw new Error('an alert has no properties')
  const id = idOf(properties, fieldsOf(feature))
  const { SAME, UGC } = fieldsOf(properties.geocode)
  const codes = textsOf(fieldsOf(properties.parameters).VTEC).flatMap(text => vtecOf(text) ?? [])
  // If there are several codes, the code of an event that continues is the subject of the alert.
  const code = codes.find(each => !endsEvent(each)) ?? codes[0]
  const sentMs = Math.min(instantOf(properties.sent) ?? nowMs, nowMs)
  const event = textOf(properties.event) ?? 'Weather Alert'
  const { messageType } = properties
  const endsMs = instantOf(properties.ends)
  return {
    codes,
    places: new Set(textsOf(UGC)),
    alert: {
      drawn: geometry === null || geometry === undefined ? null : outlinesOf(geometry),
      zones: [...new Set(textsOf(properties.affectedZones).flatMap(zoneOf))],
      sameCodes: [...new Set(textsOf(SAME))],
      advisory: {
        id,
        source,
        continuity: code ? `${code.event}.${yearOf(properties, nowMs)}` : firstOf(properties, id),
        status: statusOf(properties.status, codes),
        messageType: messageType === 'Update' || messageType === 'Cancel' ? messageType : 'Alert',
        event,
        severity: oneOf(severities, properties.severity),
        urgency: oneOf(urgencies, properties.urgency),
        certainty: oneOf(certainties, properties.certainty),
        senderName: textOf(properties.senderName) ?? 'National Weather Service',
        headline: textOf(properties.headline),
        description: textOf(properties.description) ?? '',
        instruction: textOf(properties.instruction),
        areaDescription: textOf(properties.areaDesc) ?? '',
        sentMs,
        onsetMs: instantOf(properties.onset) ?? instantOf(properties.effective) ?? sentMs,
        expiresMs: instantOf(properties.expires) ?? NaN,
        // The message that an event has expired is valid for longer than the event.
        endsMs: endsMs ?? (code?.action === 'EXP' ? code.endsMs : null),
        replaces: replacedBy(properties),
        outlines: [],
      },
    },
  }
}

/**
 * Returns the events that a message ends in the places that it names. An event that is canceled in one county may
 * continue in the next, under the same number and in the same minute, so a cancellation must not reach beyond its own
 * places.
 */
function endingsOf({ alert: { advisory }, codes, places }: Read): Ending[] {
  return codes
    .filter(code => endsEvent(code) || advisory.messageType === 'Cancel')
    .map(({ event }) => ({ event, sentMs: advisory.sentMs, places }))
}

function isEnded({ alert: { advisory }, codes, places }: Read, endings: readonly Ending[]): boolean {
  if (advisory.messageType === 'Cancel' || (codes.length > 0 && codes.every(endsEvent))) return true
  return endings.some(
    ending =>
      ending.sentMs > advisory.sentMs &&
      places.size > 0 &&
      codes.some(({ event }) => event === ending.event) &&
      [...places].every(place => ending.places.has(place)),
  )
}

/**
 * Parses the active alerts in the service's list. Throws if an alert cannot be read at all, or if the list is
 * incomplete: an alert that is left out would look as if it were over.
 */
export function parseAlerts(body: Uint8Array, source: string, nowMs: number): ParsedAlerts {
  const document = documentOf(body)
  const { features, pagination, updated } = document
  if (document.type !== 'FeatureCollection' || !Array.isArray(features))
    throw new Error('the response is not a list of alerts')
  if (textOf(fieldsOf(pagination).next) !== null) throw new Error('the list of alerts is not complete')
  const read = features.map(feature => readAlert(feature, source, nowMs))
  const endings = read.flatMap(endingsOf)
  const replaced = new Set(read.flatMap(({ alert }) => alert.advisory.replaces))
  return {
    updatedMs: instantOf(updated),
    alerts: read
      .filter(each => !isEnded(each, endings) && !replaced.has(each.alert.advisory.id))
      .map(({ alert }) => alert),
  }
}

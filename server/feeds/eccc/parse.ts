import type { Advisory, Severity } from '#domain/advisories/advisory'
import { outlinesOf } from '#server/feeds/nws/geometry'
import {
  documentOf,
  fieldsOf,
  instantOf,
  isFields,
  numberOf,
  textOf,
  type JsonFields,
} from '#server/feeds/nws/json'

/** An alert for one region, as listed. */
export interface RegionAlert {
  /** Its `continuity` applies to this message alone. */
  readonly advisory: Advisory
  /** The kind of alert and its region: the same in all messages about one event. */
  readonly key: string
  readonly hasEnded: boolean
}

/** A page of the list. */
export interface AlertPage {
  /** When the service made it; null if not given. */
  readonly madeMs: number | null
  /** How many alerts all pages have together; null if not given. */
  readonly matched: number | null
  readonly hasNext: boolean
  readonly alerts: readonly RegionAlert[]
}

const sender = 'Environment and Climate Change Canada'

/** The service's yellow, orange and red correspond to the levels of the Common Alerting Protocol. */
const levels: ReadonlyMap<string, { readonly color: string; readonly severity: Severity }> = new Map([
  ['red', { color: '#E3000F', severity: 'Extreme' }],
  ['orange', { color: '#FF8000', severity: 'Severe' }],
  ['yellow', { color: '#FFD500', severity: 'Moderate' }],
])
/** The color in which the service draws alerts without one of these colors. */
const gray = '#A0A0A0'
const severityOfType: ReadonlyMap<string, Severity> = new Map([
  ['warning', 'Severe'],
  ['watch', 'Moderate'],
  ['advisory', 'Minor'],
  ['statement', 'Minor'],
])
const certaintyOf: ReadonlyMap<string, Advisory['certainty']> = new Map([
  ['high', 'Likely'],
  ['moderate', 'Possible'],
  ['medium', 'Possible'],
  ['low', 'Possible'],
])
/** Alerts stay listed for hours after they have ended, with an expiry in the future. */
const endedWords: ReadonlySet<string> = new Set(['ended', 'cancelled', 'canceled', 'expired'])
const continuedWords: ReadonlySet<string> = new Set(['continued', 'updated', 'upgraded', 'extended'])

const lower = (value: unknown) => textOf(value)?.trim().toLowerCase() ?? ''

/** Returns 'freezing rain warning' in title case. */
function titled(words: string): string {
  return words
    .trim()
    .split(/\s+/)
    .map(word => word.charAt(0).toUpperCase() + word.slice(1))
    .join(' ')
}

function severityOf(properties: JsonFields): Severity {
  // Extreme regardless of its color, because people have only minutes.
  if (lower(properties.alert_name_en) === 'tornado warning') return 'Extreme'
  const level = levels.get(lower(properties.risk_colour_en))
  return level?.severity ?? severityOfType.get(lower(properties.alert_type)) ?? 'Unknown'
}

/** Returns a headline such as 'Yellow Warning - Freezing Rain', as the service titles its alerts. */
function headlineOf({ risk_colour_en, alert_type, alert_short_name_en }: JsonFields): string | null {
  const [color, type, name] = [risk_colour_en, alert_type, alert_short_name_en].map(textOf)
  return color && type && name ? `${titled(color)} ${titled(type)} - ${titled(name)}` : null
}

function messageTypeOf(status: string): Advisory['messageType'] {
  if (endedWords.has(status)) return 'Cancel'
  return continuedWords.has(status) ? 'Update' : 'Alert'
}

function areaOf({ feature_name_en, province }: JsonFields): string {
  return [textOf(feature_name_en), textOf(province)].filter(each => each !== null).join(', ')
}

/**
 * Returns the later end: an alert is active as long as the service lists it, and its forecast end may pass before it is
 * ended.
 */
function expiresMsOf({ expiration_datetime, event_end_datetime }: JsonFields): number {
  const ends = [instantOf(expiration_datetime), instantOf(event_end_datetime)].filter(each => each !== null)
  return ends.length === 0 ? NaN : Math.max(...ends)
}

/** Throws if an alert cannot be read, even one without an id: leaving it out would make it look absent. */
function readAlert(value: unknown, source: string, nowMs: number): RegionAlert {
  const { properties, geometry, id: featureId } = fieldsOf(value)
  if (!isFields(properties)) throw new Error('an alert has no properties')
  const listedAs = textOf(properties.id) ?? textOf(featureId)
  if (listedAs === null) throw new Error('an alert has no id')
  const status = lower(properties.status_en)
  const sentMs = Math.min(instantOf(properties.publication_datetime) ?? nowMs, nowMs)
  // The service keeps the id of an alert that it publishes again.
  const id = `${listedAs}.${instantOf(properties.publication_datetime) ?? 0}`.slice(-150)
  const region = textOf(properties.feature_id) ?? areaOf(properties)
  const text = textOf(properties.alert_text_en)
  return {
    key: `${textOf(properties.alert_code) ?? lower(properties.alert_name_en)} ${region || listedAs}`,
    hasEnded: endedWords.has(status),
    advisory: {
      id,
      source,
      continuity: id,
      status: status === 'test' ? 'Test' : 'Actual',
      messageType: messageTypeOf(status),
      event: titled(
        textOf(properties.alert_name_en) ?? textOf(properties.alert_short_name_en) ?? 'Weather Alert',
      ),
      severity: severityOf(properties),
      urgency: 'Unknown',
      certainty: certaintyOf.get(lower(properties.confidence_en)) ?? 'Unknown',
      senderName: sender,
      headline: headlineOf(properties),
      description: text?.trim() ?? '',
      instruction: null,
      areaDescription: areaOf(properties),
      sentMs,
      onsetMs: instantOf(properties.validity_datetime) ?? sentMs,
      expiresMs: expiresMsOf(properties),
      endsMs: null,
      replaces: [],
      outlines: outlinesOf(geometry) ?? [],
      color: levels.get(lower(properties.risk_colour_en))?.color ?? gray,
    },
  }
}

/** Parses one page of the list. Throws if an alert in it cannot be read at all, or if a part of the page is missing. */
export function parseAlertPage(body: Uint8Array, source: string, nowMs: number): AlertPage {
  const document = documentOf(body)
  const { features, links, numberReturned, numberMatched, timeStamp } = document
  if (document.type !== 'FeatureCollection' || !Array.isArray(features))
    throw new Error('the response is not a list of alerts')
  const returned = numberOf(numberReturned)
  if (returned !== null && returned !== features.length) throw new Error('the list of alerts is not complete')
  return {
    madeMs: instantOf(timeStamp),
    matched: numberOf(numberMatched),
    hasNext: Array.isArray(links) && links.some(link => fieldsOf(link).rel === 'next'),
    alerts: features.map(feature => readAlert(feature, source, nowMs)),
  }
}

/** Returns the active messages: not ended, not ended by a later message for the same region, and without duplicates. */
export function activeAlertsOf(alerts: readonly RegionAlert[]): RegionAlert[] {
  const endedMs = new Map<string, number>()
  for (const { key, hasEnded, advisory } of alerts)
    if (hasEnded) endedMs.set(key, Math.max(advisory.sentMs, endedMs.get(key) ?? -Infinity))
  const standing = alerts.filter(
    ({ key, hasEnded, advisory }) => !hasEnded && advisory.sentMs >= (endedMs.get(key) ?? -Infinity),
  )
  return [...new Map(standing.map(alert => [alert.advisory.id, alert])).values()]
}

import { capInfo, type CapEvent, type CapMessage } from '#domain/integrations/cap'

/** The sender of the messages, and the place that they are about. */
export interface CapSource {
  /** A CAP sender name, without spaces, commas, < and &. */
  readonly sender: string
  readonly senderName: string
  readonly place: { readonly name: string; readonly latitude: number; readonly longitude: number }
  /** Whether this server is a rehearsal copy. */
  readonly isRehearsal: boolean
}

/** Drops characters that XML cannot contain and escapes the rest. */
function escaped(text: string): string {
  return text
    .replace(/[^\t\n\r -\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, '')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
}

/** CAP requires a numeric UTC offset: 'Z' is not allowed. */
const capTime = (ms: number) => `${new Date(ms).toISOString().slice(0, 19)}-00:00`

const element = (name: string, text: string | null) =>
  text === null ? '' : `<${name}>${escaped(text)}</${name}>`

const identifierOf = ({ sender }: CapSource, { id }: Pick<CapEvent, 'id'>) => `${sender}.${id}`

const milesToKm = 1.609344

function circleOf({ place }: CapSource, { details }: CapEvent): string {
  const miles = typeof details['radiusMiles'] === 'number' ? details['radiusMiles'] : 0
  return `${place.latitude},${place.longitude} ${(miles * milesToKm).toFixed(1)}`
}

function noteOf(event: CapEvent, source: CapSource): string | null {
  if (event.simulated) return 'Simulated weather: none of this has happened.'
  return source.isRehearsal ? 'Rehearsal: this is from a copy, not from the production Skywarden.' : null
}

/** One message, without the XML declaration because it is also embedded in a feed. */
export function alertXml(source: CapSource, { event, msgType, references }: CapMessage): string {
  const info = capInfo(event, source.place.name)
  const isExercise = event.simulated || source.isRehearsal
  const named = references.map(
    other => `${source.sender},${identifierOf(source, other)},${capTime(other.atMs)}`,
  )
  return [
    '<alert xmlns="urn:oasis:names:tc:emergency:cap:1.2">',
    element('identifier', identifierOf(source, event)),
    element('sender', source.sender),
    element('sent', capTime(event.atMs)),
    element('status', isExercise ? 'Exercise' : 'Actual'),
    element('msgType', msgType),
    element('scope', 'Public'),
    element('note', noteOf(event, source)),
    element('references', named.length === 0 ? null : named.join(' ')),
    '<info>',
    element('language', 'en-US'),
    element('category', 'Met'),
    element('event', info.event),
    element('responseType', info.responseType),
    element('urgency', info.urgency),
    element('severity', info.severity),
    element('certainty', info.certainty),
    element('effective', capTime(event.atMs)),
    element('expires', capTime(info.expiresMs)),
    element('senderName', source.senderName),
    element('headline', isExercise ? `EXERCISE: ${info.headline}` : info.headline),
    element('description', event.because),
    element('instruction', info.instruction),
    '<area>',
    element('areaDesc', source.place.name),
    element('circle', circleOf(source, event)),
    '</area>',
    '</info>',
    '</alert>',
  ].join('')
}

export const declaration = '<?xml version="1.0" encoding="UTF-8"?>\n'

export interface AtomFeed {
  readonly source: CapSource
  /** The URL from which the feed is fetched. */
  readonly url: string
  /** The place's current status as text. */
  readonly status: string
  readonly updatedMs: number
  readonly messages: readonly CapMessage[]
}

/** An Atom feed of messages, newest first, each embedded and with its own URL. */
export function atomXml({ source, url, status, updatedMs, messages }: AtomFeed): string {
  const instant = (ms: number) => new Date(ms).toISOString()
  const entries = messages.map(message => {
    const { event } = message
    const info = capInfo(event, source.place.name)
    return [
      '<entry>',
      element('id', `urn:x-skywarden:${identifierOf(source, event)}`),
      element('title', event.simulated ? `EXERCISE: ${info.headline}` : info.headline),
      element('updated', instant(event.atMs)),
      `<link rel="alternate" type="application/cap+xml" href="${escaped(`${url}/${event.id}`)}"/>`,
      element('summary', event.because),
      `<content type="application/cap+xml">${alertXml(source, message)}</content>`,
      '</entry>',
    ].join('')
  })
  return [
    declaration,
    '<feed xmlns="http://www.w3.org/2005/Atom">',
    element('id', `urn:x-skywarden:${source.sender}`),
    element('title', `Weather alerts for ${source.place.name}`),
    element('subtitle', status),
    element('updated', instant(updatedMs)),
    `<author>${element('name', source.senderName)}</author>`,
    `<link rel="self" type="application/atom+xml" href="${escaped(url)}"/>`,
    ...entries,
    '</feed>',
  ].join('')
}

import { policyTypeOf, type PolicyShortName } from '#domain/policies/policy-types'
import { triggerMessage } from './trigger-message.ts'

/** A message's appearance: danger, safe again, or information. */
export type Tone = 'danger' | 'clear' | 'info'

export interface AlertMessage {
  readonly subject: string
  readonly text: string
  readonly tone: Tone
}

/** A policy breach, as reported to people. */
export interface Alert {
  readonly type: PolicyShortName
  readonly place: string
  readonly threshold: number
  readonly allClearMinutes: number
  /** Text that the organization adds, for the breach or for its end. */
  readonly addition: string
}

const nameOf = (type: PolicyShortName) => policyTypeOf(type).displayName

export function openedMessage(alert: Alert, value: string): AlertMessage {
  const { type, place, addition } = alert
  return {
    subject: `${nameOf(type)} warning: ${place}`,
    text: joined(triggerMessage(alert, place), `It is ${value} now.`, addition),
    tone: 'danger',
  }
}

export function againMessage(alert: Alert, value: string): AlertMessage {
  const subject = `${nameOf(alert.type)} warning continues: ${alert.place}`
  return { ...openedMessage(alert, value), subject }
}

/** The text does not mention lightning or other policies, because that would be an All Clear for the place. */
export function endedMessage({ type, place, allClearMinutes, addition }: Alert): AlertMessage {
  return {
    subject: `${nameOf(type)} warning over: ${place}`,
    text: joined(
      `The ${nameOf(type)} warning at ${place} is over. No breach of the limit for ${allClearMinutes} minutes.`,
      addition,
    ),
    tone: 'info',
  }
}

/**
 * The warning ended for a reason other than the weather, which people who are waiting must not mistake for an all
 * clear.
 */
export function noLongerWatchedMessage({ type, place }: Alert, because: string): AlertMessage {
  return {
    subject: `No longer monitored: ${place}`,
    text: joined(
      `${nameOf(type)} at ${place} is no longer monitored: ${because.charAt(0).toLowerCase()}${because.slice(1)}.`,
      'This is not an all clear. Check conditions yourself before resuming.',
    ),
    tone: 'info',
  }
}

export interface AdvisoryWords {
  readonly event: string
  readonly headline: string | null
  readonly instruction: string | null
  readonly places: readonly string[]
  readonly endsAt: string
  readonly isExercise: boolean
}

const most = 3
/** Formats as 'Stadium, Pool and 4 more'. */
function placesInWords(places: readonly string[]): string {
  if (places.length > most) return `${places.slice(0, most).join(', ')} and ${places.length - most} more`
  return places.length > 1 ? `${places.slice(0, -1).join(', ')} and ${places.at(-1)}` : (places[0] ?? '')
}

export function advisoryMessage(words: AdvisoryWords): AlertMessage {
  const { event, headline, instruction, places, endsAt } = words
  const exercise = words.isExercise ? 'EXERCISE: ' : ''
  return {
    subject: `${exercise}${event}: ${placesInWords(places)}`,
    text: joined(
      `${exercise}${event} for ${placesInWords(places)} until ${endsAt}.`,
      headline ?? '',
      instruction ?? '',
    ),
    tone: 'danger',
  }
}

export function advisoryCancelledMessage(words: AdvisoryWords): AlertMessage {
  const exercise = words.isExercise ? 'EXERCISE: ' : ''
  return {
    subject: `${exercise}Canceled: ${words.event}, ${placesInWords(words.places)}`,
    text: `${exercise}The weather service has canceled its ${words.event} for ${placesInWords(words.places)} early.`,
    tone: 'info',
  }
}

/** Converts text with limited markup to plain text. */
function plainText(markup: string): string {
  const entities: Readonly<Record<string, string>> = {
    amp: '&',
    lt: '<',
    gt: '>',
    quot: '"',
    '#39': "'",
    nbsp: ' ',
  }
  return markup
    .replace(/<(br|\/p|\/li)\s*\/?>/gi, '\n')
    .replace(/<li[^>]*>/gi, '- ')
    .replace(/<[^>]*>/g, '')
    .replace(/&(#?\w+);/g, (whole, name: string) => entities[name] ?? whole)
    .replace(/\n{3,}/g, '\n\n')
    .trim()
}

/** A message from the meteorologists, sent ahead of the weather. */
export function forecastMessage(words: {
  readonly headline: string
  readonly message: string
  readonly places: readonly string[]
}): AlertMessage {
  return {
    subject: `${words.headline}: ${placesInWords(words.places)}`,
    // A list shows the text in one line, where only a period separates the headline from the rest.
    text: joined(
      /[.!?]$/.test(words.headline) ? words.headline : `${words.headline}.`,
      plainText(words.message),
    ),
    tone: 'info',
  }
}

const simulatedMark = 'Simulated weather, not real.'

/** Simulated weather must not be mistaken for real weather, wherever it is read. */
export function asSimulated({ subject, text, tone }: AlertMessage): AlertMessage {
  return { subject: `[Simulated] ${subject}`, text: `${simulatedMark}\n\n${text}`, tone }
}

/** A message's text without what `asSimulated` adds, for lists that mark simulated weather in their own way. */
export function withoutSimulatedWords(text: string): string {
  return text.startsWith(simulatedMark) ? text.slice(simulatedMark.length).trimStart() : text
}

/** Joins the paragraphs of a message, skipping those that are empty or do not apply. */
export const joined = (...parts: readonly (string | false)[]): string => parts.filter(Boolean).join('\n\n')

import { mostMessageLength } from '#domain/hardware/siren-settings'

const warningUnder = 100
const errorUnder = 20

export type CounterTone = 'quiet' | 'warning' | 'error'

/** Returns the remaining characters of a spoken text, and whether few are left. */
export function spokenCounter(message: string): { readonly text: string; readonly tone: CounterTone } {
  const left = mostMessageLength - message.length
  const tone = left < errorUnder ? 'error' : left < warningUnder ? 'warning' : 'quiet'
  return { text: `${left} characters left`, tone }
}

export function isTooLong(message: string): boolean {
  return message.length > mostMessageLength
}

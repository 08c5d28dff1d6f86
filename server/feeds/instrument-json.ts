import { isFields, type JsonFields } from '#server/feeds/nws/json'

const mostLength = 262_144

/** Parses a message that is a JSON object. The error names the make, and repeats no part of the message. */
export function readJsonObject(text: string, make: string): JsonFields {
  if (text.length > mostLength)
    throw new Error(`This is not a message from ${make}: it is longer than 256 kB`)
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    // The parser's own error repeats parts of the message, which may hold a secret.
    throw new Error(`This is not a message from ${make}: it is not JSON`)
  }
  if (!isFields(value)) throw new Error(`This is not a message from ${make}: it is not a JSON object`)
  return value
}

/** Returns the received signal strength, or null for a number that cannot be one. */
export function signalOf(value: number | null): number | null {
  return value !== null && value < 0 && value >= -150 ? value : null
}

/** A JSON object with unknown contents. */
export type JsonFields = Readonly<Record<string, unknown>>

export function isFields(value: unknown): value is JsonFields {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Returns the fields of an object; anything else has none. */
export function fieldsOf(value: unknown): JsonFields {
  return isFields(value) ? value : {}
}

export function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}

/** Returns a table's value for a name from outside; never an inherited property such as 'constructor'. */
export function entryOf<Value>(table: Readonly<Record<string, Value>>, name: string): Value | undefined {
  return Object.hasOwn(table, name) ? table[name] : undefined
}

/** Returns null if there is no text or an empty one. */
export function textOf(value: unknown): string | null {
  return typeof value === 'string' && value.trim() !== '' ? value : null
}

export function textsOf(value: unknown): readonly string[] {
  return listOf(value).filter(each => typeof each === 'string')
}

/** Returns null for anything but a finite number. Older responses have numbers as text. */
export function numberOf(value: unknown): number | null {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value
  return typeof number === 'number' && Number.isFinite(number) ? number : null
}

/** Returns null for anything but a time. */
export function instantOf(value: unknown): number | null {
  const timeMs = typeof value === 'string' ? Date.parse(value) : NaN
  return Number.isNaN(timeMs) ? null : timeMs
}

/**
 * Parses a document of the service. Throws if it is not a JSON object, because nothing in it can be trusted in that
 * case.
 */
export function documentOf(body: Uint8Array): JsonFields {
  let document: unknown
  try {
    document = JSON.parse(new TextDecoder().decode(body))
  } catch {
    throw new Error('the response is not complete, or not JSON')
  }
  if (!isFields(document)) throw new Error('the response is not a JSON object')
  return document
}

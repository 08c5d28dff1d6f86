/** Serializes equal values to equal text, regardless of the order of their keys. */
export function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`
  if (value !== null && typeof value === 'object') {
    const entries = Object.entries(value).filter(([, inner]) => inner !== undefined)
    return `{${entries
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, inner]) => `${JSON.stringify(key)}:${canonical(inner)}`)
      .join(',')}}`
  }
  return JSON.stringify(value ?? null)
}

/** Returns text as PostgreSQL can store it, without NUL and without half of a surrogate pair. */
export function storableText(text: string): string {
  return text.toWellFormed().replaceAll('\0', '\uFFFD')
}

function storable(value: unknown): unknown {
  if (typeof value === 'string') return storableText(value)
  if (Array.isArray(value)) return value.map(storable)
  if (value === null || typeof value !== 'object') return value
  // `fromEntries` defines keys, so one named `__proto__` stays a key.
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [storableText(key), storable(inner)]))
}

/** Returns a value exactly as it will be read back from a jsonb column: the hash must match what is stored. */
export function asStored(value: unknown): unknown {
  return value === undefined ? null : storable(JSON.parse(JSON.stringify(value)))
}

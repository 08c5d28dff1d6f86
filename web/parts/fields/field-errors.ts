export type ErrorsByField = Readonly<Record<string, readonly string[]>>

/** `must be a phone number` needs a subject. A complete sentence stays as it is. */
function asSentence(message: string, label: string): string {
  return /^\p{Ll}/u.test(message) ? `${label} ${message}` : message
}

/** Returns the server's error for one field, by the field's name in the specification. */
export function errorOf(errors: ErrorsByField, field: string, label: string): string | undefined {
  const reported = Object.entries(errors).find(([name]) => name.toLowerCase() === field.toLowerCase())?.[1]
  return reported?.length ? reported.map(message => asSentence(message, label)).join(' ') : undefined
}

/** Returns the server's errors that belong to none of the fields. */
export function errorsBeside(errors: ErrorsByField, fields: readonly string[]): string[] {
  const known = new Set(fields.map(field => field.toLowerCase()))
  return Object.entries(errors)
    .filter(([name]) => !known.has(name.toLowerCase()))
    .flatMap(([, reported]) => reported)
}

/** Returns the server's error for a field or anything in it, such as `Filters.HardwareIds[3]`. */
export function errorWithin(errors: ErrorsByField, field: string, label: string): string | undefined {
  const reported = Object.entries(errors)
    .filter(([name]) => name === field || name.startsWith(`${field}.`) || name.startsWith(`${field}[`))
    .flatMap(([, messages]) => messages.map(message => asSentence(message, label)))
  return reported.length > 0 ? [...new Set(reported)].join(' ') : undefined
}

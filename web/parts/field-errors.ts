type Errors = Readonly<Record<string, readonly string[]>>

/** `must be a phone number` needs to be told of what; a whole sentence stands as it is. */
function asSentence(message: string, label: string): string {
  return /^\p{Ll}/u.test(message) ? `${label} ${message}` : message
}

/** What the server said about one field, under the name by which the specification calls it. */
export function errorOf(errors: Errors, field: string, label: string): string | undefined {
  const said = Object.entries(errors).find(([name]) => name.toLowerCase() === field.toLowerCase())?.[1]
  return said?.length ? said.map(message => asSentence(message, label)).join(' ') : undefined
}

/** What the server said that belongs under none of the fields. */
export function errorsBeside(errors: Errors, fields: readonly string[]): string[] {
  const known = new Set(fields.map(field => field.toLowerCase()))
  return Object.entries(errors)
    .filter(([name]) => !known.has(name.toLowerCase()))
    .flatMap(([, said]) => said)
}

/** What the server said about a field or about anything in it, as of `Filters.HardwareIds[3]`. */
export function errorWithin(errors: Errors, field: string, label: string): string | undefined {
  const said = Object.entries(errors)
    .filter(([name]) => name === field || name.startsWith(`${field}.`) || name.startsWith(`${field}[`))
    .flatMap(([, messages]) => messages.map(message => asSentence(message, label)))
  return said.length > 0 ? [...new Set(said)].join(' ') : undefined
}

/**
 * A name as used in a public URL: without spaces, and ignoring case. Two names that are equal in this form cannot
 * coexist.
 */
export function squeezedName(name: string): string {
  return name.replace(/\s/g, '').toLowerCase()
}

/** Path of a siren's page, from the root. */
export function sirenPagePath(customerName: string, sirenName: string): string {
  const part = (name: string) => encodeURIComponent(name.replace(/\s/g, ''))
  return `/public/${part(customerName)}/${part(sirenName)}/Widget`
}

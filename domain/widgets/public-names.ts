/** A name as it stands in a public address: without blanks, in whatever case. Two that are equal so cannot both be given. */
export function squeezedName(name: string): string {
  return name.replace(/\s/g, '').toLowerCase()
}

/** Where the page of a siren is, from the root. */
export function sirenPagePath(customerName: string, sirenName: string): string {
  const part = (name: string) => encodeURIComponent(name.replace(/\s/g, ''))
  return `/public/${part(customerName)}/${part(sirenName)}/Widget`
}

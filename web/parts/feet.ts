/** A height as a person writes it. */
export function feetFault(text: string): readonly string[] | undefined {
  return Number.isFinite(Number(text)) ? undefined : ['must be feet, such as 1170']
}

/** Nothing written means that nobody knows, never sea level. */
export function feetOf(text: string): number | null {
  return text.trim() === '' ? null : Number(text)
}

/** Validates a height as a person types it. */
export function feetFault(text: string): readonly string[] | undefined {
  return Number.isFinite(Number(text)) ? undefined : ['must be feet, such as 1170']
}

/** Empty means unknown, never sea level. */
export function feetOf(text: string): number | null {
  return text.trim() === '' ? null : Number(text)
}

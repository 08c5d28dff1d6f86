type Range = readonly [least: number, most: number]

/** From the shore of the Dead Sea to the highest mountain: the range that the server accepts. */
const elevations: Range = [-1500, 29_100]
/** The height of an anemometer above ground. */
export const windHeights: Range = [1, 500]

/** Validates a height as a person types it. */
export function feetFault(text: string, [least, most] = elevations): readonly string[] | undefined {
  if (text.trim() === '') return undefined
  const feet = Number(text)
  if (!Number.isFinite(feet)) return ['must be feet, such as 1170']
  return feet < least || feet > most ? [`must be from ${least} to ${most}`] : undefined
}

/** Empty text means unknown, never sea level. */
export function feetOf(text: string): number | null {
  return text.trim() === '' ? null : Number(text)
}

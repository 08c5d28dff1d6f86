/** Validates a latitude (at most 90) or a longitude (at most 180) as a person types it. */
export function degreesFault(text: string, most: 90 | 180): readonly string[] | undefined {
  if (text.trim() === '') return ['is required']
  const degrees = Number(text)
  if (!Number.isFinite(degrees)) return ['must be degrees, such as 35.22']
  return Math.abs(degrees) > most ? [`must be from -${most} to ${most}`] : undefined
}

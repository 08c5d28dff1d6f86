import type { EtNeed } from '#domain/evapotranspiration/missing'

const listed = new Intl.ListFormat('en-US', { type: 'conjunction' })

/** Explains why there is no evapotranspiration chart, and what helps. */
export function missingWords(missing: readonly EtNeed[]): string {
  const measured = missing.filter(need => need !== 'elevation')
  const words = [
    ...(missing.includes('elevation')
      ? ['The elevation of this station is missing. An administrator can enter it.']
      : []),
    ...(measured.length > 0 ? [`Not measured often enough: ${listed.format(measured)}.`] : []),
  ]
  if (words.length > 0) return words.join(' ')
  return 'Too few of these days have enough measurements. Choose other days.'
}

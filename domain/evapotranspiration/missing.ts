import { fewestHours, type EtHour } from './day-of-hours.ts'

/** What a station must measure for evapotranspiration. */
export const etNeeds = ['elevation', 'temperature', 'wind', 'solar radiation'] as const
export type EtNeed = (typeof etNeeds)[number]

/** What prevents the calculation for these days: the input that most of them lack. */
export function etMissing(
  elevationFeet: number | null,
  days: readonly (readonly Pick<EtHour, 'tempC' | 'windMs' | 'solarWm2'>[])[],
): EtNeed[] {
  const isRare = (valueOf: (hour: Pick<EtHour, 'tempC' | 'windMs' | 'solarWm2'>) => number | null) =>
    days.filter(hours => hours.filter(hour => valueOf(hour) !== null).length >= fewestHours).length * 2 <=
    days.length
  const isMissing: Readonly<Record<EtNeed, boolean>> = {
    elevation: elevationFeet === null,
    temperature: isRare(({ tempC }) => tempC),
    wind: isRare(({ windMs }) => windMs),
    'solar radiation': isRare(({ solarWm2 }) => solarWm2),
  }
  return etNeeds.filter(need => isMissing[need])
}

/** A report's data intervals, with the maximum number of days in one report. */
export const reportIntervals = [
  { minutes: 15, label: '15 min', mostDays: 14 },
  { minutes: 30, label: '30 min', mostDays: 31 },
  { minutes: 60, label: '60 min', mostDays: 92 },
  { minutes: 1440, label: '24 hour', mostDays: 1825 },
] as const
export type ReportInterval = (typeof reportIntervals)[number]['minutes']

export const metricLabels = { avg: 'Average', max: 'Maximum', min: 'Minimum', sum: 'Accumulation' } as const
export type Metric = keyof typeof metricLabels

interface ObservationKind {
  readonly label: string
  readonly unit: string
  readonly metrics: readonly Metric[]
  /** The shortest interval for which the observation is available. */
  readonly leastInterval: ReportInterval
}

/** The observations in a report, in column order, with their names in the API. */
export const reportObservations = {
  AmbientTemperature: kind('Temperature', '°F', ['avg', 'max', 'min']),
  FeelsLike: kind('Feels Like', '°F', ['avg', 'max', 'min']),
  HeatIndex: kind('Heat Index', '°F', ['avg', 'max']),
  WindChill: kind('Wind Chill', '°F', ['avg', 'min']),
  WBGT: kind('WBGT', '°F', ['avg', 'max']),
  RelativeHumidity: kind('Relative Humidity', '%', ['avg', 'max', 'min']),
  WindSpeed: kind('Wind Speed', 'mph', ['avg', 'max', 'min']),
  WindGust: kind('Wind Gust', 'mph', ['max']),
  Precipitation: kind('Precipitation', 'in', ['sum']),
  Evapotranspiration: kind('Evapotranspiration', 'in', ['sum'], 1440),
  PM2_5_AQI: kind('PM2.5 AQI', 'AQI', ['avg', 'max', 'min']),
  PM10_AQI: kind('PM10 AQI', 'AQI', ['avg', 'max', 'min']),
} as const satisfies Record<string, ObservationKind>
export type ReportObservation = keyof typeof reportObservations

function kind(
  label: string,
  unit: string,
  metrics: readonly Metric[],
  leastInterval: ReportInterval = 15,
): ObservationKind {
  return { label, unit, metrics, leastInterval }
}

/** The requested metrics of each observation. */
export type WantedObservations = Readonly<Partial<Record<ReportObservation, readonly Metric[]>>>

/** One column of numbers. */
export interface ReportColumn {
  readonly observation: ReportObservation
  readonly metric: Metric
}

export const reportObservationNames = Object.keys(reportObservations) as readonly ReportObservation[]

/** A report's columns, always in the same order. */
export function columnsOf(wanted: WantedObservations): ReportColumn[] {
  return reportObservationNames.flatMap(observation =>
    reportObservations[observation].metrics
      .filter(metric => wanted[observation]?.includes(metric))
      .map(metric => ({ observation, metric })),
  )
}

export function intervalOf(minutes: ReportInterval): (typeof reportIntervals)[number] {
  const found = reportIntervals.find(interval => interval.minutes === minutes)
  if (!found) throw new Error(`There is no interval of ${minutes} minutes`)
  return found
}

/** Why an observation cannot be combined with an interval; null if it can. */
export function unavailableBecause(observation: ReportObservation, minutes: ReportInterval): string | null {
  const { leastInterval } = reportObservations[observation]
  if (minutes >= leastInterval) return null
  return `This data is only available for a ${intervalOf(leastInterval).label} data interval.`
}

/** The selected observations that remain available after the interval changes. */
export function withInterval(wanted: WantedObservations, minutes: ReportInterval): WantedObservations {
  return Object.fromEntries(
    Object.entries(wanted).filter(
      ([observation]) => unavailableBecause(observation as ReportObservation, minutes) === null,
    ),
  )
}

/** Why a range is too long for a report with this interval; null if it is not. */
export function rangeFault(days: number, minutes: ReportInterval): string | null {
  const { mostDays, label } = intervalOf(minutes)
  if (days <= mostDays) return null
  return `Your selected date range exceeds the ${mostDays}-day limit for the ${label} interval. Please adjust your date range to continue.`
}

/** The maximum number of stations per request. With more, people could no longer read the file. */
export const mostStations = 50

/** The default name of a report. */
export function reportNameOf(
  stations: readonly string[],
  startDate: string | null,
  endDate: string | null,
): string {
  const [first = '', ...others] = stations
  const what = others.length === 0 ? first : `${first} and ${others.length} more`
  const when = startDate && endDate ? ` ${startDate} to ${endDate}` : ''
  return `${what}${when}`.trim()
}

/** A station's exports, with the maximum number of days. */
export const exportKinds = {
  Daily: { mostDays: 180 },
  Hourly: { mostDays: 31 },
  'Condition Snapshots': { mostDays: 7 },
} as const
export type ExportKind = keyof typeof exportKinds

/** Why this is too many days; null if it is not. */
export function exportFault(chosen: ExportKind, days: number): string | null {
  const { mostDays } = exportKinds[chosen]
  return days <= mostDays ? null : `${chosen} report cannot span more than ${mostDays} days.`
}

import {
  metricLabels,
  reportObservationNames,
  reportObservations,
  type WantedObservations,
} from '#domain/reports/report'

/** Returns `Temperature (Average, Maximum), Wind Gust (Maximum)`, in column order. */
export function observationsInWords(wanted: WantedObservations): string {
  return reportObservationNames
    .flatMap(observation => {
      const { label, metrics } = reportObservations[observation]
      const chosen = metrics.filter(metric => wanted[observation]?.includes(metric))
      return chosen.length === 0
        ? []
        : [`${label} (${chosen.map(metric => metricLabels[metric]).join(', ')})`]
    })
    .join(', ')
}

/** The days in a chart: the last three or seven, or the days of a selected range. */
export type EtSpan = { readonly kind: '3' | '7' } | { readonly kind: 'custom'; readonly days: number }

export const noEtData = 'Error getting ET data. Unable to generate graph.'
export const tooLittleEtData = 'Insufficient data. Unable to generate graph.'

function fewestPoints(span: EtSpan): number {
  switch (span.kind) {
    case '3':
      return 2
    case '7':
      return 5
    case 'custom':
      return span.days - 2
  }
}

/** Why too few days have a value for a chart; null if there are enough. */
export function etChartFault(points: number, span: EtSpan): string | null {
  if (points === 0) return noEtData
  return points < fewestPoints(span) ? tooLittleEtData : null
}

/** The attribution shown with a forecast, as the source's owner requires. */
const credits: Readonly<Record<string, string>> = {
  nws: 'National Weather Service',
  'open-meteo': 'Open-Meteo.com (CC BY 4.0)',
}

export const creditOf = (source: string): string => credits[source] ?? source

/** What stands beside a forecast: whom it comes from, as its owner asks. */
const credits: Readonly<Record<string, string>> = {
  nws: 'National Weather Service',
  'open-meteo': 'Open-Meteo.com (CC BY 4.0)',
}

export const creditOf = (source: string): string => credits[source] ?? source

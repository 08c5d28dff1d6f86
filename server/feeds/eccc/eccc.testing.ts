/** A square around Toronto. */
export const torontoArea = {
  type: 'Polygon',
  coordinates: [
    [
      [-80, 43],
      [-79, 43],
      [-79, 44],
      [-80, 44],
      [-80, 43],
    ],
  ],
}

/** Returns an alert for a region as the service writes it. */
export function regionAlert(id: string, properties: object = {}, geometry: unknown = torontoArea): object {
  return {
    type: 'Feature',
    id,
    geometry,
    properties: {
      id,
      alert_code: 'FRW',
      alert_type: 'warning',
      alert_name_en: 'freezing rain warning',
      alert_name_fr: 'avertissement de pluie verglaçante',
      alert_short_name_en: 'Freezing rain',
      publication_datetime: '2026-03-05T21:26:06.795Z',
      expiration_datetime: '2026-03-06T08:04:06.795Z',
      validity_datetime: '2026-03-05T22:00:00.000Z',
      event_end_datetime: '2026-03-06T06:00:00.000Z',
      alert_text_en: 'Freezing rain on tap.\n\nWhat:\nIcy roads.',
      alert_text_fr: 'Pluie verglaçante en perspective.',
      risk_colour_en: 'yellow',
      confidence_en: 'High',
      impact_en: 'Moderate',
      feature_name_en: 'City of Toronto',
      province: 'ON',
      status_en: 'issued',
      feature_id: 'fea1-1185',
      ...properties,
    },
  }
}

/** Returns a page of the list. */
export function alertPage(features: readonly object[], change: object = {}): object {
  return {
    type: 'FeatureCollection',
    numberMatched: features.length,
    numberReturned: features.length,
    links: [{ rel: 'self', href: 'https://api.weather.gc.ca/collections/weather-alerts/items?f=json' }],
    timeStamp: '2026-03-05T22:00:00.000000Z',
    features,
    ...change,
  }
}

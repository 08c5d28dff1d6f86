/** Returns an alert as the service writes it. */
export function feature(id: string, properties: object = {}, geometry: unknown = null): object {
  return {
    id: `https://api.weather.gov/alerts/${id}`,
    type: 'Feature',
    geometry,
    properties: {
      id,
      areaDesc: 'Cleveland, OK',
      geocode: { SAME: ['040027'], UGC: ['OKC027'] },
      affectedZones: ['https://api.weather.gov/zones/county/OKC027'],
      references: [],
      sent: '2026-07-15T14:50:00-05:00',
      effective: '2026-07-15T14:50:00-05:00',
      onset: '2026-07-15T14:55:00-05:00',
      expires: '2026-07-15T15:30:00-05:00',
      ends: '2026-07-15T15:45:00-05:00',
      status: 'Actual',
      messageType: 'Alert',
      severity: 'Extreme',
      certainty: 'Observed',
      urgency: 'Immediate',
      event: 'Tornado Warning',
      senderName: 'NWS Norman OK',
      headline: 'Tornado Warning until 3:45PM',
      description: 'A tornado.',
      instruction: 'Take cover now.',
      parameters: { VTEC: ['/O.NEW.KOUN.TO.W.0042.260715T1950Z-260715T2045Z/'] },
      ...properties,
    },
  }
}

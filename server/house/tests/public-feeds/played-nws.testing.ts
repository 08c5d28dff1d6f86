import { hourMs, minuteMs } from '#server/platform/clock'
import {
  floorTo,
  isoSeconds,
  json,
  norman,
  phoenix,
  type PlayedHost,
  type Sky,
  type Span,
} from './played-sky.testing.ts'

const geoJson = 'application/geo+json'
const heatZone = 'AZZ543'

/** Returns a square around a place, this many degrees to each side. */
function square({ latitude, longitude }: { latitude: number; longitude: number }, degrees: number) {
  const [west, east] = [longitude - degrees, longitude + degrees]
  const [south, north] = [latitude - degrees, latitude + degrees]
  return {
    type: 'Polygon',
    coordinates: [
      [
        [west, south],
        [east, south],
        [east, north],
        [west, north],
        [west, south],
      ],
    ],
  }
}

interface PlayedAlert {
  readonly number: number
  readonly span: Span
  readonly properties: object
  readonly geometry: object | null
}

function alertOf({ number, span, properties, geometry }: PlayedAlert) {
  const id = `urn:oid:2.49.0.1.840.0.${number}`
  const [from, to] = [isoSeconds(span.fromMs), isoSeconds(span.toMs)]
  return {
    id: `https://api.weather.gov/alerts/${id}`,
    type: 'Feature',
    geometry,
    properties: {
      id,
      references: [],
      sent: from,
      effective: from,
      onset: from,
      expires: to,
      ends: to,
      status: 'Actual',
      messageType: 'Alert',
      certainty: 'Observed',
      urgency: 'Immediate',
      description: 'As played.',
      instruction: 'Take cover.',
      ...properties,
    },
  }
}

const vtecTime = (ms: number) => isoSeconds(ms).replaceAll(/[-:]/g, '').slice(2, 13) + 'Z'

const tornadoWarning = (span: Span, index: number) =>
  alertOf({
    number: 100 + index,
    span,
    geometry: square(norman, 0.2),
    properties: {
      event: 'Tornado Warning',
      severity: 'Extreme',
      areaDesc: 'Cleveland, OK',
      senderName: 'NWS Norman OK',
      headline: 'Tornado Warning for Norman',
      geocode: { SAME: ['040027'], UGC: ['OKC027'] },
      affectedZones: ['https://api.weather.gov/zones/county/OKC027'],
      parameters: {
        VTEC: [
          `/O.NEW.KOUN.TO.W.${String(100 + index).padStart(4, '0')}.${vtecTime(span.fromMs)}-${vtecTime(span.toMs)}/`,
        ],
      },
    },
  })

const heatAdvisory = (span: Span) =>
  alertOf({
    number: 1,
    span,
    geometry: null,
    properties: {
      event: 'Heat Advisory',
      severity: 'Moderate',
      areaDesc: 'Central Phoenix',
      senderName: 'NWS Phoenix AZ',
      headline: 'Heat Advisory for Phoenix',
      geocode: { SAME: ['004013'], UGC: [heatZone] },
      affectedZones: [`https://api.weather.gov/zones/forecast/${heatZone}`],
      parameters: { VTEC: [`/O.NEW.KPSR.HT.Y.0001.${vtecTime(span.fromMs)}-${vtecTime(span.toMs)}/`] },
    },
  })

function alertsAt(sky: Sky, nowMs: number) {
  const isOn = ({ fromMs, toMs }: Span) => nowMs >= fromMs && nowMs < toMs
  const tornadoes = sky.warnings.flatMap((span, index) => (isOn(span) ? [tornadoWarning(span, index)] : []))
  const features = [...tornadoes, ...(isOn(sky.heat) ? [heatAdvisory(sky.heat)] : [])]
  return { type: 'FeatureCollection', features, updated: isoSeconds(floorTo(nowMs, minuteMs)) }
}

/** Returns Norman's grid: six hours at a time, with the temperature that the airports report. */
function gridAt(sky: Sky, nowMs: number) {
  const startMs = floorTo(nowMs, 6 * hourMs)
  const values = Array.from({ length: 28 }, (_, index) => {
    const fromMs = startMs + index * 6 * hourMs
    return { validTime: `${isoSeconds(fromMs)}/PT6H`, value: sky.celsiusAt(fromMs + 3 * hourMs) }
  })
  return {
    properties: {
      updateTime: isoSeconds(floorTo(nowMs, hourMs)),
      temperature: { uom: 'wmoUnit:degC', values },
    },
  }
}

/** api.weather.gov: alerts, one zone, Norman's grid, and no station other than the airports. */
export const weatherService =
  (sky: Sky): PlayedHost =>
  async (path, _query, nowMs) => {
    if (path === '/alerts/active') return json(alertsAt(sky, nowMs), geoJson)
    if (path === `/zones/forecast/${heatZone}`)
      return json({ type: 'Feature', geometry: square(phoenix, 0.5), properties: {} }, geoJson)
    if (path.startsWith('/points/'))
      return json(
        { properties: { gridId: 'OUN', gridX: 97, gridY: 84, timeZone: 'America/Chicago' } },
        geoJson,
      )
    if (path === '/gridpoints/OUN/97,84') return json(gridAt(sky, nowMs), geoJson)
    if (path === '/gridpoints/OUN/97,84/forecast/hourly')
      return json({ properties: { periods: [] } }, geoJson)
    if (path === '/gridpoints/OUN/97,84/stations')
      return json({ type: 'FeatureCollection', features: [] }, geoJson)
    return null
  }

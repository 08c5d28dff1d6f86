import { call } from '#contract/call'
import { observedMeasure, weatherCode } from './measures.ts'
import { idNumber, idText, instant, latitudeText, longitudeText } from '#contract/shapes'
import * as z from 'zod/mini'

/** Rain corrected by radar; null if no correction is available. */
export const calibratedData = z.nullable(
  z.object({ rainToday: z.nullable(z.number()), rainUpdatedTime: z.nullable(instant) }),
)

export const observationStation = z.object({
  id: idNumber,
  name: z.string(),
  /** 0 for an airport, 1 for one of the customer's stations. */
  type: z.number(),
  imageUrl: z.nullable(z.string()),
  distanceInMiles: z.number(),
})

/**
 * The weather at a place. Each value names its source, because a second source may fill in what the first one lacks.
 */
export const placeObservation = z.object({
  data: z.object({
    ambientTemperature: observedMeasure,
    feelLike: observedMeasure,
    heatIndex: observedMeasure,
    windChill: observedMeasure,
    dewPoint: observedMeasure,
    relativeHumidity: observedMeasure,
    /** Rain since midnight at the station. */
    precipitation: observedMeasure,
    wgbt: observedMeasure,
    windSpeed: observedMeasure,
    windGust: observedMeasure,
    /** One of sixteen compass points; null when calm. */
    windDirection: z.nullable(z.string()),
    weather_code: weatherCode,
    observationTime: z.nullable(instant),
  }),
  /**
   * Stale: no source has reported recently, and this is the last value received. Missing: no value was ever received.
   */
  state: z.enum(['Fresh', 'Stale', 'Missing']),
  because: z.string(),
  /**
   * A different value, reported by another of your stations at the place; null if no other station contradicts this
   * one. Older servers omit it.
   */
  disagreement: z.optional(z.nullable(z.string())),
  calibratedData,
  weatherStation: z.nullable(observationStation),
  metarStation: z.nullable(observationStation),
  canViewHistorical: z.boolean(),
  /** 1 if one of the customer's stations is the source; -1 means no preferred station. */
  type: z.number(),
})
export type PlaceObservation = z.output<typeof placeObservation>

export const getObservation = call({
  name: 'getObservation',
  summary: 'Get current conditions at a location',
  method: 'GET',
  path: '/api/observations/ForLocation/{id}',
  who: 'signed-in',
  params: z.strictObject({ id: idText }),
  reply: placeObservation,
})

const point = { latitude: latitudeText, longitude: longitudeText }

export const lookUpObservation = call({
  name: 'lookUpObservation',
  summary: 'Get current conditions at a point; with preferred=false from airports only',
  method: 'GET',
  path: '/api/observations/Lookup',
  who: 'signed-in',
  query: z.strictObject({
    ...point,
    preferred: z._default(
      z.pipe(
        z.enum(['true', 'false'], 'must be true or false'),
        z.transform((text: 'true' | 'false') => text === 'true'),
      ),
      true,
    ),
  }),
  reply: placeObservation,
})

export const lookUpMetar = call({
  name: 'lookUpMetar',
  summary: 'Get current conditions at a point, from airports only',
  method: 'GET',
  path: '/api/observations/Metar',
  who: 'signed-in',
  query: z.strictObject(point),
  reply: placeObservation,
})

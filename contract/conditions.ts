import { call } from './call.ts'
import { observedMeasure, weatherCode } from './measures.ts'
import { idNumber, idText, instant, latitudeText, longitudeText } from './shapes.ts'
import * as z from 'zod/mini'

/** Rain as the radar corrects it; null while nobody does. */
export const calibratedData = z.nullable(
  z.object({ rainToday: z.nullable(z.number()), rainUpdatedTime: z.nullable(instant) }),
)

export const observationStation = z.object({
  id: idNumber,
  name: z.string(),
  /** 0 an airport, 1 a station of the customer. */
  type: z.number(),
  imageUrl: z.nullable(z.string()),
  distanceInMiles: z.number(),
})

/** The weather at a place. Each value says who measured it: where one source lacks something, another may speak. */
export const placeObservation = z.object({
  data: z.object({
    ambientTemperature: observedMeasure,
    feelLike: observedMeasure,
    heatIndex: observedMeasure,
    windChill: observedMeasure,
    dewPoint: observedMeasure,
    relativeHumidity: observedMeasure,
    /** Rain since the station's midnight. */
    precipitation: observedMeasure,
    wgbt: observedMeasure,
    windSpeed: observedMeasure,
    windGust: observedMeasure,
    /** Of sixteen points; null when it is calm. */
    windDirection: z.nullable(z.string()),
    weather_code: weatherCode,
    observationTime: z.nullable(instant),
  }),
  /** Stale: nobody has spoken of late, and this is the last that was heard. Missing: nothing was. */
  state: z.enum(['Fresh', 'Stale', 'Missing']),
  because: z.string(),
  calibratedData,
  weatherStation: z.nullable(observationStation),
  metarStation: z.nullable(observationStation),
  canViewHistorical: z.boolean(),
  /** 1 where a station of the customer speaks; -1 means no preferred station. */
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

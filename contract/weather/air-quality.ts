import { call } from '#contract/call'
import { idNumber, idText, instant } from '#contract/shapes'
import * as z from 'zod/mini'

/** An index with its color and name; null if it cannot be determined. */
const index = z.object({
  value: z.nullable(z.number()),
  color: z.nullable(z.string()),
  shortDescription: z.nullable(z.string()),
})
export type WireIndex = z.output<typeof index>

export const pollutantAtLocation = z.object({
  pollutantName: z.enum(['PM2.5', 'PM10', 'Ozone']),
  isMainPollutant: z.boolean(),
  sourceName: z.string(),
  /** Whether one of the customer's own instruments measured it. */
  isOwnSensor: z.optional(z.boolean()),
  distanceInMiles: z.number(),
  aqiData: z.object({
    nowCastIndex: index,
    oneHourIndex: index,
    /** Ozone only. */
    eightHourIndex: index,
    /** Particulate matter only. */
    twentyFourHourIndex: index,
  }),
  utcTimeStamp: instant,
  /** When the value stops being current. */
  freshUntil: instant,
})
export type PollutantAtLocation = z.output<typeof pollutantAtLocation>

export const airQualityAtLocation = call({
  name: 'airQualityAtLocation',
  summary: 'Get the air quality at a location; empty where no sensor is within 10 miles',
  method: 'GET',
  path: '/api/AirQuality/Location/{id}',
  who: 'signed-in',
  params: z.strictObject({ id: idText }),
  reply: z.array(pollutantAtLocation),
})

export const listAirSensors = call({
  name: 'listAirSensors',
  summary:
    'List the air sensors within 10 miles of your organization’s locations; all sensors for Super Admin, and those near your own locations for roles without administration',
  method: 'GET',
  path: '/api/AirQuality',
  who: 'signed-in',
  reply: z.array(
    z.object({
      id: idNumber,
      name: z.string(),
      /** Public sensors have no owner. */
      customerName: z.nullable(z.string()),
      /** Whether the sensor has reported recently. */
      status: z.boolean(),
      lastActivity: z.nullable(instant),
      pM2_5: z.object({ nowcast: z.nullable(z.number()) }),
      pM10: z.object({ nowcast: z.nullable(z.number()) }),
    }),
  ),
})

export const airQualityCategories = call({
  name: 'airQualityCategories',
  summary: 'List the air quality index categories',
  method: 'GET',
  path: '/api/AirQuality/Categories',
  who: 'signed-in',
  reply: z.array(
    z.object({
      name: z.string(),
      color: z.string(),
      min: z.number(),
      /** Null for the last band, which is open-ended. */
      max: z.nullable(z.number()),
    }),
  ),
})

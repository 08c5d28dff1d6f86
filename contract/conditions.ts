import { call } from './call.ts'
import { observedMeasure, weatherCode } from './measures.ts'
import { idNumber, idText, instant, latitudeText, longitudeText, mediaReply } from './shapes.ts'
import * as z from 'zod/mini'

/** Rain as the radar corrects it; null while nobody does. */
const calibratedData = z.nullable(
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
  summary: 'The weather at a location now',
  method: 'GET',
  path: '/api/observations/ForLocation/{id}',
  who: 'signed-in',
  params: z.strictObject({ id: idText }),
  reply: placeObservation,
})

const point = { latitude: latitudeText, longitude: longitudeText }

export const lookUpObservation = call({
  name: 'lookUpObservation',
  summary: 'The weather at a point now; with preferred=false by airports alone',
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
  summary: 'The weather at a point now, by airports alone',
  method: 'GET',
  path: '/api/observations/Metar',
  who: 'signed-in',
  query: z.strictObject(point),
  reply: placeObservation,
})

// Stations

const ofStation = z.strictObject({ id: idText })

export const getCurrentObservation = call({
  name: 'getCurrentObservation',
  summary: 'The last word of a station',
  method: 'GET',
  path: '/api/observations/Current/{id}',
  who: 'signed-in',
  params: ofStation,
  reply: z.object({
    observationTime: z.nullable(instant),
    windSpeed: observedMeasure,
    ambientTemperature: observedMeasure,
    wgbt: observedMeasure,
  }),
})

export const weatherStation = z.object({
  id: idNumber,
  locationName: z.string(),
  /** What its source calls it. */
  hardwareId: z.string(),
  lastUpdated: z.nullable(instant),
  /** Whether its last word is recent. */
  isFresh: z.boolean(),
  latitude: z.number(),
  longitude: z.number(),
  elevationFeet: z.nullable(z.number()),
  timeZone: z.string(),
  /** 0 an airport, 1 a station of a customer. */
  type: z.number(),
  imageUrl: z.nullable(z.string()),
  ambientTemperature: observedMeasure,
  feelLike: observedMeasure,
  heatIndex: observedMeasure,
  windChill: observedMeasure,
  windSpeed: observedMeasure,
  windGust: observedMeasure,
  windDirection: observedMeasure,
  /** Of eight points; null when it is calm. */
  windDirectionText: z.nullable(z.string()),
  rainToday: observedMeasure,
  wetBulbGlobalTemp: observedMeasure,
  calibratedData,
  features: z.array(z.object({ displayName: z.string(), customerId: z.nullable(idNumber) })),
  canViewHistorical: z.boolean(),
})
export type WeatherStation = z.output<typeof weatherStation>

export const getWeatherStation = call({
  name: 'getWeatherStation',
  summary: 'A weather station with its last word',
  method: 'GET',
  path: '/api/WeatherStation/{id}',
  who: 'signed-in',
  params: ofStation,
  reply: weatherStation,
})

/** Its address stands in whatever speaks of the station, and stays the same for some hours; the picture does not. */
export const stationImage = call({
  name: 'stationImage',
  summary: 'What the camera of a station saw last, by the address that came with the station',
  method: 'GET',
  path: '/api/WeatherStation/Image/{id}',
  who: 'anyone',
  machines: true,
  media: 'image/jpeg',
  params: ofStation,
  query: z.strictObject({
    expires: z.string().check(z.regex(/^\d{1,12}$/, 'must be a whole number')),
    key: z.string(),
  }),
  reply: mediaReply,
})

export const mapStation = z.object({
  ...z.pick(weatherStation, { id: true, isFresh: true, latitude: true, longitude: true, type: true }).shape,
  name: z.string(),
  /** °F; null where it is not known. */
  temperature: z.nullable(z.number()),
})
export type MapStation = z.output<typeof mapStation>

export const listMapStations = call({
  name: 'listMapStations',
  summary: 'Every weather station that the caller may see, with the temperature that it last told',
  method: 'GET',
  path: '/api/map/WeatherStations',
  who: 'signed-in',
  reply: z.array(mapStation),
})

// History: numbers in °F, mph and inches, null where nothing was measured.

const value = z.nullable(z.number())
const wholeHours = z.pipe(
  z.string().check(z.regex(/^\d{1,3}$/, 'must be a whole number of hours')),
  z.transform((text: string) => Number(text)),
)

export const observationRow = z.object({
  date: instant,
  avgAmbientTemperature: value,
  maxWindSpeed: value,
  maxWetBulbGlobalTemp: value,
})

export const listObservations = call({
  name: 'listObservations',
  summary: 'What a station measured in the last hours: every 5 minutes up to 12 hours, beyond every 15',
  method: 'GET',
  path: '/api/Observations/{id}',
  who: 'signed-in',
  params: ofStation,
  query: z.strictObject({
    hours: z._default(
      z.pipe(
        wholeHours,
        z.number().check(z.minimum(1, 'must be at least 1'), z.maximum(168, 'must be at most 168')),
      ),
      12,
    ),
  }),
  reply: z.array(observationRow),
})

/** The hour that begins at an instant; `maxRain1Hr` is the rain of that hour. */
export const hourlyHistoryRow = z.object({
  date: instant,
  avgAmbientTemperature: value,
  maxWindSpeed: value,
  maxWindGust: value,
  maxRain1Hr: value,
})

/** A day of the station's own calendar; today as far as it has come. */
export const dailyHistoryRow = z.object({
  date: z.iso.date(),
  minAmbientTemperature: value,
  avgAmbientTemperature: value,
  maxAmbientTemperature: value,
  maxWindSpeed: value,
  maxWindGust: value,
  rainTotal: value,
})

export const historyOfDay = call({
  name: 'historyOfDay',
  summary: 'The last 24 hours of a station, hour by hour',
  method: 'GET',
  path: '/api/Observations/Historical/Day/{id}',
  who: 'signed-in',
  params: ofStation,
  reply: z.array(hourlyHistoryRow),
})

export const historyOfWeek = call({
  name: 'historyOfWeek',
  summary: 'The last 7 days of a station, today included',
  method: 'GET',
  path: '/api/Observations/Historical/Week/{id}',
  who: 'signed-in',
  params: ofStation,
  reply: z.array(dailyHistoryRow),
})

export const historyOfMonth = call({
  name: 'historyOfMonth',
  summary: 'The last 30 days of a station, today included',
  method: 'GET',
  path: '/api/Observations/Historical/Month/{id}',
  who: 'signed-in',
  params: ofStation,
  reply: z.array(dailyHistoryRow),
})

/** A day of the station's calendar, or an instant that lies in it. */
const dayOrInstant = z.union([z.iso.date(), z.iso.datetime({ offset: true })], 'must be a date')

export const historyOfRange = call({
  name: 'historyOfRange',
  summary: 'A station day by day, for at most 90 days',
  method: 'GET',
  path: '/api/Observations/Historical/Custom/{id}',
  who: 'signed-in',
  params: ofStation,
  query: z.strictObject({ startDate: dayOrInstant, endDate: dayOrInstant }),
  reply: z.array(dailyHistoryRow),
})

// Evapotranspiration

/** Inches on a local day. Days for which too little was measured are left out. */
export const evapotranspirationReading = z.object({
  value: z.number(),
  date: z.iso.date(),
  timeZone: z.string(),
})

export const getEvapotranspiration = call({
  name: 'getEvapotranspiration',
  summary: 'The evapotranspiration at a station on the last 3 or 7 whole days',
  method: 'GET',
  path: '/api/Evapotranspiration/{id}',
  who: 'signed-in',
  params: ofStation,
  query: z.strictObject({
    days: z._default(
      z.pipe(
        z.enum(['3', '7'], 'must be 3 or 7'),
        z.transform((text: '3' | '7') => Number(text)),
      ),
      7,
    ),
  }),
  reply: z.array(evapotranspirationReading),
})

export const getEvapotranspirationOfRange = call({
  name: 'getEvapotranspirationOfRange',
  summary: 'The same for a range of at most 14 days',
  method: 'GET',
  path: '/api/Evapotranspiration/Custom/{id}',
  who: 'signed-in',
  params: ofStation,
  query: z.strictObject({ startDate: dayOrInstant, endDate: dayOrInstant }),
  reply: z.array(evapotranspirationReading),
})

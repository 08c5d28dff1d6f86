import { etNeeds } from '#domain/evapotranspiration/missing'
import { call } from '#contract/call'
import { calibratedData } from '#contract/weather/conditions'
import { observedMeasure } from '#contract/weather/measures'
import { measuredOrNull, ofStation, wholeHours } from '#contract/weather/observations'
import {
  fileReply,
  idNumber,
  idText,
  instant,
  latitudeText,
  longitudeText,
  mediaReply,
} from '#contract/shapes'
import * as z from 'zod/mini'

export const getCurrentObservation = call({
  name: 'getCurrentObservation',
  summary: 'Get a station’s latest reading',
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
  /** The name that its source uses. */
  hardwareId: z.string(),
  lastUpdated: z.nullable(instant),
  /** Whether the station's latest reading is recent. */
  isFresh: z.boolean(),
  latitude: z.number(),
  longitude: z.number(),
  elevationFeet: z.nullable(z.number()),
  timeZone: z.string(),
  /** 0 for an airport, 1 for a customer's station. */
  type: z.number(),
  imageUrl: z.nullable(z.string()),
  ambientTemperature: observedMeasure,
  feelLike: observedMeasure,
  heatIndex: observedMeasure,
  windChill: observedMeasure,
  windSpeed: observedMeasure,
  windGust: observedMeasure,
  windDirection: observedMeasure,
  /** One of eight compass points; null when calm. */
  windDirectionText: z.nullable(z.string()),
  rainToday: observedMeasure,
  wetBulbGlobalTemp: observedMeasure,
  calibratedData,
  features: z.array(z.object({ displayName: z.string(), customerId: z.nullable(idNumber) })),
  canViewHistorical: z.boolean(),
  /** When data from the station was last dropped, and why. Shown only to the people who manage it, for a few hours. */
  dropped: z.nullable(z.object({ at: instant, because: z.string() })),
  /** Whether the station's page is visible without signing in. */
  isPublic: z.boolean(),
  /** Whether the caller may make that page public or private. */
  canShare: z.boolean(),
})
export type WeatherStation = z.output<typeof weatherStation>

export const getWeatherStation = call({
  name: 'getWeatherStation',
  summary: 'Get a weather station with its latest reading',
  method: 'GET',
  path: '/api/WeatherStation/{id}',
  who: 'anyone',
  params: ofStation,
  reply: weatherStation,
})

export const listWeatherStations = call({
  name: 'listWeatherStations',
  summary: 'List the weather stations whose history the caller can see, by name',
  method: 'GET',
  path: '/api/WeatherStation',
  who: 'signed-in',
  reply: z.array(
    z.object({
      id: idNumber,
      hardwareId: z.string(),
      locationName: z.string(),
      timeZone: z.string(),
      /** The first day in the station's calendar for which there is data. */
      historySince: z.nullable(z.iso.date()),
    }),
  ),
})
export type ListedStation = z.output<typeof listWeatherStations.reply>[number]

export const shareWeatherStation = call({
  name: 'shareWeatherStation',
  summary: 'Make a station’s page public or private',
  method: 'PATCH',
  path: '/api/WeatherStation/{id}',
  who: { roles: ['SuperAdmin', 'Admin'] },
  params: ofStation,
  body: z.strictObject({ isPublic: z.boolean() }),
  reply: z.pick(weatherStation, { id: true, isPublic: true }),
})

/** From below the Dead Sea to above Mount Everest. */
export const elevationFeet = z
  .number()
  .check(z.minimum(-1500, 'must be from -1500 to 29100'), z.maximum(29_100, 'must be from -1500 to 29100'))

export const correctStationElevation = call({
  name: 'correctStationElevation',
  summary: 'Set a station’s elevation, which is needed to calculate evapotranspiration',
  method: 'PUT',
  path: '/api/WeatherStation/Elevation/{id}',
  who: { roles: ['SuperAdmin', 'Admin'] },
  params: ofStation,
  body: z.strictObject({ elevationFeet: z.nullable(elevationFeet) }),
  reply: z.pick(weatherStation, { id: true, elevationFeet: true }),
})

export const proposeStationElevation = call({
  name: 'proposeStationElevation',
  summary: 'Suggest an elevation for a new station, from the nearest station with a known one',
  method: 'GET',
  path: '/api/WeatherStation/Elevation',
  who: { roles: ['SuperAdmin'] },
  query: z.strictObject({ latitude: latitudeText, longitude: longitudeText }),
  reply: z.nullable(
    z.object({ elevationFeet: z.number(), locationName: z.string(), distanceMiles: z.number() }),
  ),
})

export const stationImageTime = call({
  name: 'stationImageTime',
  summary: 'Get the time and address of a station’s latest camera image',
  method: 'GET',
  path: '/api/WeatherStation/ImageTime/{id}',
  who: 'anyone',
  params: ofStation,
  reply: z.object({ lastModified: z.nullable(instant), imageUrl: z.nullable(z.string()) }),
})

/** Every response about the station includes this URL, which stays the same for a few hours while the image changes. */
export const stationImage = call({
  name: 'stationImage',
  summary: 'Get a station’s latest camera image, by its signed address',
  method: 'GET',
  path: '/api/WeatherStation/Image/{id}',
  who: 'anyone',
  machines: true,
  onOtherSites: true,
  media: 'image/jpeg',
  params: ofStation,
  query: z.strictObject({
    expires: z.string().check(z.regex(/^\d{1,12}$/, 'must be a whole number')),
    key: z.string(),
    /** Changes whenever the image does, for pages that stay open for weeks. */
    at: z.optional(z.string().check(z.maxLength(40))),
  }),
  reply: mediaReply,
})

export const mapStation = z.object({
  ...z.pick(weatherStation, { id: true, isFresh: true, latitude: true, longitude: true, type: true }).shape,
  name: z.string(),
  /** °F; null if unknown. */
  temperature: z.nullable(z.number()),
})
export type MapStation = z.output<typeof mapStation>

export const listMapStations = call({
  name: 'listMapStations',
  summary: 'List the weather stations that the caller can see, with their latest temperature',
  method: 'GET',
  path: '/api/map/WeatherStations',
  who: 'signed-in',
  reply: z.array(mapStation),
})

/** Whether radar has corrected the gauge's measurement. */
const rainIsCorrected = z.boolean()

/** The hour that starts at this time; `maxRain1Hr` is the rain in that hour. */
export const hourlyHistoryRow = z.object({
  date: instant,
  avgAmbientTemperature: measuredOrNull,
  maxWindSpeed: measuredOrNull,
  maxWindGust: measuredOrNull,
  maxRain1Hr: measuredOrNull,
  rainIsCorrected,
})

/** A day in the station's calendar. Today's row covers only the time so far. */
export const dailyHistoryRow = z.object({
  date: z.iso.date(),
  minAmbientTemperature: measuredOrNull,
  avgAmbientTemperature: measuredOrNull,
  maxAmbientTemperature: measuredOrNull,
  maxWindSpeed: measuredOrNull,
  maxWindGust: measuredOrNull,
  rainTotal: measuredOrNull,
  rainIsCorrected,
})

export const historyOfDay = call({
  name: 'historyOfDay',
  summary: 'Get a station’s last 24 hours, by hour',
  method: 'GET',
  path: '/api/Observations/Historical/Day/{id}',
  who: 'anyone',
  params: ofStation,
  reply: z.array(hourlyHistoryRow),
})

export const historyOfWeek = call({
  name: 'historyOfWeek',
  summary: 'Get a station’s last 7 days, including today',
  method: 'GET',
  path: '/api/Observations/Historical/Week/{id}',
  who: 'anyone',
  params: ofStation,
  reply: z.array(dailyHistoryRow),
})

export const historyOfMonth = call({
  name: 'historyOfMonth',
  summary: 'Get a station’s last 30 days, including today',
  method: 'GET',
  path: '/api/Observations/Historical/Month/{id}',
  who: 'anyone',
  params: ofStation,
  reply: z.array(dailyHistoryRow),
})

/** A day in the station's calendar, or any time on that day. */
const dayOrInstant = z.union([z.iso.date(), z.iso.datetime({ offset: true })], 'must be a date')

export const historyOfRange = call({
  name: 'historyOfRange',
  summary: 'Get a station’s daily history, for at most 90 days',
  method: 'GET',
  path: '/api/Observations/Historical/Custom/{id}',
  who: 'anyone',
  params: ofStation,
  query: z.strictObject({ startDate: dayOrInstant, endDate: dayOrInstant }),
  reply: z.array(dailyHistoryRow),
})

// Condition snapshots

/** The quarter of an hour that starts at this time. Lightning is null unless all of it was monitored. */
export const conditionSnapshot = z.object({
  date: instant,
  avgAmbientTemperature: measuredOrNull,
  avgFeelsLike: measuredOrNull,
  maxWetBulbGlobalTemp: measuredOrNull,
  avgRelativeHumidity: measuredOrNull,
  maxWindSpeed: measuredOrNull,
  maxWindGust: measuredOrNull,
  rain: measuredOrNull,
  strikesWithin10Miles: measuredOrNull,
  /** Distance of the nearest strike within 30 miles; null if there was none. */
  nearestStrikeMiles: measuredOrNull,
})
export type ConditionSnapshot = z.output<typeof conditionSnapshot>

export const listConditionSnapshots = call({
  name: 'listConditionSnapshots',
  summary: 'List recent condition snapshots at a station, with lightning, every 15 minutes',
  method: 'GET',
  path: '/api/Observations/ConditionSnapshots/{id}',
  who: 'anyone',
  params: ofStation,
  query: z.strictObject({
    hours: z._default(
      z.pipe(
        wholeHours,
        z.number().check(z.minimum(1, 'must be at least 1'), z.maximum(168, 'must be at most 168')),
      ),
      24,
    ),
  }),
  reply: z.array(conditionSnapshot),
})

// Exports

export const exportHistory = call({
  name: 'exportHistory',
  summary: 'Export a station’s history as CSV: by day for at most 180 days, by hour for at most 31',
  method: 'GET',
  path: '/api/Observations/Historical/Export/{interval}/{id}',
  who: 'signed-in',
  file: 'text/csv',
  params: z.strictObject({ interval: z.string(), id: idText }),
  query: z.strictObject({ startDate: dayOrInstant, endDate: dayOrInstant }),
  reply: fileReply,
})

export const exportConditionSnapshots = call({
  name: 'exportConditionSnapshots',
  summary: 'Export a station’s condition snapshots as CSV, for at most 7 days',
  method: 'GET',
  path: '/api/Observations/Historical/Export/ConditionSnapshots/{id}',
  who: 'signed-in',
  file: 'text/csv',
  params: ofStation,
  query: z.strictObject({ startDate: dayOrInstant, endDate: dayOrInstant }),
  reply: fileReply,
})

// Evapotranspiration

/** Inches per local day. Days with too few measurements are omitted. */
export const evapotranspirationReading = z.object({
  value: z.number(),
  date: z.iso.date(),
  timeZone: z.string(),
})

export const getEvapotranspiration = call({
  name: 'getEvapotranspiration',
  summary: 'Get a station’s evapotranspiration for the last 3 or 7 full days',
  method: 'GET',
  path: '/api/Evapotranspiration/{id}',
  who: 'anyone',
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

export const evapotranspirationMissing = call({
  name: 'evapotranspirationMissing',
  summary: 'List what a station lacks for the evapotranspiration of the last 7 full days',
  method: 'GET',
  path: '/api/Evapotranspiration/Missing/{id}',
  who: 'anyone',
  params: ofStation,
  reply: z.object({ missing: z.array(z.enum(etNeeds)) }),
})

export const getEvapotranspirationOfRange = call({
  name: 'getEvapotranspirationOfRange',
  summary: 'Get a station’s evapotranspiration for a range of at most 14 days',
  method: 'GET',
  path: '/api/Evapotranspiration/Custom/{id}',
  who: 'anyone',
  params: ofStation,
  query: z.strictObject({ startDate: dayOrInstant, endDate: dayOrInstant }),
  reply: z.array(evapotranspirationReading),
})

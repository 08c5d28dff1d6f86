import { gzipSync } from 'node:zlib'
import { alertPage, regionAlert } from '#server/feeds/eccc/eccc.testing'
import { hourMs, minuteMs } from '#server/platform/clock'
import {
  digitsOf,
  document,
  floorTo,
  isoSeconds,
  json,
  norman,
  reportEveryMs,
  type PlayedHost,
  type Sky,
} from './played-sky.testing.ts'

/** api.weather.gc.ca: a warning for Toronto with each storm in Norman, listed until an hour after its end. */
export const canada =
  (sky: Sky): PlayedHost =>
  async (path, _query, nowMs) => {
    if (path !== '/collections/weather-alerts/items') return null
    const listed = sky.warnings.filter(({ fromMs, toMs }) => nowMs >= fromMs && nowMs < toMs + hourMs)
    const features = listed.map(({ fromMs, toMs }) =>
      regionAlert(`${fromMs}_fea1-1185`, {
        alert_code: 'STW',
        alert_name_en: 'severe thunderstorm warning',
        risk_colour_en: 'orange',
        status_en: nowMs < toMs ? 'issued' : 'ended',
        publication_datetime: isoSeconds(nowMs < toMs ? fromMs : toMs),
        validity_datetime: isoSeconds(fromMs),
        expiration_datetime: isoSeconds(toMs + 2 * hourMs),
        event_end_datetime: isoSeconds(toMs),
      }),
    )
    return json(alertPage(features, { timeStamp: new Date(nowMs).toISOString() }), 'application/geo+json')
  }

const metarColumns =
  'raw_text,station_id,observation_time,latitude,longitude,temp_c,dewpoint_c,wind_dir_degrees,wind_speed_kt,wind_gust_kt,visibility_statute_mi,altim_in_hg,sea_level_pressure_mb,corrected,auto,auto_station,maintenance_indicator_on,no_signal,lightning_sensor_off,freezing_rain_sensor_off,present_weather_sensor_off,wx_string,sky_cover,cloud_base_ft_agl,sky_cover,cloud_base_ft_agl,sky_cover,cloud_base_ft_agl,sky_cover,cloud_base_ft_agl,flight_category,three_hr_pressure_tendency_mb,maxT_c,minT_c,maxT24hr_c,minT24hr_c,precip_in,pcp3hr_in,pcp6hr_in,pcp24hr_in,snow_in,vert_vis_ft,metar_type,elevation_m'
const airports = [
  { id: 'KOUN', name: 'Norman/Westheimer', place: '35.2456,-97.4721' },
  { id: 'KOKC', name: 'Oklahoma City/Will Rogers', place: '35.3931,-97.6007' },
]
/** A report is in the file a minute after it was made. */
const reportLateMs = minuteMs

/** aviationweather.gov: a report of both airports every five minutes. */
export const aviationWeather =
  (sky: Sky): PlayedHost =>
  async (path, query, nowMs) => {
    const zipped = (text: string) => document('application/x-gzip', gzipSync(text))
    if (path === '/data/cache/stations.cache.json.gz')
      return zipped(JSON.stringify(airports.map(({ id, name }) => ({ icaoId: id, site: name, state: 'OK' }))))
    const atMs = floorTo(nowMs - reportLateMs, reportEveryMs)
    const celsius = sky.celsiusAt(atMs).toFixed(1)
    if (path === '/api/data/metar')
      return json(
        airports
          .filter(({ id }) => query.get('ids')?.split(',').includes(id))
          .map(({ id, place }) => {
            const [lat, lon] = place.split(',').map(Number)
            return { icaoId: id, lat, lon, elev: 360, obsTime: atMs / 1000, temp: Number(celsius), dewp: 12 }
          }),
      )
    if (path !== '/data/cache/metars.cache.csv.gz') return null
    const time = new Date(atMs).toISOString().replace('.000Z', 'Z')
    const rows = airports.map(
      ({ id, place }) =>
        `${id} AUTO,${id},${time},${place},${celsius},12.0,180,12,,10+,29.92,,,TRUE,TRUE,,,,,,,FEW,8000,,,,,,,VFR,,,,,,,,,,,,METAR,360`,
    )
    return zipped(`No errors\nNo warnings\n${[metarColumns, ...rows].join('\n')}\n`)
  }

const airColumns =
  '"AQSID","SiteName","Status","EPARegion","Latitude","Longitude","Elevation","GMTOffset","CountryCode","StateName","ValidDate","ValidTime","DataSource","ReportingArea_PipeDelimited","OZONE_AQI","PM10_AQI","PM25_AQI","NO2_AQI","OZONE_Measured","PM10_Measured","PM25_Measured","NO2_Measured","PM25","PM25_Unit","OZONE","OZONE_Unit","NO2","NO2_Unit","CO","CO_Unit","SO2","SO2_Unit","PM10","PM10_Unit"'
/** The file of an hour is available ten minutes after its end. */
const airLateMs = hourMs + 10 * minuteMs
export const particlesPerCubicMetre = 10.6

/** AirNow: one site in Norman. */
export const airNow: PlayedHost = async (path, _query, nowMs) => {
  const [, digits] =
    /^\/files\.airnowtech\.org\/airnow\/\d{4}\/\d{8}\/HourlyAQObs_(\d{10})\.dat$/.exec(path) ?? []
  if (digits === undefined) return null
  const [year, month, day, hour] = [
    digits.slice(0, 4),
    digits.slice(4, 6),
    digits.slice(6, 8),
    digits.slice(8),
  ]
  const hourStartMs = Date.parse(`${year}-${month}-${day}T${hour}:00:00Z`)
  if (hourStartMs + airLateMs > nowMs) return null
  const about = `"400270049","Norman","Active","R6","${norman.latitude}","${norman.longitude}","357","-6","US","OK","${month}/${day}/${year}","${hour}:00","ODEQ","Norman"`
  const measured = `"","","","","0","0","1","0","${particlesPerCubicMetre}","UG/M3","","","","","","","","","",""`
  return document('application/octet-stream', `${airColumns}\r\n${about},${measured}`)
}

const advisoryEveryMs = 6 * hourMs
/** Returns the last of 03, 09, 15 and 21 UTC. */
const advisoryMs = (nowMs: number) => floorTo(nowMs, advisoryEveryMs, 3 * hourMs)
const dayTime = (ms: number) => `${digitsOf(ms, 8).slice(6)}/${digitsOf(ms, 12).slice(8)}Z`

/** The National Hurricane Center: one hurricane, far from everyone. */
export const hurricanes: PlayedHost = async (path, _query, nowMs) => {
  const issuedMs = advisoryMs(nowMs)
  const issued = new Date(issuedMs).toISOString()
  if (path === '/CurrentStorms.json')
    return json({
      activeStorms: [
        {
          id: 'al052026',
          binNumber: 'AT5',
          name: 'Erin',
          classification: 'HU',
          intensity: '90',
          pressure: '962',
          latitude: '24.1N',
          longitude: '60.2W',
          latitudeNumeric: 24.1,
          longitudeNumeric: -60.2,
          movementDir: 300,
          movementSpeed: 12,
          lastUpdate: issued,
          forecastAdvisory: {
            advNum: digitsOf(issuedMs, 10).slice(-3),
            issuance: issued,
            url: 'https://www.nhc.noaa.gov/text/MIATCMAT5.shtml',
          },
          trackCone: { advNum: digitsOf(issuedMs, 10).slice(-3) },
        },
      ],
    })
  if (path !== '/text/MIATCMAT5.shtml') return null
  const weekday = new Date(issuedMs).toUTCString()
  const date = `${weekday.slice(0, 3)} ${weekday.slice(8, 11)} ${weekday.slice(5, 7)} ${weekday.slice(12, 16)}`
  return document(
    'text/html',
    `<pre>
WTNT25 KNHC ${digitsOf(issuedMs, 12).slice(6)}
TCMAT5

HURRICANE ERIN FORECAST/ADVISORY NUMBER  18
NWS NATIONAL HURRICANE CENTER MIAMI FL       AL052026
${digitsOf(issuedMs, 12).slice(8)} UTC ${date.toUpperCase()}

HURRICANE CENTER LOCATED NEAR 24.1N  60.2W AT ${dayTime(issuedMs)}

PRESENT MOVEMENT TOWARD THE WEST-NORTHWEST OR 300 DEGREES AT  12 KT

ESTIMATED MINIMUM CENTRAL PRESSURE  962 MB
MAX SUSTAINED WINDS  90 KT WITH GUSTS TO 110 KT.

FORECAST VALID ${dayTime(issuedMs + 9 * hourMs)} 25.0N  61.9W
MAX WIND  95 KT...GUSTS 115 KT.
$$
</pre>`,
  )
}

const mapPath = '/tropical/rest/services/tropical/NHC_tropical_weather/MapServer'
/** Different from the cone that our own rule would draw. */
export const playedCone = [
  [-60.2, 24],
  [-62.5, 24.2],
  [-63, 25.5],
  [-61.5, 26],
  [-60.2, 24],
] as const

/** The National Hurricane Center's map, with the cone of its hurricane. */
export const coneMap: PlayedHost = async (path, _query, nowMs) => {
  if (path === mapPath)
    return json({ layers: [5, 112].map(id => ({ id, name: id === 112 ? 'AT5 Forecast Cone' : 'AT1' })) })
  if (path !== `${mapPath}/112/query`) return null
  const advisnum = digitsOf(advisoryMs(nowMs), 10).slice(-3)
  const properties = { stormname: 'Erin', basin: 'al', stormnum: 5, advisnum }
  const geometry = { type: 'Polygon', coordinates: [playedCone] }
  return json(
    { type: 'FeatureCollection', features: [{ type: 'Feature', properties, geometry }] },
    'application/geo+json',
  )
}

/** The models of the hurricane. */
export const decks: PlayedHost = async (path, _query, nowMs) => {
  if (path !== '/atcf/aid_public/aal052026.dat.gz') return null
  const cycle = digitsOf(floorTo(nowMs, advisoryEveryMs), 10)
  const lines = ['0, 241N, 602W', '12, 250N, 619W'].map(at => `AL, 05, ${cycle}, 03, OFCL, ${at}, 90, 962,`)
  return document('application/x-gzip', gzipSync(lines.join('\n')))
}

/** The Weather Prediction Center: an analysis every three hours, an hour and a half after its time. */
export const surfaceBulletin: PlayedHost = async (path, _query, nowMs) => {
  if (path !== '/discussions/codsus_hr') return null
  const validMs = floorTo(nowMs - 90 * minuteMs, 3 * hourMs)
  const [weekday = '', day = '', month = '', year = ''] = new Date(validMs).toUTCString().split(/,? /)
  return document(
    'text/plain',
    `
178
ASUS02 KWBC ${digitsOf(validMs, 12).slice(6)}
CODSUS

CODED SURFACE FRONTAL POSITIONS
NWS WEATHER PREDICTION CENTER COLLEGE PARK MD
342 PM EDT ${weekday.toUpperCase()} ${month.toUpperCase()} ${day} ${year}

VALID ${digitsOf(validMs, 10).slice(4)}Z
HIGHS 1022 3961069 1020 3851069
LOWS 1002 3441145
COLD WK 5280837 5090871 5040890
$$
`,
  )
}

import type { AirReading, AirSensor, Pollutant } from '#domain/air-quality/sensor'
import { meanOf, roundedSample } from './station-samples.ts'
import { simulatedSource } from '#domain/feeds/source'
import type { Fields, World } from '#simulator/world'

const all: readonly Pollutant[] = ['PM2.5', 'PM10', 'O3']
const fine: readonly Pollutant[] = ['PM2.5', 'O3']
const dustOnly: readonly Pollutant[] = ['PM2.5']

/** Sensors in cities, and near every demo place except Buffalo, which shows a location without air quality. */
const sites: readonly [
  id: string,
  name: string,
  latitude: number,
  longitude: number,
  measures: readonly Pollutant[],
][] = [
  ['norman', 'Norman - Goldsby Road', 35.1948, -97.4642, all],
  ['phoenix', 'Phoenix - Central', 33.4578, -112.0466, all],
  ['phoenix-west', 'Phoenix - West', 33.4839, -112.1426, fine],
  ['tampa', 'Tampa - Davis Islands', 27.9202, -82.4569, all],
  ['fresno', 'Fresno - Garland', 36.7853, -119.7732, all],
  ['fresno-drummond', 'Fresno - Drummond', 36.7055, -119.7414, fine],
  ['amarillo', 'Amarillo - North', 35.2566, -101.8275, fine],
  ['oklahoma-city', 'Oklahoma City - North', 35.6141, -97.4751, all],
  ['tulsa', 'Tulsa', 36.2049, -95.9765, fine],
  ['dallas', 'Dallas - Hinton Street', 32.8201, -96.8601, all],
  ['houston', 'Houston - Deer Park', 29.6704, -95.1285, all],
  ['austin', 'Austin - North Hills', 30.3544, -97.7603, fine],
  ['san-antonio', 'San Antonio - Northwest', 29.5151, -98.6202, fine],
  ['el-paso', 'El Paso - Chamizal', 31.7656, -106.4552, all],
  ['lubbock', 'Lubbock', 33.5908, -101.8476, dustOnly],
  ['new-orleans', 'New Orleans - City Park', 29.9949, -90.102, fine],
  ['memphis', 'Memphis - Alabama Avenue', 35.1517, -90.0417, all],
  ['nashville', 'Nashville - East', 36.1763, -86.7388, fine],
  ['atlanta', 'Atlanta - South DeKalb', 33.688, -84.2905, all],
  ['charlotte', 'Charlotte - Garinger', 35.2401, -80.7857, all],
  ['jacksonville', 'Jacksonville', 30.3564, -81.6356, fine],
  ['orlando', 'Orlando - Winter Park', 28.5964, -81.3626, all],
  ['miami', 'Miami', 25.7943, -80.2107, dustOnly],
  ['washington', 'Washington - McMillan', 38.9219, -77.0132, all],
  ['baltimore', 'Baltimore - Oldtown', 39.298, -76.6047, all],
  ['philadelphia', 'Philadelphia - Northeast', 40.0764, -75.0115, all],
  ['new-york', 'New York - Queens College', 40.7361, -73.8215, all],
  ['boston', 'Boston - Roxbury', 42.3295, -71.0826, all],
  ['albany', 'Albany', 42.6423, -73.7546, fine],
  ['rochester', 'Rochester', 43.1462, -77.5482, fine],
  ['pittsburgh', 'Pittsburgh - Lawrenceville', 40.4654, -79.9608, all],
  ['cleveland', 'Cleveland - Craig', 41.4921, -81.6785, all],
  ['detroit', 'Detroit - East 7 Mile', 42.4309, -83.0001, all],
  ['indianapolis', 'Indianapolis - Washington Park', 39.8109, -86.1145, all],
  ['chicago', 'Chicago - Kingery', 41.755, -87.5454, all],
  ['milwaukee', 'Milwaukee - Sixteenth Street', 43.0166, -87.9333, fine],
  ['minneapolis', 'Minneapolis - Near Road', 44.9655, -93.255, all],
  ['des-moines', 'Des Moines', 41.6032, -93.6437, fine],
  ['st-louis', 'St. Louis - Blair Street', 38.6565, -90.1982, all],
  ['kansas-city', 'Kansas City - Troost', 39.1047, -94.5706, all],
  ['omaha', 'Omaha', 41.3225, -95.938, fine],
  ['denver', 'Denver - La Casa', 39.7795, -105.0052, all],
  ['salt-lake-city', 'Salt Lake City - Hawthorne', 40.7343, -111.8721, all],
  ['albuquerque', 'Albuquerque - Del Norte', 35.1343, -106.5852, all],
  ['las-vegas', 'Las Vegas - Jerome Mack', 36.1419, -115.0787, all],
  ['tucson', 'Tucson - Children’s Park', 32.2953, -110.9823, fine],
  ['boise', 'Boise - White Pine', 43.5776, -116.1781, fine],
  ['seattle', 'Seattle - Beacon Hill', 47.5683, -122.3086, all],
  ['portland', 'Portland - Southeast Lafayette', 45.4965, -122.6029, all],
  ['sacramento', 'Sacramento - T Street', 38.5683, -121.4931, all],
  ['san-francisco', 'San Francisco - Arkansas Street', 37.7658, -122.3991, fine],
  ['bakersfield', 'Bakersfield - California Avenue', 35.3566, -119.0626, all],
  ['los-angeles', 'Los Angeles - North Main Street', 34.0664, -118.2267, all],
  ['san-diego', 'San Diego - Sherman', 32.7102, -117.1425, fine],
]

export function airSensors(): AirSensor[] {
  return sites.map(([id, name, latitude, longitude, measures]) => ({
    id: `air-${id}`,
    source: simulatedSource,
    name,
    latitude,
    longitude,
    measures,
  }))
}

const minuteMs = 60_000
/** The midpoints of quarter hours. */
const momentsMs = [7.5, 22.5, 37.5, 52.5].map(minutes => minutes * minuteMs)

function concentration(fields: readonly Fields[], pollutant: Pollutant): number {
  switch (pollutant) {
    case 'PM2.5':
      return roundedSample(
        meanOf(fields, each => each.pm25MicrogramsPerM3),
        1,
      )
    case 'PM10':
      return roundedSample(
        meanOf(fields, each => each.pm10MicrogramsPerM3),
        1,
      )
    case 'O3':
      return roundedSample(meanOf(fields, each => each.ozonePpb) / 1000, 3)
  }
}

/** Returns a sensor's report for the hour that starts at a time: one mean for each pollutant that it measures. */
export function airReadings(world: World, sensor: AirSensor, hourStartMs: number): AirReading[] {
  const fields = momentsMs.map(momentMs =>
    world.at(sensor.latitude, sensor.longitude, hourStartMs + momentMs),
  )
  return sensor.measures.map(pollutant => ({
    sensorId: sensor.id,
    source: sensor.source,
    pollutant,
    hourStartMs,
    concentration: concentration(fields, pollutant),
  }))
}

import type { Point } from '#domain/geo/distance'
import { milesBetween } from './weather/plane.ts'

/** A forecast office of the weather service. */
export interface Office extends Point {
  readonly id: string
  readonly city: string
  readonly timeZone: string
}

const eastern = 'America/New_York'
const central = 'America/Chicago'
const mountain = 'America/Denver'
const arizona = 'America/Phoenix'
const pacific = 'America/Los_Angeles'

const rows: readonly [id: string, city: string, latitude: number, longitude: number, timeZone: string][] = [
  ['KOUN', 'Norman OK', 35.24, -97.46, central],
  ['KTSA', 'Tulsa OK', 36.15, -95.83, central],
  ['KAMA', 'Amarillo TX', 35.23, -101.71, central],
  ['KLUB', 'Lubbock TX', 33.53, -101.88, central],
  ['KMAF', 'Midland/Odessa TX', 31.94, -102.19, central],
  ['KSJT', 'San Angelo TX', 31.37, -100.49, central],
  ['KFWD', 'Fort Worth TX', 32.83, -97.3, central],
  ['KEWX', 'Austin/San Antonio TX', 29.7, -98.03, central],
  ['KHGX', 'Houston/Galveston TX', 29.47, -95.08, central],
  ['KCRP', 'Corpus Christi TX', 27.78, -97.51, central],
  ['KBRO', 'Brownsville TX', 25.92, -97.42, central],
  ['KEPZ', 'El Paso TX', 31.87, -106.7, mountain],
  ['KSHV', 'Shreveport LA', 32.45, -93.84, central],
  ['KLCH', 'Lake Charles LA', 30.13, -93.22, central],
  ['KLIX', 'New Orleans LA', 30.34, -89.83, central],
  ['KJAN', 'Jackson MS', 32.32, -90.08, central],
  ['KLZK', 'Little Rock AR', 34.84, -92.26, central],
  ['KMEG', 'Memphis TN', 35.13, -89.8, central],
  ['KOHX', 'Nashville TN', 36.25, -86.56, central],
  ['KMRX', 'Morristown TN', 36.17, -83.4, eastern],
  ['KHUN', 'Huntsville AL', 34.72, -86.65, central],
  ['KBMX', 'Birmingham AL', 33.17, -86.77, central],
  ['KMOB', 'Mobile AL', 30.68, -88.24, central],
  ['KFFC', 'Peachtree City GA', 33.36, -84.57, eastern],
  ['KTAE', 'Tallahassee FL', 30.45, -84.3, eastern],
  ['KJAX', 'Jacksonville FL', 30.48, -81.7, eastern],
  ['KMLB', 'Melbourne FL', 28.11, -80.65, eastern],
  ['KTBW', 'Tampa Bay Ruskin FL', 27.71, -82.4, eastern],
  ['KMFL', 'Miami FL', 25.75, -80.38, eastern],
  ['KKEY', 'Key West FL', 24.55, -81.79, eastern],
  ['KCHS', 'Charleston SC', 32.9, -80.03, eastern],
  ['KCAE', 'Columbia SC', 33.95, -81.12, eastern],
  ['KGSP', 'Greenville-Spartanburg SC', 34.88, -82.22, eastern],
  ['KILM', 'Wilmington NC', 34.28, -77.91, eastern],
  ['KRAH', 'Raleigh NC', 35.77, -78.68, eastern],
  ['KMHX', 'Newport/Morehead City NC', 34.78, -76.88, eastern],
  ['KAKQ', 'Wakefield VA', 36.98, -77.01, eastern],
  ['KRNK', 'Blacksburg VA', 37.2, -80.41, eastern],
  ['KLWX', 'Baltimore MD/Washington DC', 38.98, -77.49, eastern],
  ['KPHI', 'Mount Holly NJ', 40.01, -74.82, eastern],
  ['KCTP', 'State College PA', 40.79, -77.86, eastern],
  ['KPBZ', 'Pittsburgh PA', 40.53, -80.22, eastern],
  ['KRLX', 'Charleston WV', 38.31, -81.72, eastern],
  ['KOKX', 'Upton NY', 40.87, -72.86, eastern],
  ['KALY', 'Albany NY', 42.69, -73.83, eastern],
  ['KBGM', 'Binghamton NY', 42.21, -75.98, eastern],
  ['KBUF', 'Buffalo NY', 42.95, -78.74, eastern],
  ['KBTV', 'Burlington VT', 44.47, -73.15, eastern],
  ['KBOX', 'Boston/Norton MA', 41.97, -71.14, eastern],
  ['KGYX', 'Gray ME', 43.89, -70.26, eastern],
  ['KCAR', 'Caribou ME', 46.87, -68.01, eastern],
  ['KCLE', 'Cleveland OH', 41.41, -81.86, eastern],
  ['KILN', 'Wilmington OH', 39.42, -83.82, eastern],
  ['KLMK', 'Louisville KY', 38.11, -85.65, eastern],
  ['KJKL', 'Jackson KY', 37.59, -83.31, eastern],
  ['KPAH', 'Paducah KY', 37.07, -88.77, central],
  ['KIND', 'Indianapolis IN', 39.71, -86.28, eastern],
  ['KIWX', 'Northern Indiana', 41.36, -85.7, eastern],
  ['KDTX', 'Detroit/Pontiac MI', 42.69, -83.47, eastern],
  ['KGRR', 'Grand Rapids MI', 42.89, -85.54, eastern],
  ['KAPX', 'Gaylord MI', 44.91, -84.72, eastern],
  ['KMQT', 'Marquette MI', 46.53, -87.55, eastern],
  ['KLOT', 'Chicago IL', 41.6, -88.08, central],
  ['KILX', 'Lincoln IL', 40.15, -89.34, central],
  ['KMKX', 'Milwaukee/Sullivan WI', 42.97, -88.55, central],
  ['KGRB', 'Green Bay WI', 44.5, -88.11, central],
  ['KARX', 'La Crosse WI', 43.82, -91.19, central],
  ['KDVN', 'Quad Cities IA/IL', 41.61, -90.58, central],
  ['KDMX', 'Des Moines IA', 41.74, -93.72, central],
  ['KMPX', 'Twin Cities/Chanhassen MN', 44.85, -93.56, central],
  ['KDLH', 'Duluth MN', 46.84, -92.21, central],
  ['KLSX', 'St Louis MO', 38.7, -90.68, central],
  ['KSGF', 'Springfield MO', 37.24, -93.4, central],
  ['KEAX', 'Kansas City/Pleasant Hill MO', 38.81, -94.26, central],
  ['KTOP', 'Topeka KS', 39.07, -95.63, central],
  ['KICT', 'Wichita KS', 37.65, -97.44, central],
  ['KDDC', 'Dodge City KS', 37.77, -99.97, central],
  ['KGLD', 'Goodland KS', 39.37, -101.7, mountain],
  ['KOAX', 'Omaha/Valley NE', 41.32, -96.37, central],
  ['KGID', 'Hastings NE', 40.65, -98.38, central],
  ['KLBF', 'North Platte NE', 41.13, -100.68, central],
  ['KFSD', 'Sioux Falls SD', 43.59, -96.73, central],
  ['KABR', 'Aberdeen SD', 45.46, -98.41, central],
  ['KUNR', 'Rapid City SD', 44.07, -103.21, mountain],
  ['KBIS', 'Bismarck ND', 46.77, -100.75, central],
  ['KFGF', 'Grand Forks ND', 47.92, -97.09, central],
  ['KBOU', 'Denver CO', 39.99, -105.26, mountain],
  ['KPUB', 'Pueblo CO', 38.29, -104.52, mountain],
  ['KGJT', 'Grand Junction CO', 39.12, -108.53, mountain],
  ['KCYS', 'Cheyenne WY', 41.15, -104.81, mountain],
  ['KRIW', 'Riverton WY', 43.07, -108.48, mountain],
  ['KBYZ', 'Billings MT', 45.75, -108.57, mountain],
  ['KGGW', 'Glasgow MT', 48.21, -106.63, mountain],
  ['KTFX', 'Great Falls MT', 47.46, -111.38, mountain],
  ['KMSO', 'Missoula MT', 46.93, -114.09, mountain],
  ['KABQ', 'Albuquerque NM', 35.04, -106.62, mountain],
  ['KPSR', 'Phoenix AZ', 33.44, -111.95, arizona],
  ['KTWC', 'Tucson AZ', 32.23, -110.95, arizona],
  ['KFGZ', 'Flagstaff AZ', 35.23, -111.82, arizona],
  ['KSLC', 'Salt Lake City UT', 40.77, -111.97, mountain],
  ['KVEF', 'Las Vegas NV', 36.05, -115.18, pacific],
  ['KLKN', 'Elko NV', 40.86, -115.74, pacific],
  ['KREV', 'Reno NV', 39.57, -119.8, pacific],
  ['KBOI', 'Boise ID', 43.57, -116.21, mountain],
  ['KPIH', 'Pocatello ID', 42.91, -112.6, mountain],
  ['KOTX', 'Spokane WA', 47.68, -117.63, pacific],
  ['KSEW', 'Seattle WA', 47.69, -122.26, pacific],
  ['KPDT', 'Pendleton OR', 45.69, -118.85, pacific],
  ['KPQR', 'Portland OR', 45.56, -122.54, pacific],
  ['KMFR', 'Medford OR', 42.38, -122.88, pacific],
  ['KEKA', 'Eureka CA', 40.81, -124.16, pacific],
  ['KSTO', 'Sacramento CA', 38.6, -121.49, pacific],
  ['KMTR', 'San Francisco CA', 36.59, -121.85, pacific],
  ['KHNX', 'Hanford CA', 36.31, -119.63, pacific],
  ['KLOX', 'Los Angeles/Oxnard CA', 34.2, -119.14, pacific],
  ['KSGX', 'San Diego CA', 32.83, -117.12, pacific],
]

export const offices: readonly Office[] = rows.map(([id, city, latitude, longitude, timeZone]) => ({
  id,
  city,
  latitude,
  longitude,
  timeZone,
}))

/** Beyond this distance from every office there is only open sea or another country. */
const furthestMiles = 130

/** Returns the office responsible for a place; null where the service issues no warnings. */
export function officeAt({ latitude, longitude }: Point): Office | null {
  let nearest: Office | null = null
  let nearestMiles = furthestMiles
  for (const office of offices) {
    const miles = milesBetween(office, latitude, longitude)
    if (miles < nearestMiles) {
      nearest = office
      nearestMiles = miles
    }
  }
  return nearest
}

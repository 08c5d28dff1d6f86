import type { Case } from '#domain/cases.testing'
import { figures, published } from '#domain/figures.testing'

export interface Input {
  readonly fixes: readonly { readonly timeUtc: string; readonly lat: number; readonly lon: number }[]
  readonly lat: number
  readonly lon: number
  readonly headingToDeg: number
  readonly speedMs: number
  readonly minutes: number
}

type Fixes = Pick<Input, 'fixes'>
type Ahead = Omit<Input, 'fixes'>

/** A cell where it was seen: time of day, latitude and longitude. */
function seen(lines: string): Fixes {
  const fixes = lines
    .trim()
    .split('\n')
    .map(line => line.trim().split(/\s+/))
    .map(([time, lat, lon]) => ({ timeUtc: `2025-06-01T${time}:00Z`, lat: Number(lat), lon: Number(lon) }))
  return { fixes }
}

const onASphere =
  'Karney 2013, Algorithms for geodesics, J. Geodesy 87; by GeographicLib on a sphere of 6371.0088 km'

/** How a cell moves, from where it was seen. */
export const motionCases: readonly Case<Fixes>[] = [
  ...published<Fixes>({
    source: `${onASphere}, distance over time and initial bearing`,
    group: 'two-fix',
    tol: { directionFromDeg: 0.5, headingToDeg: 0.5, speedMph: 0.05, speedMs: 0.02 },
    cases: [
      {
        input: seen(`
          20:17   61.2181  -149.9003
          20:22   61.2456  -150.0455
        `),
        expect: { speedMs: 27.8344, speedMph: 62.264, headingToDeg: 291.545, directionFromDeg: 111.545 },
      },
      {
        input: seen(`
          20:09   47.6062  -122.3321
          20:13   47.6649  -122.2844
        `),
        expect: { speedMs: 31.0067, speedMph: 69.36, headingToDeg: 28.686, directionFromDeg: 208.686 },
      },
      {
        input: seen(`
          20:13   39.7392  -104.9903
          20:23   39.6241  -105.1639
        `),
        expect: { speedMs: 32.6813, speedMph: 73.106, headingToDeg: 229.31, directionFromDeg: 49.31 },
      },
      {
        input: seen(`
          20:03   32.7767    -96.797
          20:09    32.775   -96.8052
        `),
        expect: { speedMs: 2.1933, speedMph: 4.906, headingToDeg: 256.151, directionFromDeg: 76.151 },
      },
      {
        input: seen(`
          20:25   32.7767    -96.797
          20:35   32.7253   -96.8473
        `),
        expect: { speedMs: 12.3371, speedMph: 27.597, headingToDeg: 219.469, directionFromDeg: 39.469 },
      },
      {
        input: seen(`
          20:25   32.7767    -96.797
          20:29   32.7436    -96.827
        `),
        expect: { speedMs: 19.2823, speedMph: 43.133, headingToDeg: 217.322, directionFromDeg: 37.322 },
      },
    ],
  }),
  ...published<Fixes>({
    source:
      'Johnson et al. 1998, The Storm Cell Identification and Tracking Algorithm, Wea. Forecasting 13: the straight line of least squares',
    group: 'multi-fix',
    tol: { headingToDeg: 0.6, speedMs: 0.05, uMs: 0.05, vMs: 0.05 },
    cases: [
      {
        input: seen(`
          22:00   39.7326  -104.9908
          22:05    39.787  -105.0149
          22:09    39.833  -105.0359
          22:15   39.9032  -105.0613
        `),
        expect: { uMs: -6.7325, vMs: 21.1102, speedMs: 22.1577, headingToDeg: 342.311 },
      },
      {
        input: seen(`
          22:00   33.4468  -112.0651
          22:05    33.459  -112.0589
          22:10   33.4691  -112.0367
        `),
        expect: { uMs: 4.391, vMs: 4.1328, speedMs: 6.03, headingToDeg: 46.736 },
      },
      {
        input: seen(`
          22:00   25.7704   -80.1945
          22:04   25.7693   -80.1757
          22:10   25.7893   -80.1387
        `),
        expect: { uMs: 9.3895, vMs: 3.7138, speedMs: 10.0973, headingToDeg: 68.42 },
      },
      {
        input: seen(`
          22:00   32.7887   -96.7966
          22:04   32.8089   -96.8083
          22:09   32.8353   -96.8036
          22:15   32.8667   -96.8099
          22:21    32.911   -96.8203
          22:25    32.939   -96.8266
          22:29   32.9603   -96.8304
        `),
        expect: { uMs: -1.6992, vMs: 11.1847, speedMs: 11.3131, headingToDeg: 351.362 },
      },
      {
        input: seen(`
          22:00   39.7453  -105.0034
          22:04   39.7373  -105.0358
          22:09   39.7281  -105.0776
          22:14   39.7377  -105.1237
          22:19   39.7323  -105.1637
          22:24   39.7306  -105.2131
          22:29   39.7323   -105.262
        `),
        expect: { uMs: -12.6621, vMs: -0.6368, speedMs: 12.6781, headingToDeg: 267.121 },
      },
    ],
  }),
]

/** Where a cell will be. */
export const forecastCases: readonly Case<Ahead>[] = [
  ...figures<Ahead>({
    source: onASphere,
    group: 'forecast',
    tol: 0.0005,
    table: `
           lat        lon  headingToDeg  speedMs  minutes  |         lat          lon
       39.7392  -104.9903            81     24.5       15  |   39.769942  -104.735481
      -33.8688   151.2093           174     12.4       60  |  -34.268047   151.260078
       33.4484   -112.074           255     27.7       45  |   33.271893  -112.851068
       47.6062  -122.3321           324      4.5       60  |   47.723995  -122.459399
       25.7617   -80.1918            74      9.7       60  |   25.847877   -79.856364
      -33.8688   151.2093           295     27.8       15  |  -33.773464    150.96397
       33.4484   -112.074            52      7.6       60  |   33.599669  -111.841214
       41.8781   -87.6298           190     10.3       15  |   41.795998   -87.649218
    `,
  }),
]

import type { Case } from '#domain/cases.testing'
import { figures } from '#domain/figures.testing'

export interface Input {
  readonly lat: number
  readonly lon: number
  readonly headingToDeg: number
  readonly speedMs: number
  readonly minutes: number
}

const onASphere =
  'Karney 2013, Algorithms for geodesics, J. Geodesy 87; by GeographicLib on a sphere of 6371.0088 km'

/** Future positions of cells. */
export const forecastCases: readonly Case<Input>[] = [
  ...figures<Input>({
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

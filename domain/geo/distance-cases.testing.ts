import type { Case } from '#domain/cases.testing'
import { figures } from '#domain/figures.testing'

export interface Input {
  readonly lat1: number
  readonly lon1: number
  readonly lat2: number
  readonly lon2: number
  readonly radiusM?: number
}
export interface Leaving {
  readonly lat: number
  readonly lon: number
  readonly bearingDeg: number
  readonly distanceKm: number
}
export interface Ring {
  readonly centerLat: number
  readonly centerLon: number
  readonly strikeLat: number
  readonly strikeLon: number
  readonly ringsMiles: readonly number[]
}

const karney =
  'Karney 2013, Algorithms for geodesics, J. Geodesy 87; by GeographicLib on a sphere of 6371.0088 km'

/** Distances and bearings from one place to another. */
export const distanceCases: readonly Case<Input>[] = [
  ...figures<Input>({
    source: karney,
    group: 'pairs',
    tol: { distanceKm: 0.001, initialBearingDeg: 0.01 },
    table: `
         lat1       lon1      lat2        lon2  |  distanceKm  initialBearingDeg
      21.3069  -157.8583  20.89287  -158.55188  |    85.41983           237.5123
      61.2181  -149.9003  61.27738   -150.2373  |    19.19268           290.2346
      41.8781   -87.6298  42.21379   -87.10681  |    57.08134            48.9869
      41.8781   -87.6298  41.53538   -86.94584  |    68.38116           123.6411
      41.8781   -87.6298  42.23864    -88.1203  |    56.98277           314.8765
      61.2181  -149.9003  61.22524  -150.41584  |    27.60912           271.8738
            0          0         1           0  |   111.19508                  0
            0      179.9         0      -179.9  |    22.23902                 90
      40.7128    -74.006   51.5074     -0.1278  |  5570.22987            51.2126
           35        -97        35         -97  |           0                  -
        51.88     -176.6        52       179.9  |   240.27328           274.5603
            0          0         0       179.5  |  19959.5169                 90
         64.8     -147.7   64.8001   -147.7001  |     0.01209           336.9368
    `,
  }),
  ...figures<Input>({
    source: 'Veness, Movable Type Scripts, spherical geodesy, test values: Cambridge to Paris',
    group: 'veness',
    tol: { distanceKm: 0.0006, initialBearingDeg: 0.06 },
    table: `
        lat1   lon1    lat2   lon2  radiusM  |  distanceKm  initialBearingDeg
      52.205  0.119  48.857  2.351  6371000  |     404.279              156.2
    `,
  }),
  ...figures<Input>({
    source:
      "Vincenty 1975, Direct and Inverse Solutions of Geodesics on the Ellipsoid; by Veness, Land's End to John o' Groats, from which a sphere may differ by 0.3 %",
    group: 'veness',
    tol: { distanceKm: 3.0, initialBearingDeg: 0.2 },
    table: `
          lat1      lon1      lat2      lon2  |  distanceKm  initialBearingDeg
      50.06632  -5.71475  58.64402  -3.07009  |  969.954166             9.1419
    `,
  }),
]

/** Distances of the same routes on the ellipsoid, for the tests' oracle. */
export const ellipsoidCases: readonly Case<Input>[] = [
  ...figures<Input>({
    source: 'Karney 2013; by GeographicLib on the ellipsoid WGS84',
    group: 'ellipsoid',
    tol: 0.0001,
    table: `
         lat1       lon1      lat2        lon2  |     wgs84Km
      21.3069  -157.8583  20.89287  -158.55188  |    85.40789
      61.2181  -149.9003  61.27738   -150.2373  |    19.26024
      41.8781   -87.6298  42.21379   -87.10681  |    57.14067
      41.8781   -87.6298  41.53538   -86.94584  |    68.47974
      41.8781   -87.6298  42.23864    -88.1203  |    57.02783
      61.2181  -149.9003  61.22524  -150.41584  |    27.71132
            0          0         1           0  |   110.57439
            0      179.9         0      -179.9  |     22.2639
      40.7128    -74.006   51.5074     -0.1278  |  5585.23358
           35        -97        35         -97  |           0
        51.88     -176.6        52       179.9  |   241.04091
         64.8     -147.7   64.8001   -147.7001  |     0.01212
    `,
  }),
]

/** Destinations after a distance at a bearing. */
export const destinationCases: readonly Case<Leaving>[] = [
  ...figures<Leaving>({
    source: karney,
    group: 'destination',
    tol: 5e-5,
    table: `
          lat        lon  bearingDeg  distanceKm  |        lat          lon
      47.6062  -122.3321         6.5       35.04  |  47.919284  -122.278871
      33.4484   -112.074       279.1       49.55  |   33.51776  -112.601766
      47.6062  -122.3321         359       68.79  |  48.224747  -122.348306
      21.3069  -157.8583       353.4       51.16  |  21.763934   -157.91524
      47.6062  -122.3321       359.1       15.11  |   47.74207  -122.335274
      39.7392  -104.9903         172        29.4  |  39.477363  -104.942627
      39.7392  -104.9903       179.5        4.28  |  39.700711  -104.989863
      41.8781   -87.6298        91.2       63.32  |  41.863639   -86.865324
    `,
  }),
]

/** Cases that specify which rings contain a strike. */
export const ringCases: readonly Case<Ring>[] = [
  ...figures<Ring>({
    source: karney,
    group: 'rings',
    tol: { distanceMiles: 0.01 },
    table: `
      centerLat  centerLon  strikeLat   strikeLon    ringsMiles  |  distanceMiles                insideRings
        61.2181  -149.9003   61.30228   -149.9421  [6,10,15,30]  |         5.9798      [true,true,true,true]
        33.4484   -112.074   33.38841  -111.95535  [6,10,15,30]  |         8.0001     [false,true,true,true]
       -33.8688   151.2093    -33.831   151.41341  [6,10,15,30]  |        11.9999    [false,false,true,true]
        41.8781   -87.6298   41.76397   -87.38427  [6,10,15,30]  |        14.9002    [false,false,true,true]
        61.2181  -149.9003   61.42839  -150.02426  [6,10,15,30]  |        15.0998   [false,false,false,true]
        41.8781   -87.6298   42.29834   -87.76898  [6,10,15,30]  |        29.8999   [false,false,false,true]
        33.4484   -112.074   33.50756  -112.76444  [6,10,15,30]  |        39.9998  [false,false,false,false]
        41.8781   -87.6298   41.51527   -88.46836  [6,10,15,30]  |             50  [false,false,false,false]
        61.2181  -149.9003   61.36098  -150.04647  [6,10,15,30]  |        10.9998    [false,false,true,true]
        39.7392  -104.9903   39.84584  -105.44029  [6,10,15,30]  |             25   [false,false,false,true]
    `,
  }),
]

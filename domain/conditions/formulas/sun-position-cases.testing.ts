import type { Case } from '#domain/cases.testing'
import { figures } from '#domain/figures.testing'

export interface Input {
  readonly timeUtc: string
  readonly lat: number
  readonly lon: number
  readonly pressureHpa?: number
  readonly tempC?: number
}

/** Positions of the sun. */
export const sunPositionCases: readonly Case<Input>[] = [
  ...figures<Input>({
    source: 'JPL Horizons, apparent topocentric azimuth and elevation, as collected for the tests of suncalc',
    group: 'horizons',
    tol: { azimuthDeg: 0.1, elevationApparentDeg: 0.05 },
    table: `
                   timeUtc        lat        lon  |  azimuthDeg  elevationApparentDeg
      2026-03-20T06:00:00Z   78.22334   15.64689  |  103.519702              2.885664
      2026-07-06T12:00:00Z   78.22334   15.64689  |  196.131071             34.041802
      2026-07-06T00:00:00Z    69.6489   18.95508  |   16.387625              3.448624
      2026-09-23T12:00:00Z   64.13548  -21.89541  |  158.024719             24.047578
      2026-09-23T12:00:00Z   59.32938   18.06871  |  202.866107              28.48656
      2026-06-21T12:00:00Z   50.45466    30.5238  |   232.01015               54.3277
      2026-01-10T12:00:00Z   41.01384   28.94966  |  207.140893             22.275407
      2026-01-10T06:00:00Z   31.22222  121.45806  |  211.848525             29.753613
      2026-12-21T06:00:00Z   31.22222  121.45806  |   213.16021             27.380234
      2026-06-21T18:00:00Z    4.60971  -74.08175  |  323.087135             65.992353
      2026-06-01T12:00:00Z   -4.32758   15.31357  |  330.218565             59.370587
      2026-01-10T18:00:00Z  -12.04318  -77.02824  |  225.625582             75.568072
      2026-06-01T12:00:00Z  -12.04318  -77.02824  |    65.37163              7.769332
      2026-01-10T18:00:00Z  -34.61315  -58.37723  |  288.188405             61.042418
      2026-07-06T12:00:00Z  -34.61315  -58.37723  |   53.796771              9.637204
      2026-12-21T06:00:00Z    -37.814  144.96332  |  270.347659             40.908464
      2026-03-20T00:00:00Z    -77.846    166.676  |   15.565424             12.038331
      2026-12-24T06:00:00Z    -77.846    166.676  |  277.704797             25.661355
    `,
  }),
  ...figures<Input>({
    source:
      'Reda and Andreas 2004, Solar Position Algorithm, NREL/TP-560-34302, by pvlib: sun below the horizon',
    group: 'algorithm',
    tol: { azimuthDeg: 0.1, elevationTrueDeg: 0.05 },
    table: `
                   timeUtc        lat        lon  |  azimuthDeg  elevationTrueDeg
      2026-01-03T00:00:00Z   78.22334   15.64689  |     16.2908          -34.1985
      2026-01-10T18:00:00Z    69.6489   18.95508  |    278.0574          -26.3588
      2026-12-21T12:00:00Z    69.6489   18.95508  |    197.8268           -4.1325
      2026-03-20T18:00:00Z   59.32938   18.06871  |    284.0814           -8.1516
      2026-01-18T18:00:00Z   50.45466    30.5238  |    277.9709          -33.2592
      2026-12-24T00:00:00Z  -34.61315  -58.37723  |    232.3469           -9.9155
    `,
  }),
  ...figures<Input>({
    source: 'Reda and Andreas 2004, by pvlib: places of the product',
    group: 'algorithm',
    tol: { azimuthDeg: 0.1, cosZenith: 0.001, elevationApparentDeg: 0.05, elevationTrueDeg: 0.05 },
    table: `
                   timeUtc      lat        lon  |  azimuthDeg  elevationTrueDeg  elevationApparentDeg  cosZenith
      2026-08-21T02:22:00Z  32.7767    -96.797  |    296.1573          -15.7022                     -  -0.270637
      2023-09-17T20:22:00Z  61.2181  -149.9003  |    153.6375           28.3652               28.3962    0.47509
      2027-08-28T22:39:00Z  32.7767    -96.797  |    263.1006           28.0605               28.0918   0.470403
      2023-07-03T17:52:00Z  41.8781   -87.6298  |     178.014           71.0474               71.0532   0.945788
      2023-12-08T07:38:00Z  61.2181  -149.9003  |    314.0323          -45.1842                     -  -0.709376
      2025-06-05T13:13:00Z  -1.2864    36.8172  |    297.5249           31.0028               31.0307   0.515081
      2023-11-01T05:44:00Z  21.3069  -157.8583  |    263.7882          -25.5805                     -  -0.431778
      2027-11-25T22:05:00Z  32.7767    -96.797  |    234.2163           13.1403               13.2098   0.227337
      2027-04-11T04:02:00Z  41.8781   -87.6298  |     326.653          -33.9671                     -  -0.558716
      2024-02-04T18:36:00Z  39.7392  -104.9903  |    169.1148           33.3584               33.3839   0.549875
      2027-03-22T04:26:00Z  33.4484   -112.074  |    297.4071          -34.0872                     -  -0.560454
      2025-02-24T03:31:00Z  47.6062  -122.3321  |    276.3231          -18.4497                     -  -0.316472
    `,
  }),
  ...figures<Input>({
    source: 'Reda and Andreas 2004, worked example (appendix A.5)',
    group: 'example',
    tol: { azimuthDeg: 0.05, elevationApparentDeg: 0.03, elevationTrueDeg: 0.03 },
    table: `
                   timeUtc        lat        lon  pressureHpa  tempC  |  azimuthDeg  elevationTrueDeg  elevationApparentDeg
      2003-10-18T19:30:30Z  39.742476  -105.1786          820     11  |  194.311132         39.505196              39.52174
    `,
  }),
]

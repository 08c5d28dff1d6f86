import type { Case } from '#domain/cases.testing'
import { figures } from '#domain/figures.testing'

/** Saturation vapor pressure. */
export const saturationCases: readonly Case<{ readonly tempC: number }>[] = [
  ...figures<{ readonly tempC: number }>({
    source:
      'Bolton 1980, The Computation of Equivalent Potential Temperature, Mon. Wea. Rev. 108, equation 10, by MetPy 1.5',
    group: 'es',
    tol: 0.0001,
    table: `
      tempC  |       esHpa
      -17.3  |     1.58223
         -5  |     4.21991
        0.4  |    6.291712
        4.4  |    8.363529
         11  |    13.11802
       26.2  |   34.015142
       28.9  |   39.842519
       36.1  |   59.840404
         40  |   73.949006
       42.5  |   84.439961
         48  |  112.156346
         50  |  124.024052
    `,
  }),
]

/** The dew point. */
export const dewPointCases: readonly Case<{ readonly tempC: number; readonly rh: number }>[] = [
  ...figures<{ readonly tempC: number; readonly rh: number }>({
    source:
      'Bolton 1980, The Computation of Equivalent Potential Temperature, Mon. Wea. Rev. 108, equation 10, solved for the temperature, by MetPy 1.5',
    group: 'dew',
    tol: 0.001,
    table: `
      tempC    rh  |  dewpointC
      -15.2  64.1  |  -20.46307
      -14.1  59.5  |  -20.27906
       -9.6   4.5  |  -43.34277
         -7  95.2  |   -7.63772
         -6  29.2  |  -21.11122
       -0.4  10.1  |  -28.27853
        9.9  57.3  |    1.85332
       14.9   8.8  |  -18.01248
         31  34.9  |   13.72501
       35.5  71.7  |   29.60845
         40  82.3  |   36.40732
       43.3  49.9  |   30.59925
       44.1  80.9  |   40.08229
       45.8  99.6  |   45.72206
    `,
  }),
]

/** Relative humidity from the dew point. */
export const relativeHumidityCases: readonly Case<{ readonly tempC: number; readonly dewpointC: number }>[] =
  [
    ...figures<{ readonly tempC: number; readonly dewpointC: number }>({
      source:
        'Bolton 1980, The Computation of Equivalent Potential Temperature, Mon. Wea. Rev. 108, equation 10, by MetPy 1.5',
      group: 'rh',
      tol: 0.002,
      table: `
      tempC  dewpointC  |       rh
        -14      -20.7  |  56.9052
      -13.2      -28.2  |  27.2087
      -10.4      -24.1  |  31.5816
       -6.4       -7.3  |   93.319
       -4.2      -13.4  |  48.7292
        1.9       -2.3  |  73.6899
        4.5      -20.5  |  14.2988
       14.3        8.5  |  68.1042
       19.1       -2.2  |  23.5436
       22.5       15.5  |   64.586
       27.8        3.7  |  21.3065
       34.2       11.3  |  24.8453
       38.7       29.1  |  58.4536
       45.6       23.6  |  29.3509
    `,
    }),
  ]

import type { Case } from '#domain/cases.testing'
import { figures } from '#domain/figures.testing'

export interface Input {
  readonly tempC: number
  readonly rh?: number
  readonly dewpointC?: number
  readonly wetBulbC?: number
  readonly pressureHpa?: number
  readonly pressureKpa?: number
  readonly coefficientPerK?: number
}

/** The wet-bulb temperature in its three forms. */
export const wetBulbCases: readonly Case<Input>[] = [
  ...figures<Input>({
    source:
      'Stull 2011, Wet-Bulb Temperature from Relative Humidity and Air Temperature, J. Appl. Meteor. Climatol. 50, equation 1; by HeatStress',
    group: 'stull-heatstress',
    tol: 0.001,
    table: `
      tempC  rh  |  wetBulbStullC
       15.6  77  |      12.967467
       19.1  66  |      14.948311
         21  50  |      14.559114
       22.1  62  |      17.168073
       22.8  52  |      16.396486
       23.4  50  |      16.622544
       23.5  56  |      17.585246
         24  56  |      18.027169
       26.1  44  |      17.962474
       26.6  51  |      19.535015
       28.1  53  |      21.162334
         29  43  |      20.195218
    `,
  }),
  ...figures<Input>({
    source: 'Stull 2011, equation 1; test values of thermofeel (ECMWF)',
    group: 'stull-thermofeel',
    tol: 0.001,
    table: `
        tempC         rh  |  wetBulbStullC
       4.0134  74.962454  |         1.7749
       4.4546  72.989987  |        2.03432
       4.7031  71.927937  |        2.18288
       4.7392  71.902055  |         2.2146
      22.2833  59.237189  |       16.95697
      26.1848  44.863874  |       18.17783
    `,
  }),
  ...figures<Input>({
    source: 'National Weather Service, wet bulb calculator, as quoted in the tests of MetPy',
    group: 'nws-psychro',
    tol: 0.05,
    table: `
      pressureHpa  tempC  dewpointC  |  wetBulbPsychroC
             1000     25         15  |            18.59
             1013     25         20  |            21.58
              990     15         10  |            12.18
    `,
  }),
  ...figures<Input>({
    source:
      'Smithsonian Meteorological Tables (List 1951), psychrometric equation with 0.00066 (1 + 0.00115 Tw), over Bolton 1980',
    group: 'psychro',
    tol: 0.01,
    table: `
      pressureHpa  tempC  dewpointC  |  wetBulbPsychroC
            815.1    3.2      -14.6  |          -2.5556
            829.8   13.6        3.1  |            8.004
            903.6     17         15  |          15.7033
           1011.6   20.6        2.6  |          11.4759
              845   22.5       15.4  |           17.687
              848   24.8       21.1  |          22.0865
            924.5   29.1         15  |          19.6841
            915.8   31.6       10.8  |          18.3696
              864   32.7       28.6  |          29.4296
              920   33.4       30.5  |          31.0755
            915.4   36.4       23.9  |          26.9449
            923.2   38.6       17.3  |             23.6
            856.2   40.2       37.1  |          37.5478
              852   42.8       40.7  |          40.9629
    `,
  }),
  ...figures<Input>({
    source:
      'WMO Guide No. 8, psychrometric formula, with the coefficient of Fan 1987 (6.21e-4 per kelvin), over Bolton 1980; by MetPy 1.5',
    group: 'vapour',
    tol: 0.001,
    table: `
      pressureHpa  tempC  wetBulbC  coefficientPerK  |  vaporPressureHpa
             1002    5.5      -1.5         0.000621  |           1.12225
              984   15.3       6.2         0.000621  |           3.91754
            965.6   20.6      10.6         0.000621  |           6.77713
           1010.8   25.5      25.3         0.000621  |          32.12034
            891.8   30.5      24.3         0.000621  |          26.94135
            934.1   35.6      32.3         0.000621  |           46.4933
           1004.9   37.1      30.1         0.000621  |          38.33227
            995.7   44.8      38.4         0.000621  |          63.88834
    `,
  }),
  ...figures<Input>({
    source: 'Allen et al. 1998, FAO Irrigation and Drainage Paper 56, example 4',
    group: 'fao',
    tol: 0.006,
    table: `
      pressureKpa  tempC  wetBulbC  |  eaKpa
             87.9   25.6      19.5  |   1.91
    `,
  }),
]

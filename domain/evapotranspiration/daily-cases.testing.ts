import type { Case } from '#domain/cases.testing'
import { figures } from '#domain/figures.testing'

export interface EtInput {
  readonly dayOfYear: number
  readonly tmaxC: number
  readonly tminC: number
  readonly tmeanPrevMonthC?: number
  readonly eaKpa?: number
  readonly dewpointC?: number
  readonly rhMax?: number
  readonly rhMin?: number
  readonly solarMjM2Day?: number
  readonly sunshineHours?: number
  readonly windMs?: number
  readonly wind2mMs?: number
  readonly windHeightM?: number
  readonly elevationM: number
  readonly lat: number
  readonly rsoMethod?: 'simple' | 'full'
}

/** Days from the FAO paper. */
export const faoCases: readonly Case<EtInput>[] = [
  ...figures<EtInput>({
    source: 'Allen et al. 1998, FAO Irrigation and Drainage Paper 56, examples 17 (Bangkok) and 20 (Lyon)',
    group: 'fao-examples',
    tol: 0.03,
    table: `
      dayOfYear  tmaxC  tminC  tmeanPrevMonthC  eaKpa  sunshineHours  wind2mMs  elevationM                 lat  |  eto_mm
            105   34.8   25.6             29.2   2.85            8.5         2           2  13.733333333333333  |    5.72
            196   26.6   14.8                -      -              -         2         200   45.71666666666667  |    4.56
    `,
  }),
  ...figures<EtInput>({
    source: 'REF-ET 3.1 (R. Allen, University of Idaho), column FAO56-PM ETo, Maricopa, Arizona',
    group: 'ref-et',
    tol: 0.015,
    given: { windHeightM: 3, elevationM: 361, lat: 33.069 },
    table: `
      dayOfYear  tmaxC  tminC  dewpointC  solarMjM2Day  windMs  |  eto_mm
              2   10.2   -1.2       -4.4         13.18     2.1  |    1.61
             18   20.3   -0.8       -3.4         13.66     2.5  |    3.03
             25   21.1      5       -7.4         14.73     2.9  |    3.89
             44   20.5    7.7         10         14.46     1.3  |    2.06
             66   19.8    1.8      -10.2         21.25     1.9  |     3.8
             77     22   10.1        1.7         12.08     1.7  |    3.29
             97   32.3   13.5        0.6          25.9     2.8  |    7.19
            145     35   22.1        4.4         26.48       2  |    7.28
            190   41.2   23.5        6.8         29.54     2.3  |    8.87
            232   40.6   24.6       11.7         25.47     1.8  |     7.2
            236   38.1   23.7       18.1         25.36     2.1  |     6.9
            267   31.4   14.3        2.8         24.11     1.4  |       5
            286   30.5   13.8        3.9         19.32     1.5  |    4.16
            299   28.2   12.9        7.7         17.22     1.4  |    3.33
            327   15.5    7.6        7.3          4.71     2.7  |    1.47
            361   12.7    1.2         -6         12.93     3.2  |    2.49
    `,
  }),
  ...figures<EtInput>({
    source: 'R package Evapotranspiration (Guo et al. 2016), Kent Town, Adelaide, March 2001',
    group: 'r-package',
    tol: 0.06,
    given: { windHeightM: 10, elevationM: 48, lat: -34.921778 },
    table: `
      dayOfYear  tmaxC  tminC  rhMax  rhMin  solarMjM2Day      windMs  |  eto_mm
             60   28.8   15.1     68     30   20.44477761     2.65625  |     5.1
             61   27.4     14     77     25   20.34991941  2.78472222  |       5
             64   32.7   17.8     73     29   20.05747057  3.30902778  |     5.9
             65   35.7   26.7     36     20   19.95743816  4.93402778  |     8.8
             69   27.5   17.1     67     30   19.54523386  4.31597222  |     5.7
    `,
  }),
]

/** Days from the ASCE standard. */
export const asceCases: readonly Case<EtInput>[] = [
  ...figures<EtInput>({
    source: 'REF-ET 4.1 (R. Allen, University of Idaho), ASCE standardized short crop, Fallon, Nevada, 2015',
    group: 'fallon',
    tol: 0.02,
    given: { windHeightM: 3, elevationM: 1208.5, lat: 39.4575, rsoMethod: 'full' },
    table: `
      dayOfYear  tmaxC  tminC  dewpointC  solarMjM2Day  windMs  |  etos_mm
             20   8.66  -5.81      -5.62           8.8    1.51  |        1
             55   13.3  -11.6      -18.2          18.1    0.91  |     1.91
             69  22.54  -4.38        -10         17.49    0.95  |     2.73
            119  28.22   8.92       1.43         29.42    1.79  |     5.94
            148   28.5   9.62       3.94         30.11    1.31  |     5.79
            207  33.11  11.14       0.94         29.19     2.6  |     7.63
            268     34   8.49      -1.94         19.56    1.16  |     4.07
            293  17.29   1.63       5.77         14.26    1.56  |     1.69
            328  16.14  -1.49      -3.94          9.24    3.79  |     2.62
            362   -0.2  -6.78      -4.59           3.7    0.73  |     0.32
    `,
  }),
  ...figures<EtInput>({
    source: 'REF-ET 3.1, column ASCE-stPM ETo, Maricopa, Arizona',
    group: 'maricopa',
    tol: 0.02,
    given: { windHeightM: 3, elevationM: 361, lat: 33.069, rsoMethod: 'full' },
    table: `
      dayOfYear  tmaxC  tminC  dewpointC  solarMjM2Day  windMs  |  etos_mm
             10   16.9    2.3        0.8         13.28     1.8  |     1.85
             24   19.6   -0.7       -8.1         14.93       1  |     1.95
             52   16.4   -1.4         -7          16.9     1.2  |     2.37
             80   20.4    5.1        6.6         20.18     1.2  |     2.94
            184   42.6   28.7        7.7         29.19     2.6  |     9.61
            237   40.9   22.7       14.2         26.28     1.4  |     6.53
            269   36.1   23.3       18.3         15.78     2.6  |     5.29
            290   34.4   12.8        2.8         19.28     1.5  |     4.42
            309     18    6.3        5.9         15.68     1.4  |     1.93
            352   16.5    1.9        4.9         12.42     0.6  |     0.96
    `,
  }),
  ...figures<EtInput>({
    source:
      'ASCE-EWRI 2005, The ASCE Standardized Reference Evapotranspiration Equation, with equation 19 for the clear sky; by RefET, Fallon',
    group: 'simple',
    tol: 0.0005,
    given: { windHeightM: 3, elevationM: 1208.5, lat: 39.4575, rsoMethod: 'simple' },
    table: `
      dayOfYear  tmaxC  tminC  dewpointC  solarMjM2Day  windMs  |   etos_mm
              4  11.28   -9.3        -10          6.14    0.54  |  0.740386
             81  21.07   6.04         -4         18.05    2.89  |  4.452223
            120   24.4   9.62      -1.08         28.38    3.14  |    6.3591
            166  33.89   9.65      -2.07         33.37     1.7  |  7.428422
            221     33  11.02       6.92         27.52    1.55  |  6.017888
            273  25.33  13.71       2.82          6.29    1.52  |  2.924474
            333    4.6  -12.3      -11.2         11.25    0.58  |  0.544389
            361   -0.8  -11.1      -10.4          7.58     1.5  |  0.529707
    `,
  }),
]

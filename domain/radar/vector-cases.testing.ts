import type { Case } from '#domain/cases.testing'
import { figures } from '#domain/figures.testing'

export interface Input {
  readonly u: number
  readonly v: number
  readonly speed: number
  readonly directionFromDeg: number
}

/** Vectors and directions. */
export const vectorCases: readonly Case<Input>[] = [
  ...figures<Input>({
    source: 'Meteorological convention (WMO Guide No. 8), by MetPy 1.5',
    group: 'vector',
    tol: 0.001,
    table: `
           u       v  |      speed  directionFromDeg  directionToDeg
        6.67  -26.49  |  27.316826          345.8671        165.8671
       -20.6   15.28  |  25.648361          126.5661        306.5661
       -4.23   -1.34  |   4.437173           72.4226        252.4226
       -3.43   10.07  |   10.63813          161.1904        341.1904
      -23.17   23.56  |  33.044251          135.4782        315.4782
         5.5    7.99  |   9.700005           214.542          34.542
        3.04    7.87  |   8.436735          201.1204         21.1204
       18.55    7.42  |  19.978961          248.1986         68.1986
       14.77   25.25  |  29.252614          210.3255         30.3255
       -17.2    9.73  |  19.761399          119.4967        299.4967
    `,
  }),
  ...figures<Input>({
    source: "MetPy's own tests: the quarters, and north as 360",
    group: 'vector',
    tol: 0.001,
    table: `
      u   v  |  directionFromDeg  directionToDeg
      4   0  |               270               -
      2   2  |               225               -
      0   4  |               180               -
      0  -5  |               360               -
      5  -5  |                 -             135
      5   0  |                 -              90
      0   5  |                 -             360
    `,
  }),
  ...figures<Input>({
    source: 'Meteorological convention (WMO Guide No. 8), by MetPy 1.5: back to east and north',
    group: 'components',
    tol: 0.0001,
    table: `
      speed  directionFromDeg  |           u          v
       11.3                51  |   -8.781749   -7.11132
       36.5               158  |  -13.673141  33.842211
       15.8               140  |  -10.156044  12.103502
        7.1               273  |     7.09027  -0.371585
        0.9               186  |    0.094076    0.89507
        3.4               228  |    2.526692   2.275044
       20.9               275  |   20.820469  -1.821555
       19.7               193  |    4.431536   19.19509
         33               240  |   28.578838       16.5
       38.3               230  |   29.339502  24.618765
    `,
  }),
]

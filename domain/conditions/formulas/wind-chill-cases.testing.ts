import type { Case } from '#domain/cases.testing'
import { figures } from '#domain/figures.testing'

export interface Input {
  readonly tempF: number
  readonly windMph: number
}

/** Wind chill values by the 2001 formula, from its publishers. */
export const windChillCases: readonly Case<Input>[] = [
  ...figures<Input>({
    source: 'National Weather Service, Wind Chill Chart, effective November 1, 2001',
    group: 'chart',
    tol: 0,
    table: `
      tempF  windMph  |  windChillF_rounded
        -45       25  |                 -84
        -45       60  |                 -98
        -40       20  |                 -74
        -40       55  |                 -89
        -35       20  |                 -68
        -35       50  |                 -81
        -30       25  |                 -64
        -25        5  |                 -40
        -25       50  |                 -67
        -20       40  |                 -57
        -15       20  |                 -42
         -5       20  |                 -29
         -5       60  |                 -40
          0       50  |                 -31
          5       30  |                 -19
         10       10  |                  -4
         10       60  |                 -19
         15       55  |                 -11
         20       25  |                   3
         25       10  |                  15
         25       40  |                   6
         30       40  |                  13
         35        5  |                  31
         35       30  |                  22
         35       60  |                  17
         40       60  |                  25
    `,
  }),
  ...figures<Input>({
    source:
      'OFCM, Report on Wind Chill Temperature, FCM-R19-2003, the equation in degrees Fahrenheit and miles an hour',
    group: 'equation',
    tol: 0.001,
    table: `
      tempF  windMph  |  windChillF
        -45       60  |  -98.096345
        -40       40  |  -84.481833
        -31       22  |  -63.880198
        -10        5  |  -22.255536
        -10       25  |   -37.46373
          0       30  |  -25.864927
         10        4  |    2.663796
         20       33  |    0.578309
         28     17.3  |   15.618855
         32       10  |   23.727144
         40      110  |   21.035866
         45      3.5  |   43.530169
         50        5  |   48.217993
    `,
  }),
  ...figures<Input>({
    source: 'OFCM, FCM-R19-2003: defined up to 50 degrees and above 3 miles an hour',
    group: 'limits',
    table: `
      tempF  windMph  |  windChillF
        -20      2.9  |        null
         10        3  |        null
       50.1       20  |        null
         51        4  |        null
         80       10  |        null
    `,
  }),
]

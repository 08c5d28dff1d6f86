import type { Case } from '#domain/cases.testing'
import { figures } from '#domain/figures.testing'
import type { Hours } from './averages.ts'

export interface Input {
  readonly kind: 'daily24h' | 'ozone8h' | 'ozoneDailyMax8h'
  readonly pollutant?: string
  readonly values?: Hours
}

/** The averages from which the index is computed. */
export const averageCases: readonly Case<Input>[] = [
  ...figures<Input>({
    source:
      'EPA, how the daily index is computed (AirNow-Tech, topic 170): 18 of 24 hours, the mean truncated',
    group: 'dust',
    tol: { aqi: 0, average: 1e-5, averageTruncated: 1e-9 },
    given: { kind: 'daily24h' },
    table: `
      pollutant                                                                                                                                             values  |     average  averageTruncated   aqi
           pm25                                                  [9.1,9.1,9.1,9.1,9.1,9.1,9.1,9.1,9.1,9.1,9.1,9.1,9.1,9.1,9.1,9.1,9.1,9.1,9.1,9.1,9.1,9.1,9.1,9.1]  |         9.1               9.1    51
           pm25                                                  [0.3,0.3,0.3,0.3,0.3,0.3,0.3,0.3,0.3,0.3,0.3,0.3,0.3,0.3,0.3,0.3,0.3,0.3,0.3,0.3,0.3,0.3,0.3,0.3]  |         0.3               0.3     2
           pm25  [125.5,125.5,125.5,125.5,125.5,125.5,125.5,125.5,125.5,125.5,125.5,125.5,125.5,125.5,125.5,125.5,125.5,125.5,125.5,125.5,125.5,125.5,125.5,125.5]  |       125.5             125.5   201
           pm25                          [45.9,65.5,null,null,null,47.6,38.1,null,54.8,40.2,68.1,48.2,61.7,null,null,56.4,39.5,43.6,21.5,45.7,37.2,null,75.5,64.8]  |        null              null  null
           pm25                              [44.2,28.9,27.9,18.4,34.8,null,32.5,48,31.2,28.1,40.8,null,null,43.6,45.6,31.4,17.2,null,null,29,null,39.5,null,22.8]  |        null              null  null
           pm25                                           [7.7,5.7,3.5,6.2,null,8.9,4.1,2.2,null,null,null,9.8,null,9.2,5.8,8.4,8,8.1,5.5,null,10.6,null,5.9,11.8]  |        null              null  null
           pm10                                                              [null,null,32,21,25,25,null,35,23,null,32,25,32,37,41,28,46,null,42,18,21,41,null,35]  |   31.055556                31    29
           pm10                                                                         [33,83,58,24,70,57,53,98,81,34,86,86,88,86,83,81,80,92,67,50,140,67,79,21]  |   70.708333                70    58
           pm10                                                 [83,287,151,149,132,212,190,110,179,139,139,162,null,239,162,null,148,131,156,184,167,190,158,119]  |  163.045455               163   105
    `,
  }),
  ...figures<Input>({
    source:
      'EPA, the hourly index of ozone (AirNow-Tech, topic 171): 6 of 8 hours, the mean truncated to 0.001 ppm',
    group: 'ozone',
    tol: { aqi: 0, average: 1e-5, averageTruncated: 1e-9 },
    given: { kind: 'ozone8h' },
    table: `
                                                 values  |   average  averageTruncated   aqi
      [0.055,0.055,0.055,0.055,0.055,0.055,0.055,0.055]  |     0.055             0.055    51
      [0.085,0.085,0.085,0.085,0.085,0.085,0.085,0.085]  |     0.085             0.085   150
      [0.084,0.084,0.084,0.084,0.084,0.084,0.084,0.084]  |     0.084             0.084   147
         [0.064,0.064,null,0.057,null,0.057,null,0.063]  |      null              null  null
        [0.048,0.052,0.065,null,0.072,0.049,0.07,0.058]  |  0.059143             0.059    64
       [0.037,0.032,0.036,0.034,0.036,0.03,0.026,0.026]  |  0.032125             0.032    30
    `,
  }),
]

import type { Case } from '#domain/cases.testing'
import { figures } from '#domain/figures.testing'
import type { Hours } from './averages.ts'

export interface Input {
  readonly pollutant: 'pm25' | 'pm10'
  readonly hoursAgo0to11: Hours
}

/** The NowCast for particulate matter; the newest hour is first. */
export const dustNowCastCases: readonly Case<Input>[] = [
  ...figures<Input>({
    source: 'EPA, Computing the NowCast (slides), the worked example: 17.4',
    group: 'example',
    tol: { nowcastRaw: 0.0005, weight: 1e-5, nowcast: 0, aqi: 0 },
    table: `
      pollutant                          hoursAgo0to11  |  weight  nowcastRaw  nowcast  aqi
           pm25  [13,16,10,21,74,64,53,82,90,75,80,50]  |     0.5   17.413919     17.4   66
    `,
  }),
  ...figures<Input>({
    source:
      "EPA, AirNow's NowCast: weight of at least a half over twelve hours, two of the newest three needed (AirNow-Tech, topic 172)",
    group: 'rule',
    tol: { nowcastRaw: 0.0005, weight: 1e-5, nowcast: 0, aqi: 0 },
    table: `
      pollutant                                                                          hoursAgo0to11  |    weight  nowcastRaw  nowcast   aqi
           pm25                                        [6.1,6.1,5.7,6.3,6.3,6,5.9,6.5,5.9,6.2,5.9,6.1]  |  0.876923    6.079703        6    33
           pm25                          [null,12.7,12.8,11.2,13.1,12.9,10.9,13.9,10.4,11.5,14.7,11.3]  |  0.707483   12.433322     12.4    57
           pm25                   [127.2,229.7,null,null,null,58.7,225.2,165.1,141.7,141.8,85.4,120.7]  |       0.5  159.836043    159.8   235
           pm25                   [114.7,115.7,151.3,140.2,null,148.3,null,161.9,119.6,169,128.4,null]  |  0.678698  127.620741    127.6   203
           pm25                [225.3,220.7,243.6,329.8,322.5,231.9,256,239.9,217.7,273.5,228.1,315.4]  |  0.660097  245.651073    245.6   341
           pm10                                                      [10,5,12,19,13,9,19,8,14,18,8,14]  |       0.5    9.718681        9     8
           pm10                                            [40,337,130,308,207,179,0,88,225,4,347,201]  |       0.5  150.057875      150    98
           pm10                                       [162,null,101,127,85,149,211,160,145,151,120,47]  |       0.5  145.808857      145    96
           pm25                          [35.4,35.4,35.4,35.4,35.4,35.4,35.4,35.4,35.4,35.4,35.4,35.4]  |         1        35.4     35.4   100
           pm25                                                              [9,9,9,9,9,9,9,9,9,9,9,9]  |         1           9        9    50
           pm25                                                [20,null,20,20,20,20,20,20,20,20,20,20]  |         1          20       20    71
           pm25                              [20,20,null,null,null,null,null,null,null,null,null,null]  |         1          20       20    71
           pm25                                                              [0,0,0,5,5,5,5,5,5,5,5,5]  |       0.5    0.623932      0.6     3
           pm25                                      [400,400,400,400,400,400,400,400,400,400,400,400]  |         1         400      400   649
           pm10  [154.99,154.99,154.99,154.99,154.99,154.99,154.99,154.99,154.99,154.99,154.99,154.99]  |         1      154.99      154   100
           pm10                                       [null,80,90,100,100,100,100,100,100,100,100,100]  |       0.8    93.87376       93    70
           pm10                                      [600,600,600,600,600,600,600,600,600,600,600,600]  |         1         600      600   496
           pm10                                              [81,null,null,80,80,80,80,80,80,80,80,80]  |         -           -     null  null
    `,
  }),
]

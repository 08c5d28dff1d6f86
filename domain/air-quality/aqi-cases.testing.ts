import type { Case } from '#domain/cases.testing'
import { figures } from '#domain/figures.testing'

export interface Input {
  readonly pollutant: 'pm25' | 'pm10' | 'o3_8h' | 'o3_1h'
  readonly concentration: number
}

/** Concentrations and their index, within each band and at its edges. */
export const aqiCases: readonly Case<Input>[] = [
  ...figures<Input>({
    source: '40 CFR Part 58 Appendix G, table 2 (as of May 6, 2024; EPA-454/B-24-002), PM2.5 over 24 hours',
    group: 'pm25',
    tol: 0,
    given: { pollutant: 'pm25' },
    table: `
      concentration  |   aqi
                4.5  |    25
               9.04  |    50
               9.09  |    50
                 15  |    62
               27.9  |    86
               35.9  |   102
                 53  |   144
               55.4  |   150
               89.9  |   175
                100  |   182
              125.5  |   201
              225.4  |   300
              225.5  |   301
              325.4  |   500
              325.5  |   500
              999.9  |  1844
    `,
  }),
  ...figures<Input>({
    source: '40 CFR Part 58 Appendix G, table 2 (as of May 6, 2024; EPA-454/B-24-002), PM10 over 24 hours',
    group: 'pm10',
    tol: 0,
    given: { pollutant: 'pm10' },
    table: `
      concentration  |  aqi
                  0  |    0
                 10  |    9
                 54  |   50
                100  |   73
              125.7  |   86
                200  |  123
                254  |  150
                355  |  201
                424  |  300
                425  |  301
                604  |  500
                700  |  607
    `,
  }),
  ...figures<Input>({
    source: '40 CFR Part 58 Appendix G, table 2 (as of May 6, 2024; EPA-454/B-24-002), ozone over 8 hours',
    group: 'o3_8h',
    tol: 0,
    given: { pollutant: 'o3_8h' },
    table: `
      concentration  |   aqi
               0.01  |     9
              0.041  |    38
              0.065  |    84
               0.07  |   100
              0.074  |   112
              0.075  |   115
              0.077  |   122
             0.0785  |   126
               0.08  |   133
              0.086  |   151
             0.0875  |   154
                0.1  |   187
              0.141  |   238
              0.175  |   274
             0.2009  |   300
              0.201  |  null
    `,
  }),
  ...figures<Input>({
    source:
      '40 CFR Part 58 Appendix G, table 2 (as of May 6, 2024; EPA-454/B-24-002), ozone over 1 hour, which begins at 0.125 ppm',
    group: 'o3_1h',
    tol: 0,
    given: { pollutant: 'o3_1h' },
    table: `
      concentration  |   aqi
             0.1249  |  null
               0.13  |   107
              0.162  |   147
             0.1649  |   150
              0.165  |   151
              0.204  |   200
              0.205  |   201
               0.35  |   273
              0.604  |   500
                0.7  |   596
    `,
  }),
  ...figures<Input>({
    source: 'EPA, Technical Assistance Document for the Reporting of Daily Air Quality, worked examples',
    group: 'examples',
    tol: 0,
    table: `
      pollutant  concentration  |  aqi
           pm25           35.9  |  102
          o3_8h          0.078  |  126
    `,
  }),
  ...figures<Input>({
    source: 'Test values of pyairnow after the table of 2024',
    group: 'examples',
    tol: 0,
    table: `
      pollutant  concentration  |  aqi
           pm25              9  |   50
           pm25            9.1  |   51
           pm25           27.9  |   86
           pm25             53  |  144
           pm25          325.4  |  500
           pm25          325.9  |  501
    `,
  }),
]

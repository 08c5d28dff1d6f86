import type { Case } from '#domain/cases.testing'
import { figures } from '#domain/figures.testing'

export interface Input {
  readonly tempF: number
  readonly rh: number
  readonly windMph: number
}

/** The feels-like temperature on either side of both limits, from figures for the heat index and the wind chill. */
export const feelsLikeCases: readonly Case<Input>[] = [
  ...figures<Input>({
    source:
      "The product's rule (heat index from 80 degrees, wind chill up to 50 degrees from 5 mph), over Rothfusz 1990 and FCM-R19-2003",
    group: 'rule',
    tol: 0.01,
    table: `
      tempF   rh  windMph  |  feelsLikeF       method
        -20   50        3  |         -20  temperature
         -5   60        5  |    -16.3827   wind_chill
          0   50       30  |    -25.8649   wind_chill
         10   30        5  |      1.2356   wind_chill
         20   60       15  |      6.2189   wind_chill
         40   55      4.5  |          40  temperature
         40   55        5  |     36.4724   wind_chill
         45   40       10  |     39.8397   wind_chill
       49.9   80     5.01  |     48.0946   wind_chill
         50   50     4.99  |          50  temperature
       50.1   30       20  |        50.1  temperature
         60   60        5  |          60  temperature
       79.9   90        3  |        79.9  temperature
      79.99  100        1  |       79.99  temperature
         80   40       25  |     79.9294   heat_index
      80.01  100        1  |     89.3197   heat_index
         83   87        3  |     93.7803   heat_index
         97   45        0  |      106.28   heat_index
        101   33       18  |    106.0716   heat_index
        105    8        5  |     98.1239   heat_index
    `,
  }),
]

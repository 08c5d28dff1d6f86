import type { Case } from '#domain/cases.testing'
import { figures } from '#domain/figures.testing'

export interface Input {
  readonly sunElevationDeg: number
  readonly cloudFraction?: number
}

/** Clear-sky radiation, for use when the sun is not measured. */
export const clearSkyCases: readonly Case<Input>[] = [
  ...figures<Input>({
    source:
      'Haurwitz 1945, Insolation in relation to cloudiness and cloud density, J. Meteor. 2; test values of pvlib',
    group: 'haurwitz',
    tol: 0.001,
    table: `
      sunElevationDeg  |    clearSkyGhiWm2
                  -20  |                 0
                -0.05  |                 0
                    5  |  48.6298687941956
                   50  |  778.766689344363
    `,
  }),
  ...figures<Input>({
    source:
      'Kasten and Czeplak 1980, Solar and terrestrial radiation dependent on the amount and type of cloud, Solar Energy 24, over Haurwitz 1945',
    group: 'cloud',
    tol: 0.01,
    table: `
      sunElevationDeg  cloudFraction  |  ghiEstimateWm2
                    1           0.75  |          0.4682
                   12          0.875  |          90.015
                   25            0.1  |         403.451
                   25            0.9  |        192.0248
                   33            0.9  |        255.3297
                   41            0.1  |        658.2018
                   48            0.6  |        654.1618
                   56            0.3  |        837.1469
                   63              0  |        915.6414
                   63              1  |        228.9104
                   78           0.25  |       1004.3335
                   85          0.875  |        539.8841
    `,
  }),
]

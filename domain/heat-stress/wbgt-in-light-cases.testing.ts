import type { Case } from '#domain/cases.testing'
import { figures } from '#domain/figures.testing'

export interface Input {
  readonly tempC: number
  readonly rh: number
  readonly pressureHpa: number
  readonly wind10mMs: number
  readonly solarWm2: number
  readonly directFraction: number
  readonly cosZenith: number
}

/** The wet bulb globe temperature outdoors, where the light is known. */
export const wbgtInLightCases: readonly Case<Input>[] = [
  ...figures<Input>({
    source:
      'Test values of thermofeel (ECMWF), after Liljegren et al. 2008 with the least wind of KNMI TR-26-04',
    group: 'thermofeel',
    tol: 0.03,
    given: { pressureHpa: 1013.25 },
    table: `
          tempC         rh    wind10mMs   solarWm2  directFraction  cosZenith  |     wbgtC
       4.088991  74.753672  0.593496491  168.87625        0.631237        0.5  |   5.33987
       4.349331  73.511363  0.620791144  169.34507        0.619232        0.5  |   5.53802
       4.454641  72.989987   0.63114137  166.67149        0.598682        0.5  |   5.55201
       4.727409  71.885802  0.615553197  170.62151        0.608511        0.5  |   5.84247
      20.956577  63.250538  1.094489915  174.05879        0.648985        0.5  |  19.55614
      21.773306  61.006701  1.108938435  177.78313        0.658844        0.5  |  19.98114
      22.283255  59.237189  1.099645879  177.89191        0.655555        0.5  |  20.27253
      23.476826  54.955185  1.059064096  177.44232        0.650682        0.5  |  20.92048
      25.404276  47.507744  0.720602297  166.11623         0.59614        0.5  |  22.12374
      26.229242  44.858855  0.573548251  168.70391        0.598505        0.5  |  22.70292
    `,
  }),
]

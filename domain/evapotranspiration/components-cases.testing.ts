import type { Case } from '#domain/cases.testing'
import { published } from '#domain/figures.testing'

export interface Input {
  readonly function: string
  readonly [quantity: string]: number | string
}

/** The components of a day's evapotranspiration; `function` names the quantity. */
export const componentCases: readonly Case<Input>[] = [
  ...published<Input>({
    source: 'Allen et al. 1998, FAO Irrigation and Drainage Paper 56, worked examples 3 to 20',
    group: 'components',
    cases: [
      { input: { function: 'e0', tempC: 15 }, expect: { eKpa: 1.705 }, tol: 0.0015 }, // example 3/4
      {
        input: { function: 'eaFromRhMinMax', tmaxC: 25, tminC: 18, rhMax: 82, rhMin: 54 },
        expect: { eaKpa: 1.7 },
        tol: 0.006,
      }, // example 5
      {
        input: { function: 'eaFromRhMean', tmaxC: 25, tminC: 18, rhMean: 68 },
        expect: { eaKpa: 1.78 },
        tol: 0.006,
      }, // example 5
      { input: { function: 'eaFromDewpoint', dewpointC: 14.8 }, expect: { eaKpa: 1.68 }, tol: 0.006 }, // example 20
      { input: { function: 'slopeSvp', tempC: 30.2 }, expect: { delta: 0.246 }, tol: 0.0006 }, // example 17
      { input: { function: 'rsFromSunshine', n: 7.1, N: 10.9, ra: 25.1 }, expect: { mj: 14.45 }, tol: 0.006 }, // example 10
      {
        input: { function: 'rsFromSunshine', n: 9.25, N: 16.1, ra: 41.09 },
        expect: { mj: 22.07 },
        tol: 0.03,
      }, // example 18
      { input: { function: 'rns', rs: 14.5 }, expect: { mj: 11.1 }, tol: 0.07 }, // example 12
      { input: { function: 'wind2m', windMs: 3.2, heightM: 10 }, expect: { u2: 2.4 }, tol: 0.05 }, // example 14
      {
        input: { function: 'rsFromTemperature', ra: 40.6, tmaxC: 26.6, tminC: 14.8, kRs: 0.16 },
        expect: { mj: 22.3 },
        tol: 0.05,
      }, // example 15
      { input: { function: 'monthlyG', tPrevC: 14.1, tNextC: 18.8 }, expect: { mj: 0.33 }, tol: 0.006 }, // example 13
      {
        input: { function: 'hargreaves', tminC: 14.8, tmaxC: 26.6, tmeanC: 20.7, ra: 40.6 },
        expect: { eto_mm: 5 },
        tol: 0.05,
      }, // example 20
    ],
  }),
  ...published<Input>({
    source:
      'ASCE-EWRI 2005, The ASCE Standardized Reference Evapotranspiration Equation, table C-2 (Greeley, Colorado)',
    group: 'components',
    cases: [
      {
        input: { function: 'pressureFromElevation', elevationM: 1462.4 },
        expect: { pressureKpa: 85.17 },
        tol: 0.05,
      },
      {
        input: { function: 'psychrometricConstant', pressureKpa: 85.17 },
        expect: { gamma: 0.0566 },
        tol: 0.0001,
      },
    ],
  }),
  ...published<Input>({
    source: 'ASCE-EWRI 2005, table C-3 (Greeley, Colorado), whose temperatures are rounded to a tenth',
    group: 'components',
    cases: [
      { input: { function: 'slopeSvp', tempC: 21.65 }, expect: { delta: 0.1585 }, tol: 0.0018 },
      { input: { function: 'slopeSvp', tempC: 23.7 }, expect: { delta: 0.1762 }, tol: 0.0018 },
      { input: { function: 'slopeSvp', tempC: 26.1 }, expect: { delta: 0.1996 }, tol: 0.0018 },
      { input: { function: 'slopeSvp', tempC: 23.9 }, expect: { delta: 0.1781 }, tol: 0.0018 },
    ],
  }),
  ...published<Input>({
    source: 'Test values of RefET, after ASCE-EWRI 2005, equations 3, 23, 24, 27 and 33',
    group: 'components',
    cases: [
      {
        input: { function: 'pressureFromElevation', elevationM: 1208.5 },
        expect: { pressureKpa: 87.80710537 },
        tol: 1e-5,
      },
      { input: { function: 'declination', dayOfYear: 182 }, expect: { rad: 0.4029517192 }, tol: 1e-6 },
      {
        input: { function: 'inverseRelativeDistance', dayOfYear: 182 },
        expect: { dr: 0.9670012223 },
        tol: 1e-7,
      },
      { input: { function: 'sunsetHourAngle', lat: 70, dayOfYear: 1 }, expect: { rad: 0 }, tol: 1e-6 },
      { input: { function: 'wind2m', windMs: 2.5, heightM: 2 }, expect: { u2: 2.5 }, tol: 0.001 },
    ],
  }),
  ...published<Input>({
    source: 'Allen et al. 1998, FAO-56, equations 11, 13, 21 and 52; by PyETo',
    group: 'components',
    cases: [
      {
        input: { function: 'hargreaves', tminC: 28, tmaxC: 38, tmeanC: 35, ra: 38.93715 },
        expect: { eto_mm: 6.1 },
        tol: 0.05,
      },
      { input: { function: 'ra', lat: 20, dayOfYear: 172 }, expect: { mj: 39.515 }, tol: 0.001 },
      { input: { function: 'ra', lat: 35, dayOfYear: 200 }, expect: { mj: 40.49704 }, tol: 0.001 },
      { input: { function: 'ra', lat: -33, dayOfYear: 1 }, expect: { mj: 44.08879 }, tol: 0.001 },
      { input: { function: 'ra', lat: 10, dayOfYear: 300 }, expect: { mj: 33.99947 }, tol: 0.001 },
      { input: { function: 'slopeSvp', tempC: -15 }, expect: { delta: 0.0157943 }, tol: 1e-5 },
      { input: { function: 'slopeSvp', tempC: 8 }, expect: { delta: 0.0730606 }, tol: 1e-5 },
      { input: { function: 'slopeSvp', tempC: 23 }, expect: { delta: 0.1699194 }, tol: 1e-5 },
      { input: { function: 'slopeSvp', tempC: 34 }, expect: { delta: 0.2961581 }, tol: 1e-5 },
      { input: { function: 'e0', tempC: -2 }, expect: { eKpa: 0.52741 }, tol: 1e-5 },
      { input: { function: 'e0', tempC: 3 }, expect: { eKpa: 0.757766 }, tol: 1e-5 },
      { input: { function: 'e0', tempC: 8 }, expect: { eKpa: 1.072769 }, tol: 1e-5 },
      { input: { function: 'e0', tempC: 17 }, expect: { eKpa: 1.937729 }, tol: 1e-5 },
    ],
  }),
]

import type { Case } from '#domain/cases.testing'
import { figures } from '#domain/figures.testing'

export interface Input {
  readonly tempC: number
  readonly rh?: number
}

/** The wet-bulb temperature by Stull's approximation. */
export const wetBulbCases: readonly Case<Input>[] = [
  ...figures<Input>({
    source:
      'Stull 2011, Wet-Bulb Temperature from Relative Humidity and Air Temperature, J. Appl. Meteor. Climatol. 50, equation 1; by HeatStress',
    group: 'stull-heatstress',
    tol: 0.001,
    table: `
      tempC  rh  |  wetBulbStullC
       15.6  77  |      12.967467
       19.1  66  |      14.948311
         21  50  |      14.559114
       22.1  62  |      17.168073
       22.8  52  |      16.396486
       23.4  50  |      16.622544
       23.5  56  |      17.585246
         24  56  |      18.027169
       26.1  44  |      17.962474
       26.6  51  |      19.535015
       28.1  53  |      21.162334
         29  43  |      20.195218
    `,
  }),
  ...figures<Input>({
    source: 'Stull 2011, equation 1; test values of thermofeel (ECMWF)',
    group: 'stull-thermofeel',
    tol: 0.001,
    table: `
        tempC         rh  |  wetBulbStullC
       4.0134  74.962454  |         1.7749
       4.4546  72.989987  |        2.03432
       4.7031  71.927937  |        2.18288
       4.7392  71.902055  |         2.2146
      22.2833  59.237189  |       16.95697
      26.1848  44.863874  |       18.17783
    `,
  }),
]

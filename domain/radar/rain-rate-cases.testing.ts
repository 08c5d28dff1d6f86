import type { Case } from '#domain/cases.testing'
import { figures } from '#domain/figures.testing'
import type { zrRelations } from './rain-rate.ts'

export interface Input {
  readonly dbz?: number
  readonly a?: number
  readonly b?: number
  readonly relation?: keyof typeof zrRelations
  readonly capDbz?: number
}

/** Rain rates for echo strengths. */
export const rainRateCases: readonly Case<Input>[] = [
  ...figures<Input>({
    source:
      'WSR-88D operational relations Z = a R^b (Marshall and Palmer 1948; Rosenfeld et al. 1993; NWS NCRFC Z/R table), closed form',
    group: 'zr',
    tol_rel: 1e-5,
    table: `
       dbz    a    b            relation  |   rateMmHr
        38  300  1.4          convective  |   8.808732
        23  300  1.4          convective  |   0.747283
        25  300  1.4          convective  |   1.038346
        28  250  1.2            tropical  |   2.162967
        45  250  1.2            tropical  |  56.456852
        30  250  1.2            tropical  |   3.174802
        23  200  1.6      marshallPalmer  |   0.998519
        10  200  1.6      marshallPalmer  |   0.153765
      32.5  200  1.6      marshallPalmer  |   3.918377
        42  200  1.6      marshallPalmer  |  15.376456
        25  130    2  eastCoolStratiform  |   1.559654
        20  130    2  eastCoolStratiform  |   0.877058
         0  130    2  eastCoolStratiform  |   0.087706
         0   75    2  westCoolStratiform  |    0.11547
         5   75    2  westCoolStratiform  |   0.205338
    `,
  }),
  ...figures<Input>({
    source: 'Test values of wradlib (tests/test_zr.py)',
    group: 'wradlib',
    tol_rel: 1e-6,
    table: `
      dbz    a    b  |            rateMmHr
       10  200  1.6  |  0.1537645610180688
       45  200  1.6  |           23.678614
       45   77  1.9  |            23.74276
        5  125  1.4  |        0.0723352513
    `,
  }),
  ...figures<Input>({
    source:
      'NWS North Central River Forecast Center, Z/R table: at most 4.09 inches an hour for Z = 300 R^1.4',
    group: 'cap',
    tol_rel: 0.0001,
    table: `
      dbz    relation  capDbz  |  rateMmHr  rateInHr
       50  convective      53  |   63.3952    2.4959
       53  convective      53  |  103.8346     4.088
       55  convective      53  |  103.8346     4.088
       70  convective      53  |  103.8346     4.088
       75  convective      53  |  103.8346     4.088
    `,
  }),
]

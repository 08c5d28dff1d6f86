import type { Case } from '#domain/cases.testing'
import { figures } from '#domain/figures.testing'

export interface Input {
  readonly tempF: number
  readonly rh: number
}

/** Heat index values from its publishers. */
export const heatIndexCases: readonly Case<Input>[] = [
  ...figures<Input>({
    source: 'National Weather Service, heat index chart (shaded temperatures 80 to 110 degrees)',
    group: 'chart',
    tol: 0,
    table: `
      tempF   rh  |  heatIndexF_rounded
         80   60  |                  82
         80   85  |                  85
         82   55  |                  84
         84   40  |                  83
         84   65  |                  89
         86   40  |                  85
         86   55  |                  89
         86  100  |                 112
         88   65  |                  98
         88  100  |                 121
         90   95  |                 127
         92   70  |                 112
         94   40  |                  97
         94   70  |                 119
         96   50  |                 108
         96   65  |                 121
         98   45  |                 109
        100   45  |                 114
        100   65  |                 136
        102   60  |                 137
        104   55  |                 137
        110   40  |                 136
    `,
  }),
  ...figures<Input>({
    source:
      'Weather Prediction Center, online heat index calculator, as read in July 2019 for the tests of MetPy',
    group: 'chart',
    tol: 0,
    table: `
      tempF  rh  |  heatIndexF_rounded
         86  45  |                  87
        111  27  |                 121
         96  60  |                 116
         40  99  |                  40
    `,
  }),
  ...figures<Input>({
    source:
      'Rothfusz 1990, The Heat Index Equation, NWS Technical Attachment SR 90-23, with both adjustments; by weathermetrics (Anderson et al. 2013)',
    group: 'equation',
    tol: 0.01,
    table: `
      tempF    rh  |  heatIndexF
         40   100  |          40
         70   100  |        71.4
         77   100  |   77.602695
       79.5    30  |       78.56
         81    85  |   87.425371
         84    72  |   91.131474
         85    10  |   81.399863
       86.9    80  |  102.625089
         87    40  |   86.632912
       87.1     5  |   82.305834
       87.1    95  |  113.065018
       92.3    60  |  105.476632
         95    52  |  106.658824
         97  13.1  |   92.346989
        100    38  |  107.697068
        108    52  |  147.711839
        110    13  |  106.539276
        112    45  |  150.484385
      112.1  13.1  |  109.193304
      112.1    90  |  264.199719
        115    30  |   134.46926
        118    80  |  278.572056
    `,
  }),
  ...figures<Input>({
    source:
      'Weather Prediction Center, The Heat Index Equation: the two sides of the step from the simple formula to the regression',
    group: 'equation',
    tol: 0.01,
    table: `
      tempF    rh  |  heatIndexF
         78  74.5  |   80.159203
         79    50  |       78.95
         79  51.1  |   80.046336
       79.5    40  |   79.597278
         80    12  |      78.264
         80    28  |   79.058657
       80.5    11  |      78.767
    `,
  }),
]

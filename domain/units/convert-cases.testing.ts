import type { Case } from '#domain/cases.testing'
import { figures } from '#domain/figures.testing'

export interface Input {
  readonly value: number
  readonly convert: string
}

/** Conversions between units. */
export const conversionCases: readonly Case<Input>[] = [
  ...figures<Input>({
    source:
      'Thompson and Taylor 2008, Guide for the Use of the International System of Units, NIST SP 811, appendix B',
    group: 'units',
    tol_rel: 1e-6,
    table: `
      value         convert  |     value
          1        m/s->mph  |  2.236936
         10        mph->m/s  |    4.4704
         50        m/s->mph  |  111.8468
          1         m/s->kt  |  1.943844
          1         kt->m/s  |  0.514444
         36       km/h->m/s  |        10
         10       m/s->km/h  |        36
       25.4          mm->in  |         1
          2          in->mm  |      50.8
        100          km->mi  |   62.1371
    `,
  }),
  ...figures<Input>({
    source: 'ASCE-EWRI 2005, appendix B: a langley, and a watt over a day',
    group: 'units',
    tol: 1e-9,
    table: `
      value         convert  |     value
          1  langley->MJ/m2  |  0.041868
        100   W/m2->MJ/m2/d  |      8.64
    `,
  }),
]

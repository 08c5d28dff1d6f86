import type { Case } from '#domain/cases.testing'
import { figures } from '#domain/figures.testing'

export interface Input {
  readonly degrees: number
}

/** The points of the compass, and the edges between them. */
export const compassCases: readonly Case<Input>[] = [
  ...figures<Input>({
    source: 'The definition: a sector of 22.5 (45) degrees around its point, the lower edge its own',
    group: 'compass',
    table: `
      degrees  |  compass16  compass8
            5  |          N         N
        11.25  |        NNE         N
         22.5  |        NNE        NE
        33.74  |        NNE        NE
           45  |         NE        NE
           60  |        ENE        NE
           90  |          E         E
        112.5  |        ESE        SE
          135  |         SE        SE
          150  |        SSE        SE
       168.75  |          S         S
          180  |          S         S
        191.2  |          S         S
        202.5  |        SSW        SW
       213.75  |         SW        SW
        247.5  |        WSW         W
       258.75  |          W         W
        292.5  |        WNW        NW
          330  |        NNW        NW
       348.75  |          N         N
          360  |          N         N
    `,
  }),
]

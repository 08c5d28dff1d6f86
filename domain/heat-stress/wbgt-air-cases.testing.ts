import type { Case } from '#domain/cases.testing'
import { figures } from '#domain/figures.testing'

export interface Input {
  readonly tempC: number
  readonly pressureHpa: number
  readonly windMs: number
  readonly rh: number
}

/** Properties of moist air according to the model. */
export const airCases: readonly Case<Input>[] = [
  ...figures<Input>({
    source:
      'Liljegren et al. 2008: Buck 1981 for the vapor; Bird, Stewart and Lightfoot, Transport Phenomena, for viscosity and diffusivity; his program, version 1.1',
    group: 'props',
    tol_rel: 1e-5,
    table: `
      tempC  pressureHpa  windMs   rh  |    esatHpa   dewpointC      viscosity  thermalConductivity    diffusivity  latentHeat  emissivityAtm    hSphere   hCylinder
        -20      1013.25       2   10  |   1.258796  -43.788376  1.6289151e-05          0.022189861   1.766944e-05     2265100       0.427525  22.949984   54.773589
          0      1013.25       8   60  |   6.136548   -6.833667  1.7201424e-05          0.023432603  2.1100809e-05     2312500       0.692814  44.602174  122.873891
          5          880     2.2   66  |   8.758613           -              -                    -  2.5346615e-05           -      0.7389769  22.229085   51.747644
         12         1000     9.9   25  |  14.076339           -              -                    -  2.3637229e-05           -      0.6883468  48.947537  136.718676
         20      1013.25       4   10  |  23.466316  -12.545982  1.8121031e-05          0.024685336  2.4884363e-05     2359900      0.6495932  31.572388   79.337005
         28         1005      12  100  |  37.948696           -              -                    -  2.6715817e-05           -      0.9671481  53.601098  151.397493
         33          990       0   50  |  50.521468           -              -                    -  2.8183225e-05           -      0.9124679   6.428157    9.884096
       35.5         1001     5.5   40  |  58.067057           -              -                    -  2.8407665e-05           -      0.9015802  36.451463   93.891513
         41          965     4.4   12  |  78.190659           -              -                    -  3.0707602e-05           -      0.7919758  32.084449   79.925891
         45          850       8   10  |   96.38615    6.381142  1.9285077e-05          0.026271055  3.5907015e-05     2419150      0.7950271  40.284617  105.634396
    `,
  }),
]

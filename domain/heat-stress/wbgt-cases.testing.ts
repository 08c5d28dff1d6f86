import type { Case } from '#domain/cases.testing'
import { figures } from '#domain/figures.testing'

export interface Input {
  readonly timeUtc: string
  readonly averagingMinutes?: number
  readonly lat: number
  readonly lon: number
  readonly solarWm2: number
  readonly pressureHpa: number
  readonly tempC: number
  readonly rh?: number
  readonly dewpointC?: number
  readonly windMs: number
  readonly windHeightM: number
  readonly dTC?: number
  readonly urban?: boolean
}

const hisProgram =
  'Liljegren et al. 2008, Modeling the Wet Bulb Globe Temperature Using Standard Meteorological Measurements, J. Occup. Environ. Hyg. 5; his program, version 1.1'

/** The tolerance of each quantity. */
const underTheSun = { cosZenith: 0.0005, directFraction: 0.005, globeC: 0.1, solarUsedWm2: 1.0 }
const asHisProgram = {
  ...underTheSun,
  naturalWetBulbC: 0.04,
  psychroWetBulbC: 0.03,
  wbgtC: 0.03,
  wbgtC_exactRoot: 0.02,
  wind2mMs: 0.001,
}

/** The wet bulb globe temperature outdoors. */
export const wbgtCases: readonly Case<Input>[] = [
  ...figures<Input>({
    source: `${hisProgram}: by day`,
    group: 'day',
    tol: asHisProgram,
    table: `
                   timeUtc       lat        lon  solarWm2  pressureHpa  tempC  rh  windMs  windHeightM   dTC  urban  |  cosZenith  directFraction  solarUsedWm2  wind2mMs   globeC  naturalWetBulbC  psychroWetBulbC    wbgtC  wbgtC_exactRoot
      2023-04-25T19:30:00Z   32.7767    -96.797       621          993   -7.7   9       1           10  -0.1  false  |   0.910294         0.38921           621    0.8935   7.8465          -3.6532         -11.2403  -1.7579          -1.7656
      2021-06-20T16:00:00Z   33.4484   -112.074       587          968   -4.3  67     8.8            2  -0.5   true  |   0.685535         0.65864           587       8.8   1.8522          -4.1235          -5.8567   -2.946          -2.9491
      2022-07-16T17:45:00Z   51.5074    -0.1278        64         1012    7.1  80     1.2           10  -0.1  false  |   0.339367         0.00016            64    0.9426   7.4327           5.9329           5.5436   6.3496            6.341
      2023-08-18T21:30:00Z    33.749    -84.388       464          986   18.2  30     4.4            2   0.5   true  |   0.564378          0.6045           464       4.4  24.9033          10.8671           9.2472  14.4076          14.3985
      2025-05-06T04:00:00Z    1.3521   103.8198       655         1011   23.2  76     4.9            2   0.5  false  |   0.930732         0.42678           655       4.9  32.2621          21.4736          20.0835  23.8039          23.7924
      2021-06-05T21:30:00Z  -33.8688   151.2093        87         1003   25.7  34       2            2  -0.5   true  |   0.100345         0.66917            87         2  30.2859          16.4415          15.3647  20.1362          20.1262
      2025-04-14T17:00:00Z   32.7767    -96.797       664         1006   29.3  93     1.9            2  -0.1   true  |   0.860411         0.51383           664       1.9   42.828          30.0033          28.3169  32.4979          32.4886
      2022-06-05T10:45:00Z    1.3521   103.8198        82         1016   31.8  50     1.5           10   0.5   true  |   0.085339         0.77889            82    1.0031  39.8244          24.7093          23.2883  28.4414          28.4317
      2022-05-27T14:15:00Z   41.8781   -87.6298       646          994   33.4  59     4.5           10  -0.5  false  |   0.658949         0.79642           646     3.831  43.4393          27.5587          26.3955  31.3189          31.3104
      2021-04-08T01:45:00Z   47.6062  -122.3321        91         1003   34.8  73     0.7           10   0.5  false  |    0.17094         0.17382            91    0.5499  38.6413          31.1459          30.3139  33.0104          33.0015
      2026-08-26T11:30:00Z   41.8781   -87.6298        55          992   40.3  12     4.8           10   0.5  false  |   0.052499         0.85481            55    3.7705  44.9883          19.7124          18.7009  26.8263          26.8154
      2022-07-08T22:30:00Z   21.3069  -157.8583       920         1018   43.8  71     1.9            2   0.5   true  |   0.999464         0.73838           920       1.9  60.2966          39.4591          38.2371  44.0607          44.0554
    `,
  }),
  ...figures<Input>({
    source: `${hisProgram}: more sun than there can be`,
    group: 'solar-capped',
    tol: asHisProgram,
    table: `
                   timeUtc      lat        lon  solarWm2  pressureHpa  tempC  rh  windMs  windHeightM   dTC  urban  |  cosZenith  directFraction  solarUsedWm2  wind2mMs   globeC  naturalWetBulbC  psychroWetBulbC    wbgtC  wbgtC_exactRoot
      2026-06-14T08:45:00Z   1.3521   103.8198       675         1001   -1.6  16     0.2           10   0.5  false  |   0.536482             0.9       604.285    0.1787  25.3877           6.9103          -6.2273   9.7547           9.7447
      2026-07-09T04:45:00Z  61.2181  -149.9003       322          995   19.5  25     5.7           10  -0.1   true  |   0.256657             0.9        288.52    3.8118  26.7996          10.9693           9.4113  14.9885          14.9803
      2025-07-03T12:30:00Z  47.6062  -122.3321        29         1010   25.3  14     1.5           10  -0.5   true  |   0.023156             0.9         26.03    1.0031  33.6737          13.4048          11.0901  18.6481          18.6372
      2025-06-02T01:15:00Z  61.2181  -149.9003       785          997   30.5  98     5.6            2  -0.1   true  |   0.621776             0.9        702.44       5.6   40.295          31.0136          30.2274  32.8185          32.8079
      2026-04-03T20:00:00Z  25.7617   -80.1918       959         1019   37.8  37     2.6           10  -0.5  false  |   0.738704             0.9       858.468     2.323  52.2429          27.0283           25.062  33.1484          33.1357
      2023-04-02T10:15:00Z  51.5074    -0.1278       804         1016   43.4  33     4.8           10   0.5   true  |   0.618313             0.9       719.232    3.7705  54.5079          29.4013          28.1025  35.8225          35.8136
    `,
  }),
  ...figures<Input>({
    source: `${hisProgram}: by night`,
    group: 'night',
    tol: asHisProgram,
    table: `
                   timeUtc      lat        lon  solarWm2  pressureHpa  tempC  rh  windMs  windHeightM   dTC  urban  |  cosZenith  directFraction  solarUsedWm2  wind2mMs   globeC  naturalWetBulbC  psychroWetBulbC    wbgtC  wbgtC_exactRoot
      2021-04-25T20:30:00Z  51.5074    -0.1278         0         1005   -4.5  17     1.6            2   0.5  false  |   -0.18953               0             0       1.6  -7.0759          -9.0526          -8.3695   -8.202          -8.2045
      2022-01-06T10:30:00Z  61.2181  -149.9003         0         1006    5.5  34    10.9           10   0.5  false  |   -0.77732               0             0    8.5621   4.4665           0.2803           0.4128   1.6395           1.6313
      2021-07-22T08:30:00Z  41.8781   -87.6298         0          988   14.1  87     1.7           10  -0.5  false  |  -0.318318               0             0    0.9679  12.6693          12.5599          12.8094  12.7358          12.7301
      2025-11-24T23:45:00Z  39.7392  -104.9903         0          831   23.1  14    11.7           10  -0.1   true  |  -0.034722               0             0    7.8243   21.714            8.733           8.6881  12.7659          12.7603
      2023-01-28T07:00:00Z  33.4484   -112.074         0          960   27.4  71     1.3           10  -0.1  false  |  -0.952264               0             0    0.7401  26.4394          23.1923          23.1408  24.2625          24.2566
      2023-06-24T23:45:00Z  51.5074    -0.1278         0         1018   35.1  81     3.4            2   0.5  false  |  -0.258671               0             0       3.4   35.045          32.0646          32.0227  32.9642            32.96
      2023-08-06T12:30:00Z  47.6062  -122.3321         0         1009   39.5  66     1.3            2  -0.5  false  |  -0.074352               0             0       1.3  39.4675          33.4013          33.2441  35.2244          35.2214
      2025-08-02T10:00:00Z  47.6062  -122.3321         0         1003   43.9  74       1            2   0.5   true  |  -0.353247               0             0         1   44.489          39.1286          38.9613  40.6778          40.6702
    `,
  }),
  ...figures<Input>({
    source:
      'Liljegren et al. 2008, the energy balances solved by halving, where the relaxation of the program does not converge',
    group: 'solver-robustness',
    tol: { ...underTheSun, naturalWetBulbC: 0.05, wbgtC: 0.05 },
    table: `
                   timeUtc      lat       lon  solarWm2  pressureHpa  tempC  rh  windMs  windHeightM  dTC  urban  |  cosZenith  directFraction  solarUsedWm2    globeC  naturalWetBulbC     wbgtC
      2025-02-18T21:00:00Z  41.8781  -87.6298       247          993  -38.9  80      24            2    0   true  |    0.39569         0.27363           247  -37.2342         -38.2985  -38.1458
      2025-01-16T20:00:00Z  32.7767   -96.797       515         1000    -31  46    23.9            2    0   true  |   0.543775         0.69811           515  -27.3727         -30.1615  -29.6876
      2025-07-23T04:00:00Z  25.7617  -80.1918         0         1015  -27.7  60    16.9            2    0   true  |  -0.636713               0             0  -28.4135         -28.2551  -28.2313
      2025-02-24T15:00:00Z  25.7617  -80.1918       270         1015  -25.8  58    21.4            2    0   true  |   0.626665         0.06342           270    -24.04         -25.4652  -25.2136
      2025-02-27T18:00:00Z  32.7767   -96.797       639         1000  -24.9  69    19.8            2    0   true  |   0.744403         0.60417           639  -20.3789         -23.7217   -23.171
      2025-01-09T14:00:00Z   33.749   -84.388       141          982    -17  59    23.8            2    0   true  |   0.221803         0.28036           141  -16.1067          -17.531   -17.193
    `,
  }),
  ...figures<Input>({
    source: 'Test value of pywbgt, over a minute and from the dew point',
    group: 'pywbgt',
    tol: { globeC: 0.05, naturalWetBulbC: 0.03, wbgtC: 0.03 },
    table: `
                   timeUtc  averagingMinutes                lat                 lon  solarWm2  pressureHpa  tempC  dewpointC   windMs  windHeightM  |    globeC  naturalWetBulbC      wbgtC
      2000-06-01T16:00:00Z                 1  33.73305555555556  -83.61694444444446       500          985     25         15  0.44704            2  |  41.97033        23.320795  27.218622
    `,
  }),
]

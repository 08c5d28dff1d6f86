import type { Case } from '#domain/cases.testing'
import { figures } from '#domain/figures.testing'

export interface Input {
  readonly dateUtc: string
  readonly lat: number
  readonly lon: number
}

/** When the sun rises, sets and stands highest, in UTC. */
export const sunriseCases: readonly Case<Input>[] = [
  ...figures<Input>({
    source:
      'U.S. Naval Observatory, rise, set and transit times of 2026, as collected for the tests of suncalc',
    group: 'times',
    tol_minutes: 1.5,
    table: `
         dateUtc        lat        lon  |  sunriseUtc  sunsetUtc  transitUtc
      2026-03-20   78.22334   15.64689  |       04:52      17:22       11:05
      2026-09-23    69.6489   18.95508  |       04:28      16:43       10:37
      2026-09-23   64.13548  -21.89541  |       07:13      19:25       13:20
      2026-09-23   59.32938   18.06871  |       04:34      16:45       10:40
      2026-06-21   50.45466    30.5238  |       01:46      18:13       10:00
      2026-01-25   41.01384   28.94966  |       05:21      15:12       10:16
      2026-06-01   31.22222  121.45806  |       20:51      10:53       03:52
      2026-01-18    4.60971  -74.08175  |       11:10      23:04       17:07
      2026-06-21    4.60971  -74.08175  |       10:47      23:10       16:58
      2026-01-10   -4.32758   15.31357  |       04:56      17:17       11:06
      2026-07-06   -4.32758   15.31357  |       05:07      17:00       11:04
      2026-01-10  -12.04318  -77.02824  |       10:52      23:39       17:16
      2026-01-25  -34.61315  -58.37723  |       09:07      23:05       16:06
      2026-06-21  -34.61315  -58.37723  |       11:00      20:50       15:55
      2026-01-18    -37.814  144.96332  |       19:19      09:43       02:30
      2026-01-18  -54.81084  -68.31591  |       08:28      01:00       16:44
      2026-07-06  -54.81084  -68.31591  |       12:56      20:21       16:38
      2026-09-23    -77.846    166.676  |       18:24      07:04       00:46
    `,
  }),
  ...figures<Input>({
    source: 'U.S. Naval Observatory, 2026: days and nights without end',
    group: 'polar',
    table: `
         dateUtc       lat       lon  |  alwaysUp  alwaysDown
      2026-01-10  78.22334  15.64689  |     false        true
      2026-07-06  78.22334  15.64689  |      true       false
      2026-01-10   69.6489  18.95508  |     false        true
      2026-12-24   69.6489  18.95508  |     false        true
      2026-01-10   -77.846   166.676  |      true       false
      2026-07-06   -77.846   166.676  |     false        true
    `,
  }),
]

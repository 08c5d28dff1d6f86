import { echoOf, noCoverage, type RadarGrid } from './grid.ts'

/**
 * The critical success index: of all cells with an actual or expected echo, the share with both. Null if there were
 * none, which proves nothing. Excludes cells without coverage.
 */
export function criticalSuccessIndex(expected: RadarGrid, came: RadarGrid, fromDbz: number): number | null {
  if (expected.echoes.length !== came.echoes.length) throw new Error('The grids differ in size')
  const least = echoOf(fromDbz)
  let hits = 0
  let either = 0
  for (let cell = 0; cell < came.echoes.length; cell++) {
    const [one = 0, other = 0] = [expected.echoes[cell], came.echoes[cell]]
    if (one === noCoverage || other === noCoverage) continue
    if (one >= least || other >= least) either++
    if (one >= least && other >= least) hits++
  }
  return either === 0 ? null : hits / either
}

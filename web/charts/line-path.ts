export interface ChartPoint {
  readonly x: number
  readonly y: number
}

/** Returns runs of consecutive points, separated by missing ones. */
function lineRuns(points: readonly (ChartPoint | null)[]): ChartPoint[][] {
  const runs: ChartPoint[][] = []
  let run: ChartPoint[] = []
  for (const point of [...points, null]) {
    if (point) run.push(point)
    else if (run.length > 0) {
      runs.push(run)
      run = []
    }
  }
  return runs
}

const shown = (value: number) => String(Number(value.toFixed(2)))

/** Returns the line through all points, broken at missing ones, because a line across a gap would be a guess. */
export function linePath(points: readonly (ChartPoint | null)[]): string {
  return lineRuns(points)
    .map(run => `M${run.map(({ x, y }) => `${shown(x)} ${shown(y)}`).join('L')}`)
    .join('')
}

/** Whether a point has no neighbors and therefore no line, so that it would be invisible. */
export function isAlone(line: readonly (ChartPoint | null)[], index: number): boolean {
  return !line[index - 1] && !line[index + 1]
}

/** Returns the area between the line and the baseline. */
export function areaPath(points: readonly (ChartPoint | null)[], ground: number): string {
  return lineRuns(points)
    .map(run => {
      const [first, last] = [run.at(0), run.at(-1)]
      if (!first || !last) return ''
      return `${linePath(run)}L${shown(last.x)} ${shown(ground)}L${shown(first.x)} ${shown(ground)}Z`
    })
    .join('')
}

/** Returns the area between two lines, where both are known. */
export function bandPath(
  upper: readonly (ChartPoint | null)[],
  lower: readonly (ChartPoint | null)[],
): string {
  const known = (line: readonly (ChartPoint | null)[]) =>
    line.map((point, index) => (upper[index] && lower[index] ? point : null))
  const below = lineRuns(known(lower))
  return lineRuns(known(upper))
    .map((run, index) => `${linePath(run)}${linePath(below[index]?.toReversed() ?? []).replace('M', 'L')}Z`)
    .join('')
}

/**
 * A column whose remainder, relative to the column, is smaller than this is redundant, because the remainder is only
 * rounding error.
 */
const nothingNew = 1e-10

/**
 * Computes the least-squares weights for rows of numbers and their targets. Uses Householder reflections, column by
 * column, because forming the normal equations would lose half of the digits. Null if a column is a combination of
 * others or there are too few rows.
 */
export function leastSquares(
  rows: readonly (readonly number[])[],
  targets: readonly number[],
): number[] | null {
  const height = rows.length
  const width = rows[0]?.length ?? 0
  if (height < width || width === 0) return null
  const columns = Array.from({ length: width }, (_, column) =>
    Float64Array.from(rows, row => row[column] ?? NaN),
  )
  const right = Float64Array.from(targets)
  const diagonal = new Float64Array(width)
  for (const [index, column] of columns.entries()) {
    const whole = norm(column, 0)
    const length = norm(column, index)
    // NaN also fails this check.
    if (!(length > nothingNew * whole)) return null
    const head = column[index] ?? 0
    diagonal[index] = head > 0 ? -length : length
    column[index] = head - (diagonal[index] ?? 0)
    const half = 1 / (length * (length + Math.abs(head)))
    for (const other of [...columns.slice(index + 1), right]) reflect(column, other, index, half)
  }
  return backwards(columns, diagonal, right)
}

function norm(column: Float64Array, from: number): number {
  let sum = 0
  for (let row = from; row < column.length; row++) sum += (column[row] ?? 0) ** 2
  return Math.sqrt(sum)
}

function reflect(mirror: Float64Array, column: Float64Array, from: number, half: number): void {
  let along = 0
  for (let row = from; row < mirror.length; row++) along += (mirror[row] ?? 0) * (column[row] ?? 0)
  along *= half
  for (let row = from; row < mirror.length; row++) {
    column[row] = (column[row] ?? 0) - along * (mirror[row] ?? 0)
  }
}

/** Back substitution, from the last weight to the first. */
function backwards(columns: readonly Float64Array[], diagonal: Float64Array, right: Float64Array): number[] {
  const weights: number[] = Array.from(diagonal, () => 0)
  for (let index = diagonal.length - 1; index >= 0; index--) {
    let rest = right[index] ?? 0
    for (let later = index + 1; later < diagonal.length; later++) {
      rest -= (columns[later]?.[index] ?? 0) * (weights[later] ?? 0)
    }
    weights[index] = rest / (diagonal[index] ?? 0)
  }
  return weights
}

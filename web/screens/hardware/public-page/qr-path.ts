/** The dark squares of a QR code as one path in a square of as many units as it has squares, row by row. */
export function qrPath(size: number, isDark: (row: number, column: number) => boolean): string {
  const runs: string[] = []
  for (let row = 0; row < size; row++) {
    for (let column = 0; column < size; column++) {
      if (!isDark(row, column)) continue
      const from = column
      while (column < size && isDark(row, column)) column++
      runs.push(`M${from} ${row}h${column - from}v1h-${column - from}z`)
    }
  }
  return runs.join('')
}

/** A QR code's dark squares as one path, row by row, in a square of one unit per module. */
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

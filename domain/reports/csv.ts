/** Numbers stay numbers, text is escaped, and missing values are empty cells. */
export type Cell = string | number | null

/**
 * Matches cells that a spreadsheet would execute as a formula. Leading apostrophes are included: one more is added, so
 * that an import always removes exactly one.
 */
const startsFormula = /^'*[=+\-@\t\r\0]/

function shown(cell: Cell): string {
  if (cell === null) return ''
  if (typeof cell === 'number') return Number.isFinite(cell) ? String(cell) : ''
  const harmless = startsFormula.test(cell) ? `'${cell}` : cell
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless
}

/** A cell read from a table, without the apostrophe that kept a spreadsheet from executing it. */
export function textOfCell(cell: string): string {
  return cell.startsWith("'") && startsFormula.test(cell) ? cell.slice(1) : cell
}

/** One line of a table, formatted according to RFC 4180. */
export function csvLine(cells: readonly Cell[]): string {
  return `${cells.map(shown).join(',')}\r\n`
}

/** A complete table, with a header line. */
export function csvOf(columns: readonly string[], rows: readonly (readonly Cell[])[]): string {
  return [columns, ...rows].map(csvLine).join('')
}

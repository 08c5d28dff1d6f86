/** A number stays a number; text is made harmless; what is missing is an empty cell. */
export type Cell = string | number | null

/**
 * A spreadsheet runs a cell that starts like this as a formula. Leading apostrophes count as well: one more is added, so
 * that an import always removes exactly one.
 */
const startsFormula = /^'*[=+\-@\t\r\0]/

function shown(cell: Cell): string {
  if (cell === null) return ''
  if (typeof cell === 'number') return Number.isFinite(cell) ? String(cell) : ''
  const harmless = startsFormula.test(cell) ? `'${cell}` : cell
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless
}

/** A cell that was read from a table: without the apostrophe that kept a spreadsheet from running it. */
export function textOfCell(cell: string): string {
  return cell.startsWith("'") && startsFormula.test(cell) ? cell.slice(1) : cell
}

/** One line of a table, as RFC 4180 has it. */
export function csvLine(cells: readonly Cell[]): string {
  return `${cells.map(shown).join(',')}\r\n`
}

/** A whole table, with a line of names first. */
export function csvOf(columns: readonly string[], rows: readonly (readonly Cell[])[]): string {
  return [columns, ...rows].map(csvLine).join('')
}

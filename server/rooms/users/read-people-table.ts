import { CsvError, parse } from 'csv-parse/sync'
import { textOfCell } from '#domain/reports/csv'
import { badInput, type Problem } from '#server/platform/http/problems'
import { columns, type PeopleColumn } from './people-table.ts'

/** A table row. Columns that the table does not have are absent. */
export interface PeopleRow {
  readonly line: number
  readonly cells: Readonly<Partial<Record<PeopleColumn, string>>>
  /** An error about the row as a whole. */
  readonly problem?: string
}

const mostPeople = 2000
const neededColumns: readonly PeopleColumn[] = [
  'First Name',
  'Email',
  'Permission Level',
  'User Group',
  'Time Zone',
]

const unreadable = (...faults: string[]): Problem => badInput({ Text: faults })

interface Line {
  readonly record: readonly string[]
  readonly info: { readonly lines: number }
}

/**
 * Spreadsheets write semicolons where numbers have a decimal comma. No column name contains any of these characters.
 */
const delimiters = [',', ';', '\t'] as const

function delimiterOf(text: string): string {
  const [first = ''] = text.trimStart().split(/[\r\n]/, 1)
  const times = (delimiter: string) => first.split(delimiter).length
  return delimiters.reduce((most, each) => (times(each) > times(most) ? each : most))
}

function linesOf(text: string): Line[] {
  // Text in another encoding appears as this character, and would be stored in people's names.
  if (text.includes('\uFFFD'))
    throw unreadable("is not in UTF-8. Save the table as 'CSV UTF-8' and try again.")
  try {
    return parse(text, {
      bom: true,
      delimiter: delimiterOf(text),
      info: true,
      record_delimiter: ['\r\n', '\n', '\r'],
      relax_column_count: true,
      skip_empty_lines: true,
      skip_records_with_empty_values: true,
      to: mostPeople + 2,
      max_record_size: 10_000,
    }) as unknown as Line[]
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    throw unreadable(
      `cannot be read as a table. Check the quotation marks near line ${String(error['lines'])}.`,
    )
  }
}

/** The position of each column. Names are accepted in any order, ignoring case. */
function headerOf(record: readonly string[]): readonly PeopleColumn[] {
  const faults: string[] = []
  const found = record.map(name => {
    const column = columns.find(each => each.toLowerCase() === name.trim().toLowerCase())
    if (!column) faults.push(`has a column '${name.trim().slice(0, 80)}', which is unknown`)
    return column
  })
  for (const column of columns) {
    const times = found.filter(each => each === column).length
    if (times > 1) faults.push(`has the column '${column}' twice`)
    if (times === 0 && neededColumns.includes(column)) faults.push(`has no column '${column}'`)
  }
  if (faults.length > 0)
    throw unreadable(...faults.slice(0, 20), `can have these columns: ${columns.join(', ')}`)
  return found as PeopleColumn[]
}

function rowOf(header: readonly PeopleColumn[], { record, info }: Line): PeopleRow {
  const isWhole = record.length >= header.length && record.slice(header.length).every(cell => cell === '')
  const cells = Object.fromEntries(header.map((column, at) => [column, textOfCell(record[at] ?? '').trim()]))
  const problem = `This row has ${record.length} cells, but there are ${header.length} columns.`
  return { line: info.lines, cells, ...(!isWhole && { problem }) }
}

/** Parses a table of people; throws if there is an error in the table as a whole. */
export function readPeopleTable(text: string): PeopleRow[] {
  const [first, ...lines] = linesOf(text)
  if (!first) throw unreadable('is empty')
  const header = headerOf(first.record)
  if (lines.length === 0) throw unreadable('contains no people')
  if (lines.length > mostPeople) throw unreadable(`has more than ${mostPeople} people. Split it into parts.`)
  return lines.map(line => rowOf(header, line))
}

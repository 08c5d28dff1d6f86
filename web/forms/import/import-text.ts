import type { ImportedRow } from '#contract/people/people'
import { fieldErrors, plainReason } from '#web/data/requests/failures.ts'

export const outcomeWords: Readonly<Record<ImportedRow['outcome'], string>> = {
  add: 'Will be added',
  change: 'Will be changed',
  same: 'Will not change',
  refuse: 'Rejected',
  skip: 'Skipped',
}

function count(rows: readonly ImportedRow[], ...outcomes: ImportedRow['outcome'][]): number {
  return rows.filter(({ outcome }) => outcomes.includes(outcome)).length
}

/** Returns how many people the import would add or change. */
export function importedCount(rows: readonly ImportedRow[]): number {
  return count(rows, 'add', 'change')
}

export function refusedCount(rows: readonly ImportedRow[]): number {
  return count(rows, 'refuse')
}

/** Returns the lines that are rejected, including those skipped before, which are skipped again. */
export function refusedLines(rows: readonly ImportedRow[]): number[] {
  return rows.filter(({ outcome }) => outcome === 'refuse' || outcome === 'skip').map(({ line }) => line)
}

/** Returns the check's result in one line. */
export function reportInWords(rows: readonly ImportedRow[]): string {
  const parts = [
    [count(rows, 'add'), 'to add'],
    [count(rows, 'change'), 'to change'],
    [count(rows, 'same'), 'already up to date'],
    [count(rows, 'refuse'), 'rejected'],
    [count(rows, 'skip'), 'skipped'],
  ] as const
  const reported = parts.filter(([many]) => many > 0).map(([many, what]) => `${many} ${what}`)
  return reported.length === 0 ? 'The file has no rows.' : `${reported.join(', ')}.`
}

/** Returns how many people would be alerted for no place, in words; null if everyone has one. */
export function warnedInWords(rows: readonly ImportedRow[]): string | null {
  const many = rows.filter(({ warnings }) => warnings.length > 0).length
  if (many === 0) return null
  return many === 1
    ? '1 person has no location and will not be alerted'
    : `${many} people have no location and will not be alerted`
}

/** Returns the button's label. */
export function importInWords(rows: readonly ImportedRow[]): string {
  const many = importedCount(rows)
  return many === 1 ? 'Import 1 person' : `Import ${many} people`
}

/** Returns the explicit choice to skip rejected rows. */
export function skipInWords(rows: readonly ImportedRow[]): string {
  const many = refusedCount(rows)
  return `Skip the ${many === 1 ? 'rejected row' : `${many} rejected rows`} and import the rest`
}

/** Says what an import did. */
export function importedInWords(rows: readonly ImportedRow[]): string {
  const people = importedCount(rows)
  const skipped = count(rows, 'skip')
  const reported = [
    people === 1 ? '1 person was added or changed.' : `${people} people were added or changed.`,
  ]
  if (skipped > 0) reported.push(skipped === 1 ? '1 row was skipped.' : `${skipped} rows were skipped.`)
  return reported.join(' ')
}

/** Sorts rejected rows first, then those with warnings, because they need action. */
export function refusedFirst(rows: readonly ImportedRow[]): ImportedRow[] {
  const rank = ({ outcome, warnings }: ImportedRow) =>
    outcome === 'refuse' || outcome === 'skip' ? 0 : warnings.length > 0 ? 1 : 2
  return [...rows].sort((a, b) => rank(a) - rank(b) || a.line - b.line)
}

/** Describes an error that concerns the whole file. */
export function checkFailure(error: unknown): string {
  const reported = fieldErrors(error)['Text'] ?? []
  if (reported.length === 0) return plainReason(error)
  return reported.map(fault => `The file ${fault.replace(/\.$/, '')}.`).join(' ')
}

import {
  checkFailure,
  importedInWords,
  importInWords,
  outcomeWords,
  refusedFirst,
  reportInWords,
  skipInWords,
  warnedInWords,
} from './import-text.ts'
import { importedRow, type ImportedRow } from '#contract/people/people'
import { RequestRefused, Unreachable } from '#web/data/requests/failures.ts'
import { expect, test } from 'vitest'

const row = (line: number, outcome: ImportedRow['outcome']): ImportedRow => ({
  line,
  name: `Person ${line}`,
  outcome,
  problems: outcome === 'refuse' ? ['Email is taken.'] : [],
  warnings: [],
})
const warned = (line: number): ImportedRow => ({
  ...row(line, 'add'),
  warnings: ['No location: will not be alerted'],
})

test('counts people who would be alerted for no place', () => {
  expect(warnedInWords([row(2, 'add')])).toBeNull()
  expect(warnedInWords([row(2, 'add'), warned(3)])).toBe('1 person has no location and will not be alerted')
  expect(warnedInWords([warned(2), warned(3)])).toBe('2 people have no location and will not be alerted')
})

test('describes what an import would do, and leaves out what it would not', () => {
  expect(reportInWords([row(2, 'add'), row(3, 'add'), row(4, 'same'), row(5, 'refuse')])).toBe(
    '2 to add, 1 already up to date, 1 rejected.',
  )
  expect(reportInWords([row(2, 'change')])).toBe('1 to change.')
  expect(reportInWords([])).toBe('The file has no rows.')
})

test('shows the number of people on the button', () => {
  expect(importInWords([row(2, 'add'), row(3, 'same')])).toBe('Import 1 person')
  expect(importInWords([row(2, 'add'), row(3, 'change')])).toBe('Import 2 people')
  expect(importInWords([row(2, 'same')])).toBe('Import 0 people')
})

test('shows after an import how many people were added and how many rows were skipped', () => {
  expect(importedInWords([row(2, 'add')])).toBe('1 person was added or changed.')
  expect(importedInWords([row(2, 'add'), row(3, 'change'), row(4, 'skip')])).toBe(
    '2 people were added or changed. 1 row was skipped.',
  )
  expect(importedInWords([row(2, 'add'), row(3, 'skip'), row(4, 'skip')])).toBe(
    '1 person was added or changed. 2 rows were skipped.',
  )
})

test('names the number of rejected rows in the choice to continue without them', () => {
  expect(skipInWords([row(2, 'refuse'), row(3, 'add')])).toBe('Skip the rejected row and import the rest')
  expect(skipInWords([row(2, 'refuse'), row(3, 'refuse')])).toBe(
    'Skip the 2 rejected rows and import the rest',
  )
})

test('lists rejected rows first and the rest in file order', () => {
  const rows = [row(4, 'refuse'), row(3, 'add'), row(2, 'refuse'), row(1, 'same')]
  expect(refusedFirst(rows).map(({ line }) => line)).toEqual([2, 4, 1, 3])
  expect(refusedFirst([row(1, 'add'), warned(2), row(3, 'refuse')]).map(({ line }) => line)).toEqual([
    3, 2, 1,
  ])
})

test('has text for every outcome', () => {
  expect(Object.keys(outcomeWords).sort()).toEqual([...importedRow.shape.outcome.options].sort())
})

test('describes errors of the whole file in sentences', () => {
  const refused = new RequestRefused(400, 'Please check what you entered.', {
    Text: ["has no column 'Email'", 'contains no people.'],
  })
  expect(checkFailure(refused)).toBe("The file has no column 'Email'. The file contains no people.")
  expect(checkFailure(new Unreachable('x'))).toMatch(/^The server did not respond/)
})

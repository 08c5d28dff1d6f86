import {
  checkFailure,
  importedInWords,
  importInWords,
  outcomeWords,
  refusedFirst,
  reportInWords,
  skipInWords,
  warnedInWords,
} from './import-words.ts'
import { importedRow, type ImportedRow } from '#contract/people'
import { Refused, Unreachable } from '#web/data/failures.ts'
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

test('who would be alerted for no place is counted', () => {
  expect(warnedInWords([row(2, 'add')])).toBeNull()
  expect(warnedInWords([row(2, 'add'), warned(3)])).toBe('1 person has no location and will not be alerted')
  expect(warnedInWords([warned(2), warned(3)])).toBe('2 people have no location and will not be alerted')
})

test('a report is told by what would happen, and leaves out what would not', () => {
  expect(reportInWords([row(2, 'add'), row(3, 'add'), row(4, 'same'), row(5, 'refuse')])).toBe(
    '2 to add, 1 already up to date, 1 refused.',
  )
  expect(reportInWords([row(2, 'change')])).toBe('1 to change.')
  expect(reportInWords([])).toBe('The file has no rows.')
})

test('the button says how many people it is about', () => {
  expect(importInWords([row(2, 'add'), row(3, 'same')])).toBe('Import 1 person')
  expect(importInWords([row(2, 'add'), row(3, 'change')])).toBe('Import 2 people')
  expect(importInWords([row(2, 'same')])).toBe('Import 0 people')
})

test('after an import, it says how many people came in and how many rows stayed out', () => {
  expect(importedInWords([row(2, 'add')])).toBe('1 person was added or changed.')
  expect(importedInWords([row(2, 'add'), row(3, 'change'), row(4, 'skip')])).toBe(
    '2 people were added or changed. 1 row was skipped.',
  )
  expect(importedInWords([row(2, 'add'), row(3, 'skip'), row(4, 'skip')])).toBe(
    '1 person was added or changed. 2 rows were skipped.',
  )
})

test('the choice to go on without the refused rows names how many they are', () => {
  expect(skipInWords([row(2, 'refuse'), row(3, 'add')])).toBe('Skip the refused row and import the rest')
  expect(skipInWords([row(2, 'refuse'), row(3, 'refuse')])).toBe(
    'Skip the 2 refused rows and import the rest',
  )
})

test('what is refused comes first, the rest in the file’s order', () => {
  const rows = [row(4, 'refuse'), row(3, 'add'), row(2, 'refuse'), row(1, 'same')]
  expect(refusedFirst(rows).map(({ line }) => line)).toEqual([2, 4, 1, 3])
  expect(refusedFirst([row(1, 'add'), warned(2), row(3, 'refuse')]).map(({ line }) => line)).toEqual([
    3, 2, 1,
  ])
})

test('every outcome has words', () => {
  expect(Object.keys(outcomeWords).sort()).toEqual([...importedRow.shape.outcome.options].sort())
})

test('what is wrong with the file as a whole is told in sentences', () => {
  const refused = new Refused(400, 'Please check what you entered.', {
    Text: ["has no column 'Email'", 'has nobody in it.'],
  })
  expect(checkFailure(refused)).toBe("The file has no column 'Email'. The file has nobody in it.")
  expect(checkFailure(new Unreachable('x'))).toMatch(/^The server did not respond/)
})

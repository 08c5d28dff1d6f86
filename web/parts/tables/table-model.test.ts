import { compareCells, pageWithin } from './table-model.ts'
import { expect, test } from 'vitest'

test.each([
  [
    [10, 9, null, 1],
    [1, 9, 10, null],
  ],
  [
    ['Group 10', 'group 9', null, 'Alpha'],
    ['Alpha', 'group 9', 'Group 10', null],
  ],
])('%j sorts to %j', (cells, sorted) => expect([...cells].sort(compareCells)).toEqual(sorted))

test.each([
  ['the page that is wanted', 2, 60, 2],
  ['the last one where fewer rows are left', 2, 26, 1],
  ['the first one where none are left', 2, 0, 0],
])('shows %s', (_what, pageIndex, rowCount, shown) =>
  expect(pageWithin({ pageIndex, pageSize: 25 }, rowCount)).toEqual({ pageIndex: shown, pageSize: 25 }),
)

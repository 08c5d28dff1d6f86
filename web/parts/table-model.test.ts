import { compareCells } from './table-model.ts'
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

import { meaningOf } from './meanings.ts'
import { expect, test } from 'vitest'

test('a line of an imported table is not described as a line on a map', () => {
  expect(meaningOf('importUsers', 'rows.line')).toMatch(/^Line of the table/)
})

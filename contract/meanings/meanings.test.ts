import { meaningOf } from './meanings.ts'
import { expect, test } from 'vitest'

test('describes a line of an imported table as such and not as a line on a map', () => {
  expect(meaningOf('importUsers', 'rows.line')).toMatch(/^Line of the table/)
})

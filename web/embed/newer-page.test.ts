import { isReloadDue } from './newer-page.ts'
import { expect, test } from 'vitest'

test('reloads a page that has been open for ten minutes when the server has another one', () => {
  expect(isReloadDue('one', 'one', 1e9)).toBe(false)
  expect(isReloadDue('one', 'two', 599_999)).toBe(false)
  expect(isReloadDue('one', 'two', 600_000)).toBe(true)
})

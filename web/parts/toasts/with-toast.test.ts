import type { Toast } from './use-toast.ts'
import { withToast } from './with-toast.ts'
import { expect, test } from 'vitest'

const toast = (id: number, header: string, text?: string): Toast => ({
  id,
  variant: 'error',
  header,
  ...(text !== undefined && { text }),
})
const add = (shown: readonly Toast[], added: Toast) => withToast(shown, added)

test('a toast replaces one that says the same, and is the newest', () => {
  const shown = [toast(1, 'Not saved'), toast(2, 'Not deleted')].reduce(add, [])
  expect(withToast(shown, toast(3, 'Not saved')).map(({ id }) => id)).toEqual([2, 3])
})

test('a different reason or kind gets a separate toast', () => {
  const shown = [toast(1, 'Not saved', 'The name is taken.')]
  expect(withToast(shown, toast(2, 'Not saved', 'The server did not respond.'))).toHaveLength(2)
  expect(withToast(shown, { ...toast(2, 'Not saved', 'The name is taken.'), variant: 'info' })).toHaveLength(
    2,
  )
})

test('at most four are shown, the newest last', () => {
  const shown = ['a', 'b', 'c', 'd', 'e'].map((header, index) => toast(index, header)).reduce(add, [])
  expect(shown.map(({ header }) => header)).toEqual(['b', 'c', 'd', 'e'])
})

import { qrPath } from './QrCode.tsx'
import { expect, test } from 'vitest'

test('draws each run of dark squares once', () => {
  const squares = ['##.', '..#', '.#.']
  expect(qrPath(3, (row, column) => squares[row]?.[column] === '#')).toBe(
    'M0 0h2v1h-2zM2 1h1v1h-1zM1 2h1v1h-1z',
  )
})

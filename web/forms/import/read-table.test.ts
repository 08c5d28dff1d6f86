import { decodeTable, mostCharacters, readTable } from './read-table.ts'
import { expect, test } from 'vitest'

const bytes = (...list: number[]) => new Uint8Array(list).buffer

test('keeps accented names in UTF-8 with or without a byte order mark and in the Windows encoding', () => {
  expect(decodeTable(bytes(0xef, 0xbb, 0xbf, 0x5a, 0x6f, 0xc3, 0xab))).toBe('Zoë')
  expect(decodeTable(bytes(0x5a, 0x6f, 0xc3, 0xab))).toBe('Zoë')
  expect(decodeTable(bytes(0x5a, 0x6f, 0xeb))).toBe('Zoë')
})

test.each([
  ['empty', '  \r\n', 'The file is empty.'],
  ['a spreadsheet’s own', 'PK\0\0', 'This is not a CSV file'],
  ['too large', 'x'.repeat(mostCharacters + 1), 'The file is too large'],
])('does not send a file that is %s', async (_what, text, problem) => {
  expect(await readTable(new Blob([text]))).toEqual({ problem: expect.stringContaining(problem) as string })
})

test('sends anything else', async () => {
  expect(await readTable(new Blob(['First Name\r\nBea\r\n']))).toEqual({ text: 'First Name\r\nBea\r\n' })
})

import fc from 'fast-check'
import { expect, it } from 'vitest'
import { csvOf, textOfCell } from './csv.ts'

/** Parses one table according to RFC 4180. */
function parsed(csv: string): string[][] {
  const rows: string[][] = []
  let row: string[] = []
  const cells = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/y
  for (let match = cells.exec(csv); match; match = cells.exec(csv)) {
    row.push(match[1]?.replaceAll('""', '"') ?? match[2] ?? '')
    if (match[3] !== ',') {
      rows.push(row)
      row = []
    }
  }
  return rows
}

const text = fc.string({ unit: 'grapheme' })

it('preserves every text, with an apostrophe before anything a spreadsheet would execute', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(text, text), { minLength: 1 }), rows => {
      const read = parsed(csvOf(['a', 'b'], rows)).slice(1)
      expect(read).toEqual(
        rows.map(row => row.map(cell => (/^'*[=+\-@\t\r\0]/.test(cell) ? `'${cell}` : cell))),
      )
    }),
    { numRuns: 2000 },
  )
})

it('is read back unchanged, including apostrophes', () => {
  const tricky = fc.tuple(fc.constantFrom('', "'", "''"), fc.constantFrom('', '=', '+', '-', '@'), text)
  fc.assert(
    fc.property(tricky, parts => {
      const [, row] = parsed(csvOf(['a'], [[parts.join('')]]))
      expect(row?.map(textOfCell)).toEqual([parts.join('')])
    }),
    { numRuns: 2000 },
  )
})

it('never starts a text with something that a spreadsheet executes', () => {
  for (const cell of ['=cmd|x', '+1', '-1', '@sum', '\ta', '\rb', '\0c']) {
    expect(parsed(csvOf(['a'], [[cell]]))[1]).toEqual([`'${cell}`])
  }
})

it('leaves numbers unchanged, including negative ones, and missing values empty', () => {
  expect(csvOf(['low', 'high', 'gone', 'nonsense'], [[-4.5, 12, null, NaN]])).toBe(
    'low,high,gone,nonsense\r\n-4.5,12,,\r\n',
  )
})

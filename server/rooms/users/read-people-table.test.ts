import { expect, it } from 'vitest'
import { readPeopleTable } from './read-people-table.ts'

const columns = [
  'First Name',
  'Last Name',
  'Email',
  'Permission Level',
  'User Group',
  'Time Zone',
  'Locations',
]
const ada = ['Ada', 'Byron, Lady', 'ada@example.test', 'Customer', 'Grounds', 'CST', 'Pool; Gate']
const quoted = (cell: string) => `"${cell}"`
const written = (delimiter: string, cell: (text: string) => string) =>
  [columns, ada].map(row => row.map(cell).join(delimiter)).join('\r\n')

it.each<[name: string, delimiter: string]>([
  ['commas', ','],
  ['semicolons, as spreadsheets save them where numbers have a decimal comma', ';'],
  ['tabs', '\t'],
])('reads a table of %s, with commas and semicolons in its cells', (_, delimiter) => {
  const [row] = readPeopleTable(written(delimiter, quoted))
  expect(row?.cells).toMatchObject({ 'Last Name': 'Byron, Lady', Locations: 'Pool; Gate' })
  expect(row?.problem).toBeUndefined()
})

it('finds the delimiter even after a byte order mark and an empty line', () => {
  const text = `\uFEFF\r\n${written(';', cell => (cell.includes(';') ? quoted(cell) : cell))}`
  expect(readPeopleTable(text)[0]?.cells).toMatchObject({ Email: 'ada@example.test' })
})

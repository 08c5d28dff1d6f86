import { existsSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const page = readFileSync('docs/security.md', 'utf8')

/** The requirements of levels 1 and 2 in each section of ASVS 5.0.0; level 3 is left out. */
const sections: Readonly<Record<string, readonly number[]>> = {
  '1.1': [1, 2],
  '1.2': [1, 2, 3, 4, 5, 6, 7, 8, 9],
  '1.3': [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11],
  '1.4': [1, 2, 3],
  '1.5': [1, 2],
  '2.1': [1, 2, 3],
  '2.2': [1, 2, 3],
  '2.3': [1, 2, 3, 4],
  '2.4': [1],
  '3.2': [1, 2],
  '3.3': [1, 2, 3, 4],
  '3.4': [1, 2, 3, 4, 5, 6],
  '3.5': [1, 2, 3, 4, 5],
  '3.7': [1, 2],
  '4.1': [1, 2, 3],
  '4.2': [1],
  '4.3': [1, 2],
  '4.4': [1, 2, 3, 4],
  '5.1': [1],
  '5.2': [1, 2, 3],
  '5.3': [1, 2],
  '5.4': [1, 2, 3],
  '6.1': [1, 2, 3],
  '6.2': [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12],
  '6.3': [1, 2, 3, 4],
  '6.4': [1, 2, 3, 4],
  '6.5': [1, 2, 3, 4, 5],
  '6.6': [1, 2, 3],
  '6.8': [1, 2, 3, 4],
  '7.1': [1, 2, 3],
  '7.2': [1, 2, 3, 4],
  '7.3': [1, 2],
  '7.4': [1, 2, 3, 4, 5],
  '7.5': [1, 2],
  '7.6': [1, 2],
  '8.1': [1, 2],
  '8.2': [1, 2, 3],
  '8.3': [1],
  '8.4': [1],
  '9.1': [1, 2, 3],
  '9.2': [1, 2, 3, 4],
  '10.1': [1, 2],
  '10.2': [1, 2],
  '10.3': [1, 2, 3, 4],
  '10.4': [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11],
  '10.5': [1, 2, 3, 4, 5],
  '10.6': [1, 2],
  '10.7': [1, 2, 3],
  '11.1': [1, 2],
  '11.2': [1, 2, 3],
  '11.3': [1, 2, 3],
  '11.4': [1, 2, 3, 4],
  '11.5': [1],
  '11.6': [1],
  '12.1': [1, 2, 3],
  '12.2': [1, 2],
  '12.3': [1, 2, 3, 4],
  '13.1': [1],
  '13.2': [1, 2, 3, 4, 5],
  '13.3': [1, 2],
  '13.4': [1, 2, 3, 4, 5],
  '14.1': [1, 2],
  '14.2': [1, 2, 3, 4],
  '14.3': [1, 2, 3],
  '15.1': [1, 2, 3],
  '15.2': [1, 2, 3],
  '15.3': [1, 2, 3, 4, 5, 6, 7],
  '16.1': [1],
  '16.2': [1, 2, 3, 4, 5],
  '16.3': [1, 2, 3, 4],
  '16.4': [1, 2, 3],
  '16.5': [1, 2, 3],
  '17.1': [1],
  '17.2': [1, 2, 3, 4],
  '17.3': [1, 2],
}
const required = Object.entries(sections).flatMap(([section, numbers]) =>
  numbers.map(each => `${section}.${each}`),
)

/** Returns the requirements in the first column of the tables, with ranges written out. */
function walked(): string[] {
  const cells = [...page.matchAll(/^\| (\d+\.\d+\.\d+[\d., –]*) \|/gm)].map(([, cell = '']) => cell.trim())
  return cells.flatMap(cell =>
    cell.split(', ').flatMap(part => {
      const [first = '', last = first] = part.split(' – ')
      const section = first.slice(0, first.lastIndexOf('.'))
      const [from, to] = [first, last].map(id => Number(id.split('.').at(-1))) as [number, number]
      return Array.from({ length: to - from + 1 }, (_, index) => `${section}.${from + index}`)
    }),
  )
}

test('the security page lists every requirement of ASVS 5.0 level 2 once, and no others', () => {
  expect(required).toHaveLength(253)
  expect(walked().toSorted()).toEqual(required.toSorted())
})

test('each test and page that it names exists', () => {
  const named = [...page.matchAll(/`((?:server|e2e|scripts|contract|domain|web|docs)\/[\w./-]+)`/g)].map(
    ([, path = '']) => path,
  )
  const linked = [...page.matchAll(/\]\(([\w./-]+)\)/g)].map(([, path = '']) => `docs/${path}`)
  expect(named.length).toBeGreaterThan(80)
  expect([...named, ...linked].filter(path => !existsSync(path))).toEqual([])
})

test('each line has a test, or says why it has none', () => {
  const lines = page.split('\n').filter(line => /^\| \d+\.\d+\.\d+/.test(line))
  const without = lines.filter(line => !/`[\w./-]+\.(test|soak|spec)\.ts`/.test(line))
  const unexplained = without.filter(
    line => !/\*\*Gap\*\*|\*\*Operator\*\*|\| None: |\| Current browser/.test(line),
  )
  expect(unexplained).toEqual([])
})

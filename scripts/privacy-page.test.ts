import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { keptInWords } from '#domain/privacy/kept-in-words'
import { usualChoices } from '#domain/privacy/retention'
import { sectionNames, storedKindList, type StoredKind } from '#domain/privacy/stored-data'

const page = readFileSync('docs/privacy.md', 'utf8')

const cellsOf = (line: string) =>
  line
    .split('|')
    .slice(1, -1)
    .map(cell => cell.trim())

function rowOf({ title, what, why, kept, fate }: StoredKind): string[] {
  const end = fate.kind === 'deleted' ? 'Deleted.' : `**Kept.** ${fate.because}`
  return [title, what, why, keptInWords(kept, usualChoices), end]
}

test('the privacy page lists what is stored, word for word', () => {
  const rows = page
    .split('\n')
    .filter(line => line.startsWith('| ') && cellsOf(line).length === 5)
    .map(cellsOf)
    .slice(1) // the head
    .filter(([first = '']) => !/^-+$/.test(first))
  expect(rows).toEqual(storedKindList.map(rowOf))
})

test('the privacy page names every section of the file that people download', () => {
  const named = [...page.matchAll(/^\| `(\w+)` /gm)].map(([, name]) => name)
  expect(named).toEqual([...sectionNames])
})

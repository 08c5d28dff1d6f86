import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { seededBugs } from './seeded-bugs.testing.ts'

it.each(seededBugs.map(bug => [bug.name, bug] as const))(
  '%s: the code to replace exists once',
  (_name, { file, from }) => {
    expect(readFileSync(file, 'utf8').split(from)).toHaveLength(2)
  },
)

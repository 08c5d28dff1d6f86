import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { isCaught, seededBugs } from './seeded-bugs.testing.ts'

describe('seeded bugs', () => {
  it.each(seededBugs.map(bug => [bug.name, bug] as const))('%s has its place', (_name, { file, from }) => {
    expect(readFileSync(file, 'utf8').split(from)).toHaveLength(2)
  })

  // All of them are planted in `npm run soak`.
  const sample = seededBugs.filter(bug => /heartbeat|not written/.test(bug.name))
  it.each(sample.map(bug => [bug.name, bug] as const))(
    '%s is caught',
    (_name, bug) => {
      expect(isCaught(bug)).toBe(true)
    },
    60_000,
  )
})
